import SelfManaged
import Testing

struct ByteReaderTests {
  @Test func fieldsAreReadInSequence() throws {
    var reader = ByteReader([1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4])
    #expect(try reader.byte("a") == 1)
    #expect(try reader.short("b") == 2)
    #expect(reader.offset == 3)
    #expect(reader.remaining == 12)
    #expect(try reader.unsigned("c") == 3)
    #expect(try reader.unsigned64("d") == 4)
    #expect(reader.isAtEnd)
  }

  @Test func signedFieldsAreTwosComplement() {
    var reader = ByteReader([UInt8](repeating: 0xFF, count: 15))
    #expect(reader.signedByte() == -1)
    #expect(reader.signedShort() == -1)
    #expect(reader.signed() == -1)
    #expect(reader.signed64() == -1)
    var least = ByteReader([0x80, 0])
    #expect(least.signedShort() == .min)
  }

  @Test("00 01 is 1 on every host, and 256 for a little-endian reader")
  func byteOrderBelongsToTheReader() throws {
    var big = ByteReader([0, 1])
    #expect(big.short() == 1)
    var little = ByteReader([0, 1, 1, 0], order: .little)
    #expect(little.short() == 256)
    little.order = .big
    #expect(little.short() == 256)
  }

  /// Every read in both forms, by name.
  static let reads: [(String, Int, @Sendable (inout ByteReader) -> Bool, Throwing)] = [
    ("byte", 1, { $0.byte() != nil }, { _ = try $0.byte("f") }),
    ("short", 2, { $0.short() != nil }, { _ = try $0.short("f") }),
    ("unsigned", 4, { $0.unsigned() != nil }, { _ = try $0.unsigned("f") }),
    ("unsigned64", 8, { $0.unsigned64() != nil }, { _ = try $0.unsigned64("f") }),
    ("signedByte", 1, { $0.signedByte() != nil }, { _ = try $0.signedByte("f") }),
    ("signedShort", 2, { $0.signedShort() != nil }, { _ = try $0.signedShort("f") }),
    ("signed", 4, { $0.signed() != nil }, { _ = try $0.signed("f") }),
    ("signed64", 8, { $0.signed64() != nil }, { _ = try $0.signed64("f") }),
    ("bool", 1, { $0.bool() != nil }, { _ = try $0.bool("f") }),
    ("int", 4, { $0.int(.unsigned) != nil }, { _ = try $0.int("f", .unsigned) }),
    ("skip", 5, { $0.skip(5) != nil }, { try $0.skip("f", 5) }),
    ("bytes", 5, { $0.bytes(count: 5) != nil }, { _ = try $0.bytes("f", count: 5) }),
    ("string", 5, { $0.string(count: 5) != nil }, { _ = try $0.string("f", count: 5) }),
    ("prefixed string", 2, { $0.string() != nil }, { _ = try $0.string("f") }),
    (
      "prefixed bytes", 4, { $0.bytes(prefix: .unsigned) != nil },
      { _ = try $0.bytes("f", prefix: .unsigned) }
    ),
    ("list", 2, { $0.list { $0.byte() } != nil }, { _ = try $0.list("f") { try $0.byte("") } }),
    (
      "nested", 1, { $0.nested(prefix: .byte) { $0.remaining } != nil },
      { _ = try $0.nested("f", prefix: .byte) { $0.remaining } }
    ),
    (
      "two as one", 3, { $0.atomically { r in r.byte().flatMap { _ in r.short() } } != nil },
      { _ = try $0.atomically { r in (try r.byte("f"), try r.short("f")) } }
    ),
  ]
  typealias Throwing = @Sendable (inout ByteReader) throws -> Void

  @Test(
    "a read without enough bytes returns nil and does not advance the cursor",
    arguments: reads.indices)
  func failedReadKeepsTheCursor(_ index: Int) throws {
    let (_, size, read, throwing) = Self.reads[index]
    for count in 0...size {
      var reader = ByteReader([9] + [UInt8](repeating: 0, count: count))
      _ = reader.byte()
      var other = reader
      #expect(read(&reader) == (count == size))
      #expect(reader.offset == (count == size ? size + 1 : 1))
      if count == size {
        try throwing(&other)
        #expect(other.isAtEnd)
      } else {
        let error = #expect(throws: ReadError.self) { try throwing(&other) }
        #expect(error?.code == .tooShort)
        #expect(error?.field == "f")
        #expect(other.offset == 1)
      }
    }
  }

  @Test func errorNamesFieldOffsetAndRemainingBytes() {
    var reader = ByteReader([0, 1, 65, 0, 9, 65])
    #expect(reader.string() == "A")
    let error = #expect(throws: ReadError.self) { try reader.string("name") }
    #expect(error?.description == "\"name\" at byte 3: its length is 9 bytes; only 1 left.")
    let other = #expect(throws: ReadError.self) { try reader.unsigned("id") }
    #expect(other?.description == "\"id\" at byte 3: it needs 4 bytes; only 3 left.")
  }

