import SelfManaged
import Testing

/// The forms of the reads of strings and lists, and their errors.
struct ByteReaderFieldTests {
  typealias TextForm = @Sendable (inout ByteReader, _ count: Int) -> String?

  /// Every read of a string without repairs: with a prefix or a count, throwing or not.
  static let exact: [(isPrefixed: Bool, read: TextForm)] = [
    (true, { reader, _ in reader.string() }),
    (true, { reader, _ in try? reader.string("name") }),
    (false, { reader, count in reader.string(count: count) }),
    (false, { reader, count in try? reader.string("name", count: count) }),
  ]

  /// The same reads with repairs.
  static let repairing: [(isPrefixed: Bool, read: TextForm)] = [
    (true, { reader, _ in reader.string(repairing: true) }),
    (true, { reader, _ in try? reader.string("name", repairing: true) }),
    (false, { reader, count in reader.string(count: count, repairing: true) }),
    (false, { reader, count in try? reader.string("name", count: count, repairing: true) }),
  ]

  @Test("every read of a string repairs invalid bytes only on request", arguments: 0..<4)
  func stringsAreRepairedOnRequest(_ form: Int) {
    let bad: [UInt8] = [0x41, 0xFF, 0x42]
    for (bytes, expected) in [(Array("ABC".utf8), "ABC"), (bad, nil)] {
      let (isPrefixed, read) = Self.exact[form]
      var reader = ByteReader(isPrefixed ? [0, 3] + bytes : bytes)
      #expect(read(&reader, 3) == expected)
      #expect(reader.isAtEnd == (expected != nil))
    }
    let (isPrefixed, read) = Self.repairing[form]
    var reader = ByteReader(isPrefixed ? [0, 3] + bad : bad)
    #expect(read(&reader, 3) == "A\u{FFFD}B")
    #expect(reader.isAtEnd)
  }

  /// Every read of a list of bytes: with a prefix or a count, throwing or not.
  static let lists: [(isPrefixed: Bool, read: @Sendable (inout ByteReader) -> [UInt8]?)] = [
    (true, { $0.list { $0.byte() } }),
    (true, { try? $0.list("list") { try $0.byte("element") } }),
    (false, { $0.list(count: 2) { $0.byte() } }),
    (false, { try? $0.list("list", count: 2) { try $0.byte("element") } }),
  ]

  @Test("elements take at least one byte by default", arguments: 0..<4)
  func elementsTakeAtLeastOneByte(_ form: Int) {
    let (isPrefixed, read) = Self.lists[form]
    let prefix: [UInt8] = isPrefixed ? [0, 2] : []
    var reader = ByteReader(prefix + [7, 8])
    #expect(read(&reader) == [7, 8])
    #expect(reader.isAtEnd)
    var short = ByteReader(prefix + [7])
    #expect(read(&short) == nil)
    #expect(short.offset == 0)
  }

  @Test func impossibleCountIsExplained() {
    var reader = ByteReader([0, 0, 0, 0, 0])
    let error = #expect(throws: ReadError.self) {
      try reader.list("lines", count: 6, ofAtLeast: 0) { _ in 0 }
    }
    #expect(
      error?.description
        == "\"lines\" at byte 0: it has 6 elements of at least 1 bytes; only 5 left.")
    let wide = #expect(throws: ReadError.self) {
      try reader.list("lines", count: 3, ofAtLeast: 2) { _ in 0 }
    }
    #expect(wide?.message == "it has 3 elements of at least 2 bytes; only 5 left")
    let negative = #expect(throws: ReadError.self) {
      try reader.list("lines", count: -3) { _ in 0 }
    }
    #expect(negative?.code == .invalid)
    #expect(negative?.message == "-3 is not a valid element count")
  }

  @Test func missingBytesOfALaterFrameAreCounted() throws {
    var decoder = FrameDecoder(maximumBody: 9)
    let bytes = try Frame(type: 1, body: [1, 2, 3]).encoded() + Frame(type: 2, body: [4]).encoded()
    guard case .frame(let frame)? = decoder.feed(bytes).last else {
      Issue.record("no frame")
      return
    }
    var reader = frame.reader()
    let error = #expect(throws: ReadError.self) { try reader.unsigned("id") }
    #expect(error?.description == "\"id\" at byte 0: it needs 4 bytes; only 1 left.")
  }

  @Test func unreadableFieldNamesTheRemainingBytes() {
    var reader = ByteReader([9, 7])
    _ = reader.byte()
    let error = #expect(throws: ReadError.self) {
      try reader.field("status") { _ -> Int? in nil }
    }
    #expect(error?.message == "the remaining 1 bytes do not begin with a valid value")
    let end = #expect(throws: ReadError.self) { try reader.expectEnd() }
    #expect(end?.description == "\"end\" at byte 1: it is expected here; 1 bytes left.")
  }
}
