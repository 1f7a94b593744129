import Components
import Testing

/// The information of an event.
@MainActor
struct EventInfoTests {
  @Test func typedKeysReadAndWrite() throws {
    var info: EventInfo = ["sku": "red"]
    #expect(info[.sku] == "red")
    info[.row] = 3
    #expect(try info.value(for: .row) == 3)
    #expect(info.keys == ["row", "sku"])
    info[.sku] = nil
    info[.sku] = nil
    #expect(info.keys == ["row"])
    info[.row] = nil
    #expect(info.keys.isEmpty)
    #expect("\(info)" == "[:]")
  }

  @Test func keysAreInAlphabeticalOrder() {
    var info = EventInfo()
    for key in "hcafbegd" { info.set("\(key)1", for: EventKey("\(key)")) }
    #expect(info.keys == ["a", "b", "c", "d", "e", "f", "g", "h"])
    #expect(
      "\(info)" == "[a: a1, b: b1, c: c1, d: d1, e: e1, f: f1, g: g1, h: h1]")
  }

  @Test func writingToACopyKeepsTheOriginal() {
    let info: EventInfo = ["row": 1]
    var copy = info
    copy[.row] = 2
    copy[.sku] = "red"
    #expect("\(info)" == "[row: 1]")
    #expect("\(copy)" == "[row: 2, sku: red]")
  }

  @Test func missingValueNamesItsKeyAndType() {
    let error = PayloadError.missing(key: "row", expected: "Int")
    #expect(throws: error) { try EventInfo().value(for: .row) }
    #expect(
      error.description == """
        There is no value under "row"; the handler expects Int. \
        Send the value with the event, or add it in a decorator below the handler.
        """)
  }

  @Test func anotherTypeUnderAKeyNamesBothTypes() {
    let info: EventInfo = ["row": "three"]
    let error = PayloadError.typeMismatch(key: "row", expected: "Int", actual: "String")
    #expect(throws: error) { try info.value(for: .row) }
    #expect(info[.row] == nil)
    #expect(
      error.description == """
        "row" has the type String; the handler expects Int. \
        Use the same type in the sender and the handler.
        """)
  }

  @Test func equallyNamedTypesAreShownWithModules() {
    enum Other { struct Row: Sendable {} }
    struct Row: Sendable {}
    let info: EventInfo = ["row": Other.Row()]
    let key: EventKey<Row> = "row"
    #expect {
      try info.value(for: key)
    } throws: { error in
      guard case .typeMismatch(_, let expected, let actual)? = error as? PayloadError else {
        return false
      }
      return expected != actual && expected.hasPrefix("ComponentsTests.")
    }
  }

  @Test func duplicateKeyInALiteralKeepsTheLast() {
    let info: EventInfo = ["row": 1, "row": 2]
    #expect(info[.row] == 2)
  }

  @Test func writeIfAbsentKeepsAValueOfAnyType() {
    var info: EventInfo = ["row": "three"]
    info.set(3, for: .row, .ifAbsent)
    #expect("\(info)" == "[row: three]")
    info.set(3, for: .row)
    #expect(info[.row] == 3)
  }

  @Test func keysWithEqualNamesAreEqual() {
    #expect(EventKey<Int>("row") == .row)
    #expect(EventKey<Int>("row").name == "row")
    #expect(EventName("buy") == EventName(rawValue: "buy"))
    #expect("\(EventName.buy)" == "buy")
  }

  @Test func aMissingOptionalIsAbsent() throws {
    let key: EventKey<Int?> = "row"
    let info: EventInfo = ["sku": "red"]
    #expect(info[key] == nil)
    if let row = info[key] { Issue.record("\(String(describing: row)) is not there") }
    if let row = ResponderEvent(.buy, info)[key] {
      Issue.record("\(String(describing: row)) is not there")
    }
    #expect(throws: PayloadError.missing(key: "row", expected: "Optional<Int>")) {
      try info.value(for: key)
    }
  }

  @Test func aWrittenNilIsPresent() throws {
    let key: EventKey<Int?> = "row"
    var info = EventInfo()
    info.set(nil, for: key)
    #expect(info[key] == .some(nil))
    #expect(try info.value(for: key) == nil)
    #expect(info.keys == ["row"])
    info.set(3, for: key)
    #expect(info[.row] == 3)
  }

  @Test func anotherTypeUnderAnOptionalKeyIsAbsent() {
    let key: EventKey<Int?> = "row"
    let info: EventInfo = ["row": "three"]
    if let row = info[key] { Issue.record("\(String(describing: row)) is not an Int") }
    let error = PayloadError.typeMismatch(key: "row", expected: "Optional<Int>", actual: "String")
    #expect(throws: error) { try info.value(for: key) }
  }

  @Test func namesAreWrittenAsLiterals() {
    let name: EventName = "buy"
    #expect(name == .buy)
    #expect(Node().send("buy").outcome == .unhandled)
  }

  @Test func withoutATraceValuesAreNotDescribed() {
    final class Described: CustomStringConvertible, @unchecked Sendable {
      var count = 0
      var description: String {
        count += 1
        return "value"
      }
    }
    let value = Described()
    let key = EventKey<Described>("value")
    var info = EventInfo()
    info.set(value, for: key)
    info.set(value, for: key, .ifAbsent)
    #expect(value.count == 0)
  }
}