  @Test func onlyZeroAndOneAreBooleans() {
    var reader = ByteReader([0, 1, 2])
    #expect(reader.bool() == false)
    #expect(reader.bool() == true)
    #expect(reader.bool() == nil)
    #expect(reader.offset == 2)
    let error = #expect(throws: ReadError.self) { try reader.bool("flag") }
    #expect(error?.description == "\"flag\" at byte 2: 2 is neither 0 nor 1.")
  }

  @Test("a number above Int.max is an error, not a trap, as a length and as a value")
  func aNumberAboveIntMaxIsAnError() {
    let most: [UInt8] = [0x80, 0, 0, 0, 0, 0, 0, 0, 1]
    var reader = ByteReader(most)
    #expect(reader.int(.unsigned64) == nil)
    #expect(reader.string(prefix: .unsigned64) == nil)
    #expect(reader.bytes(prefix: .unsigned64) == nil)
    #expect(reader.skip(UInt64.max) == nil)
    #expect(reader.bytes(count: UInt64.max) == nil)
    #expect(reader.string(count: -1) == nil)
    #expect(reader.skip(-1) == nil)
    #expect(reader.offset == 0)
    let error = #expect(throws: ReadError.self) { try reader.int("version", .unsigned64) }
    #expect(error?.code == .invalid)
    #expect(error?.message == "9223372036854775808 is greater than 9223372036854775807")
    #expect(reader.offset == 0)
    #expect(reader.unsigned64() == 1 << 63)
  }

  @Test("a string and raw bytes of length 0 are valid")
  func anEmptyStringIsAString() throws {
    var reader = ByteReader([0, 0, 0, 0])
    #expect(try reader.string("name") == "")
    #expect(reader.bytes(prefix: .short) == [])
    #expect(reader.string(count: 0) == "")
    #expect(reader.isAtEnd)
  }

  @Test("a count of 2^61 elements of 8 bytes is rejected, without overflow or allocation")
  func impossibleCountIsRejected() {
    var reader = ByteReader([0x20, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 16))
    var calls = 0
    let list = reader.list(prefix: .unsigned64, ofAtLeast: 8) { part -> UInt64? in
      calls += 1
      return part.unsigned64()
    }
    #expect(list == nil)
    #expect(calls == 0)
    #expect(reader.offset == 0)
    let four = reader.list(count: 4, ofAtLeast: 8) { part -> UInt64? in
      calls += 1
      return part.unsigned64()
    }
    #expect(four == nil)
    #expect(calls == 0)
    #expect(reader.list(count: 3, ofAtLeast: 8) { $0.unsigned64() }?.count == 3)
  }

  @Test func countOfEmptyElementsIsBounded() {
    var reader = ByteReader([0xFF, 0xFF, 0xFF, 0xFF, 1])
    #expect(reader.list(prefix: .unsigned) { _ in 0 } == nil)
    #expect(reader.list(count: -1) { _ in 0 } == nil)
    #expect(reader.list(count: 5, ofAtLeast: 0) { _ in 0 } == [0, 0, 0, 0, 0])
    #expect(reader.list(count: 6, ofAtLeast: .min) { _ in 0 } == nil)
  }

