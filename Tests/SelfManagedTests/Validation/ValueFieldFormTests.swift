import Components
import Fakes
import SelfManaged
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Check boxes and dates in a form.
@MainActor
struct ValueFieldFormTests {
  let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onEditingEnd))
  let terms = ValueField(title: "Terms", key: "terms", value: false)
  let birthday = ValueField<Date?>(title: "Birthday", key: "birthday", value: nil)
  let today = Date(timeIntervalSince1970: 1_000_000)

  init() {
    form.add(terms, [.accepted])
    form.add(birthday, [.selected, .ifPresent(.before(today))])
  }

  @Test func checkBoxFailsOnceItHasBeenEdited() {
    #expect(terms.state.failure == nil)
    terms.change(to: true)
    #expect(terms.state.failure == nil)
    terms.change(to: false)
    #expect(terms.state.failure == "Terms must be accepted")
    terms.change(to: true)
    #expect(terms.state.failure == nil)
  }

  @Test func shownStateKeepsTheFailureThatTheFormShows() {
    let name = TitledTextField(title: "Name", key: "name")
    let city = SelectItem(title: "City", key: "city", options: ["Rome", "Paris"])
    form.add(name, [.minDigits(5)])
    form.add(city, [.oneOf(["Paris"])])
    name.edit("12")
    name.endEditing()
    city.select("Rome")
    terms.change(to: true)
    terms.change(to: false)
    name.show(.init(title: "Name", text: "12"))
    city.show(.init(title: "City", options: ["Rome", "Paris"], selection: "Rome"))
    terms.show(.init(title: "Terms", value: false))
    let seats = NumberEditor(label: "Seats")
    form.add(seats, key: "seats", [.inRange(1...9)])
    seats.edit("12")
    seats.endEditing()
    seats.show(.init(quantity: 12))
    let failures = [
      terms.state.failure, name.state.failure, city.state.failure, seats.state.checkFailure,
    ]
    #expect(form.state.failing.map(\.text) == failures)
    #expect(failures.allSatisfy { $0 != nil })
  }

  @Test func dateIsCheckedWhenThePickerCloses() {
    birthday.focus()
    birthday.change(to: today)
    #expect(birthday.state.failure == nil)
    birthday.endEditing()
    #expect(birthday.state.failure?.hasPrefix("Birthday") == true)
    birthday.change(to: today.addingTimeInterval(-1))
    #expect(birthday.state.failure == nil)
    #expect(!form.check().isSuccess)
    terms.change(to: true)
    #expect(form.check().isSuccess)
  }

  @Test func valueThatContainsNaNIsCheckedOnceChanged() {
    let range = ValueField(title: "Price", key: "price", value: PriceRange(low: .nan, high: 1))
    let form = ValidationManager.fake()
    form.add(range, [Rule<PriceRange>("high") { $0.high < 3 }])
    form.receive(["price": .server("Not now")])
    #expect(form.check().code == .server)
    range.change(to: PriceRange(low: .nan, high: 5))
    #expect(form.check().code == "high")
  }

  private struct PriceRange: Hashable { var low: Double, high: Double }

  @Test func submitFocusesTheFirstFailingField() async {
    _ = await form.submit()
    #expect(terms.state.isFocused)
  }
}
