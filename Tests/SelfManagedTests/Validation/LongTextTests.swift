import Components
import Fakes
import SelfManaged
import Testing

/// Texts with many combining marks.
///
/// Swift sorts the marks when it compares such texts, which takes half a minute for each of these.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct LongTextTests {
  private let first = "e" + marks, second = "e\u{327}" + marks
  private static let marks = String(repeating: "\u{301}\u{327}", count: 50_000)

  @Test func keystrokesInATextOfManyMarksDoNotBlock() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    let name = field("name"), repeated = field("repeated")
    let handle = form.add(name, [.required])
    form.add(repeated, [.required, .matches(handle), .oneOf(["e", first]), .length(...20)])
    for text in [first, second] {
      name.edit(text)
      repeated.edit(text)
    }
    #expect(repeated.shows == "repeated is not among the choices")
    repeated.edit(first)
    #expect(repeated.shows == "repeated must match name")
  }

  @Test func everyFieldIsChangedWithoutAComparisonOfItsMarks() {
    let value = ValueField(title: "Note", value: first)
    value.change(to: second)
    #expect(value.state.value.utf8.count == second.utf8.count)
    let item = SelectItem(title: "Note", options: ["e"])
    item.configure(title: "Note", options: ["e"], selection: second)
    item.select("e")
    #expect(item.state.selection == "e")
    let guests = NumberEditor(label: "Guests")
    for text in [first, second] {
      guests.edit("1")
      guests.edit(text)
      guests.endEditing()
    }
    guard case .invalid(let text, .notANumber) = guests.state.notice else {
      Issue.record("the text is rejected")
      return
    }
    #expect(text.utf8.count == second.utf8.count)
  }

  @Test func failureWithTheTypedTextIsShownWithoutAComparisonOfItsMarks() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    form.language["odd"] = { "“\($0.text())” is odd" }
    let name = field("name")
    form.add(name, [Rule("odd") { RuleFailure("odd", $0) }])
    name.edit(first)
    name.edit(second)
    #expect(form.state.failing.first?.text?.utf8.count == second.utf8.count + 13)
  }

  @Test func shortTextsThatSwiftConsidersEqualMatch() {
    let form = ValidationManager.fake(), name = field("name", "\u{E9}")
    let repeated = field("repeated", "e\u{301}")
    form.add(repeated, [.matches(form.add(name, [.required])), .oneOf(["\u{E9}"])])
    #expect(form.check().isSuccess)
  }

  @Test(arguments: [(998, true), (999, false)])
  func textsWithOtherScalarsMatchUpToAThousand(letters: Int, matches: Bool) {
    let end = String(repeating: "n", count: letters)
    let form = ValidationManager.fake(), name = field("name", "\u{E9}" + end)
    let repeated = field("repeated", "e\u{301}" + end)
    form.add(repeated, [.matches(form.add(name, [.required]))])
    #expect(form.check().isSuccess == matches)
  }
}