  static let texts: [([UInt8], String?, String)] = [
    ([0xC3, 0x28], nil, "\u{FFFD}("),
    ([0x41, 0xE6, 0x97], nil, "A\u{FFFD}"),
    ([0xED, 0xA0, 0x80], nil, "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xC0, 0xAF], nil, "\u{FFFD}\u{FFFD}"),
    ([0xF4, 0x90, 0x80, 0x80], nil, "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xFF], nil, "\u{FFFD}"),
    ([0xEF, 0xBF, 0xBD], "\u{FFFD}", "\u{FFFD}"),
    ([0xF0, 0x9F, 0x98, 0x80], "😀", "😀"),
    ([0, 0x41], "\0A", "\0A"),
    (
      Array("日本語, and on the heap".utf8), "日本語, and on the heap",
      "日本語, and on the heap"
    ),
    (
      Array("long enough for the heap, and bad at its end".utf8) + [0xC3], nil,
      "long enough for the heap, and bad at its end\u{FFFD}"
    ),
  ]

  @Test(
    "only valid UTF-8 is a string; invalid bytes are repaired only on request",
    arguments: texts)
  func onlyUTF8IsAString(_ bytes: [UInt8], exact: String?, repaired: String) {
    var reader = ByteReader(bytes)
    #expect(reader.string(count: bytes.count) == exact)
    #expect(reader.offset == (exact == nil ? 0 : bytes.count))
    var prefixed = ByteReader([UInt8(bytes.count)] + bytes)
    let error = exact == nil ? ReadError.Code.notUTF8 : nil
    #expect(code { try prefixed.string("name", prefix: .byte) } == error)
    #expect(prefixed.offset == (exact == nil ? 0 : bytes.count + 1))
    var other = ByteReader(bytes)
    #expect(other.string(count: bytes.count, repairing: true) == repaired)
    #expect(other.isAtEnd)
  }

  @Test("bytes of every kind are validated as by the standard library")
  func utf8MatchesTheStandardLibrary() {
    for first in UInt8.min ... .max {
      for second: UInt8 in [0, 0x28, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] {
        for tail: [UInt8] in [[], [0x80], [0xBF, 0x80]] {
          let bytes = [first, second] + tail
          var reader = ByteReader(bytes)
          let exact = String(validating: bytes, as: UTF8.self)
          if reader.string(count: bytes.count) != exact { Issue.record("\(bytes)") }
        }
      }
    }
  }

  @Test("a text of any length is validated to its last byte")
  func oneInvalidByteAnywhereIsFound() {
    for count in 0...34 {
      let bytes = (0..<count).map { UInt8(97 + $0 % 26) }
      var reader = ByteReader(bytes)
      #expect(reader.string(count: count) == String(decoding: bytes, as: UTF8.self))
      for place in 0..<count {
        var bad = bytes
        bad[place] = 0x80
        var reader = ByteReader(bad)
        #expect(reader.string(count: count) == nil)
        #expect(
          reader.string(count: count, repairing: true) == String(decoding: bad, as: UTF8.self))
      }
    }
  }

  @Test func atomicReadsRestoreTheCursor() throws {
    var reader = ByteReader([1, 0, 2, 3])
    let nothing = reader.atomically { reader -> (UInt8, UInt32)? in
      guard let a = reader.byte(), let b = reader.unsigned() else { return nil }
      return (a, b)
    }
    #expect(nothing == nil)
    #expect(reader.offset == 0)
    #expect(throws: ReadError.self) {
      try reader.atomically { reader in
        _ = try reader.byte("a")
        reader.order = .little
        _ = try reader.unsigned("b")
      }
    }
    #expect(reader.offset == 0)
    #expect(reader.order == .big)
    #expect(try reader.atomically { (try $0.byte("a"), try $0.short("b")) } == (1, 2))
    #expect(reader.offset == 3)
  }

  @Test func customFieldIsNamedInErrors() throws {
    enum Status: UInt8 { case open = 1 }
    var reader = ByteReader([1, 7])
    #expect(try reader.field("status") { $0.byte().flatMap(Status.init) } == .open)
    let error = #expect(throws: ReadError.self) {
      try reader.field("status") { $0.byte().flatMap(Status.init) }
    }
    #expect(error?.code == .invalid)
    #expect(error?.offset == 1)
    #expect(reader.offset == 1)
  }

  @Test func leftoverBytesAreRejectedOnRequest() throws {
    var reader = ByteReader([1, 2])
    #expect(code { try reader.expectEnd() } == .notAtEnd)
    _ = reader.short()
    try reader.expectEnd()
  }

  @Test func copyHasItsOwnCursor() {
    var reader = ByteReader([1, 2])
    var copy = reader
    #expect(copy.byte() == 1)
    #expect(copy.byte() == 2)
    #expect(reader.byte() == 1)
  }

  @Test func sliceIsReadFromItsFirstByte() {
    let slice = [9, 9, 1, 2, 9].map(UInt8.init)[2..<4]
    var reader = ByteReader(slice)
    #expect(reader.offset == 0)
    #expect(reader.short() == 0x0102)
    #expect(reader.isAtEnd)
  }

  @Test("a field without any byte is too short; a count below 0 is invalid")
  func missingByteAndNegativeCountAreErrors() throws {
    var reader = ByteReader([7])
    _ = reader.byte()
    let missing = #expect(throws: ReadError.self) {
      try reader.field("status") { $0.byte().map { $0 == 1 } }
    }
    #expect(missing?.code == .tooShort)
    #expect(missing?.offset == 1)
    let negative = #expect(throws: ReadError.self) { try reader.string("name", count: -1) }
    #expect(negative?.code == .invalid)
    #expect(negative?.description == "\"name\" at byte 1: -1 is not a valid byte count.")
  }
}

/// The code of the error that a read throws, if it throws one.
func code(_ read: () throws -> some Any) -> ReadError.Code? {
  do {
    _ = try read()
    return nil
  } catch {
    return (error as? ReadError)?.code
  }
}
