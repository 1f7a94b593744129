import Components
import TestSupport
import Testing

/// The plain select item, without any form.
@MainActor
struct SelectItemTests {
  struct City: Hashable, Sendable { var name: String }

  let paris = City(name: "Paris"), rome = City(name: "Rome")
  let item = SelectItem<City>(title: "City", key: "city") { $0.name }

  init() { item.configure(title: "City", options: [paris, rome]) }

  @Test func nothingIsSelectedAtFirst() {
    #expect(item.state == .init(title: "City", options: [paris, rome]))
    #expect(item.key == "city")
    #expect(SelectItem<Int>(options: [1]).state == .init(options: [1]))
  }

  @Test func selectionIsDisplayedAndReportedOnce() {
    var selections: [City?] = []
    item.onSelect = { [unowned item] in
      selections.append($0)
      #expect(item.state.selection == $0)
    }
    item.focus()
    let published = StateRecorder { item.state }
    item.select(rome)
    #expect(item.state.selection == rome)
    #expect(!item.state.isFocused)
    #expect(published.count == 1)
    item.select(nil)
    #expect(selections == [rome, nil])
  }

  @Test func missingOptionCantBeSelected() {
    item.onSelect = { _ in Issue.record("nothing was selected") }
    item.select(City(name: "Oz"))
    #expect(item.state.selection == nil)
  }

  @Test func serverSelectionIsDisplayedEvenIfNotOffered() {
    item.configure(title: "City", key: "town", options: [paris], selection: rome)
    #expect(item.state.selection == rome)
    #expect(item.key == "town")
  }

  @Test func configuringAnotherItemIsOneChange() {
    item.show(
      .init(
        title: "City", options: [paris], selection: paris, isFocused: true, failure: "No",
        isPending: true))
    let published = StateRecorder { item.state }
    item.configure(title: "Town", options: [rome])
    #expect(item.state == .init(title: "Town", options: [rome]))
    #expect(published.count == 1)
  }

  @Test func accessibilityReadsSelectionAndFailure() {
    #expect(item.accessibility == AccessibilityData(label: "City", traits: .button))
    item.select(rome)
    #expect(item.accessibility.value == "Rome")
    var state = item.state
    state.failure = "Too far"
    item.show(state)
    #expect(item.accessibility.value == "Rome, Too far")
    item.show(.init(title: "City", failure: "Choose one"))
    #expect(item.accessibility.value == "Choose one")
    #expect(SelectItem<Int>().describe(7) == "7")
    #expect(SelectItem<Int?>().describe(7) == "7")
  }

  @Test("an observer is notified of each change once, before the app")
  func observerIsNotifiedBeforeTheApp() {
    var log: [String] = []
    item.onSelect = { log.append("app \($0?.name ?? "-")") }
    item.observer = FieldObserver(
      changed: { log.append("\($0)") }, editingEnded: { log.append("left") },
      needsDisplay: { log.append("needsDisplay") })
    item.focus()
    item.select(rome)
    item.select(rome)
    item.focus()
    item.endEditing()
    item.configure(title: "City", options: [paris], selection: paris)
    item.show(.init(title: "Town"))
    #expect(
      log == [
        "user", "left", "app Rome", "left", "app Rome", "left", "app", "needsDisplay", "app",
        "needsDisplay",
      ])
  }

  @Test("a selection and the observer's change of it are one notification")
  func selectionAndItsFailureAreOneNotification() {
    item.focus()
    item.observer = FieldObserver(
      changed: { [unowned item] _ in item.show(failure: nil, isPending: true) },
      editingEnded: { [unowned item] in item.show(failure: "No") })
    let published = StateRecorder { item.state }
    item.select(rome)
    #expect(
      published.states == [
        .init(title: "City", options: [paris, rome], selection: rome, failure: "No")
      ])
  }

  @Test func optionThatIsUnequalToItselfIsPublishedOnce() {
    let price = SelectItem<Double>(title: "Price")
    price.observer = FieldObserver(changed: { _ in })
    var reads = 0
    let published = StateRecorder {
      reads += 1
      if reads == 9 { price.show(.init(title: "Published again and again")) }
      return price.state
    }
    price.configure(title: "Price", options: [.nan], selection: .nan)
    #expect(published.count == 1)
    #expect(price.state.selection?.isNaN == true)
  }

  @Test func equalTextOfOtherCharactersIsSelected() {
    let name = SelectItem(options: ["\u{E9}", "e\u{301}"])
    var changes = 0
    name.observer = FieldObserver(changed: { _ in changes += 1 })
    name.select("\u{E9}")
    name.select("e\u{301}")
    #expect(name.state.selection?.utf8.count == 3)
    #expect(changes == 2)
  }

  @Test func resultOfACheckIsShown() {
    item.show(failure: "No", isPending: true)
    #expect(
      item.state
        == .init(title: "City", options: [paris, rome], failure: "No", isPending: true))
    item.show(failure: nil)
    #expect(item.state == .init(title: "City", options: [paris, rome]))
  }

  @Test func focusCanBeGainedAndLost() {
    item.focus()
    #expect(item.state.isFocused)
    item.endEditing()
    #expect(!item.state.isFocused)
  }
}
