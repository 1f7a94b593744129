import Components
import TestSupport
import Testing

/// The plain field for one value, without any form.
@MainActor
struct ValueFieldTests {
  let terms = ValueField(title: "Terms", key: "terms", value: false)

  @Test func changeIsShownBeforeItIsReported() {
    var changes: [Bool] = []
    terms.onChange = { [unowned terms] in
      changes.append($0)
      #expect(terms.state.value == $0)
    }
    let published = StateRecorder { terms.state }
    terms.change(to: true)
    terms.change(to: true)
    #expect(changes == [true, true])
    #expect(published.count == 1)
  }

  @Test func changeFromAValueThatIsUnequalToItselfIsReported() {
    let price = ValueField(title: "Price", key: "price", value: Double.nan)
    var changes = 0
    price.observer = FieldObserver(changed: { _ in changes += 1 })
    price.change(to: .nan)
    #expect(changes == 0)
    price.change(to: 5)
    #expect(changes == 1)
  }

  @Test func changeOfAValueThatContainsNaNIsShown() {
    let range = ValueField(title: "Price", value: PriceRange(low: .nan, high: 1))
    var changes = 0
    range.observer = FieldObserver(changed: { _ in changes += 1 })
    range.change(to: PriceRange(low: .nan, high: 1))
    #expect(changes == 0)
    range.change(to: PriceRange(low: .nan, high: 5))
    #expect(changes == 1)
    #expect(range.state.value.high == 5)
  }

  private struct PriceRange: Hashable { var low: Double, high: Double }

  @Test func fieldShowsItsFailureAndAPendingCheck() {
    terms.show(failure: "No", isPending: true)
    #expect(terms.state.failure == "No")
    #expect(terms.state.isPending)
    terms.show(failure: "No", isPending: false)
    #expect(!terms.state.isPending)
    terms.show(failure: nil, isPending: false)
    #expect(terms.state == .init(title: "Terms", value: false))
  }

  @Test func configuringAnotherFieldIsOneChange() {
    terms.focus()
    terms.show(failure: "No", isPending: true)
    let published = StateRecorder { terms.state }
    terms.configure(title: "Newsletter", key: "news", value: true)
    #expect(terms.state == .init(title: "Newsletter", value: true))
    #expect(terms.key == "news")
    #expect(published.count == 1)
    terms.configure(title: "Newsletter", value: true)
    #expect(terms.key == "news")
  }

  @Test("a change ends editing, except in a field with the focus")
  func changeEndsEditing() {
    var log: [String] = []
    terms.observer = FieldObserver(
      changed: { log.append("\($0)") }, editingEnded: { log.append("ended") },
      needsDisplay: { log.append("needsDisplay") })
    terms.change(to: true)
    #expect(log == ["user", "ended"])
    terms.focus()
    terms.change(to: false)
    #expect(log == ["user", "ended", "user"])
    terms.endEditing()
    #expect(log == ["user", "ended", "user", "ended"])
    #expect(!terms.state.isFocused)
    terms.configure(title: "News", value: true)
    #expect(log.dropFirst(4) == ["app", "needsDisplay"])
  }

  @Test func otherObserverReplacesTheFirst() {
    var replaced = 0
    terms.observer = FieldObserver(changed: { _ in }, replaced: { replaced += 1 })
    terms.observer = FieldObserver(changed: { _ in })
    #expect(replaced == 1)
    terms.observer = nil
    #expect(replaced == 1)
  }

  @Test func accessibilityReadsValueAndFailure() {
    #expect(
      terms.accessibility == AccessibilityData(label: "Terms", value: "false", traits: .button))
    terms.describe = { $0 ? "accepted" : "not accepted" }
    terms.show(failure: "Accept them")
    #expect(terms.accessibility.value == "not accepted, Accept them")
  }

  @Test func optionalIsSpokenAsItsValue() {
    let rooms = ValueField<Int?>(title: "Rooms", value: nil)
    #expect(rooms.accessibility.value == nil)
    rooms.change(to: 5)
    #expect(rooms.accessibility.value == "5")
    #expect(ValueField<Int??>(title: "Rooms", value: .some(nil)).accessibility.value == nil)
  }

  @Test func equalTextOfOtherCharactersIsShown() {
    let name = ValueField(title: "Name", key: "name", value: "e\u{301}")
    var changes: [Int] = []
    name.onChange = { changes.append($0.utf8.count) }
    let published = StateRecorder { name.state.value }
    name.change(to: "\u{E9}")
    #expect(name.state.value.utf8.count == 2)
    #expect(changes == [2])
    #expect(published.count == 1)
  }
}
