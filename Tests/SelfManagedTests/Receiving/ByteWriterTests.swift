import SelfManaged
import Testing

struct ByteWriterTests {
  @Test func writtenBytesReadBackEqual() throws {
    for order in [ByteOrder.big, .little] {
      var writer = ByteWriter(order: order)
      writer.byte(1)
      writer.short(2)
      writer.unsigned(3)
      writer.unsigned64(.max)
      writer.signedByte(-1)
      writer.signedShort(-2)
      writer.signed(-3)
      writer.signed64(.min)
      writer.bool(true)
      try writer.int(Int.max, .unsigned64)
      try writer.string("Ünïcödé 😀")
      writer.bytes([1, 2])
      try writer.bytes([3, 4], prefix: .byte)
      try writer.list(["a", "b"], prefix: .byte) { try $0.string($1) }
      try writer.nested(prefix: .short) { $0.unsigned(5) }

      var reader = ByteReader(writer.bytes, order: order)
      #expect(reader.byte() == 1)
      #expect(reader.short() == 2)
      #expect(reader.unsigned() == 3)
      #expect(reader.unsigned64() == .max)
      #expect(reader.signedByte() == -1)
      #expect(reader.signedShort() == -2)
      #expect(reader.signed() == -3)
      #expect(reader.signed64() == .min)
      #expect(reader.bool() == true)
      #expect(reader.int(.unsigned64) == .max)
      #expect(reader.string() == "Ünïcödé 😀")
      #expect(reader.bytes(count: 2) == [1, 2])
      #expect(reader.bytes(prefix: .byte) == [3, 4])
      #expect(reader.list(prefix: .byte) { $0.string() } == ["a", "b"])
      #expect(reader.nested(prefix: .short) { $0.unsigned() } == 5)
      #expect(reader.isAtEnd)
    }
  }

  @Test func bigEndianIsTheDefault() {
    var writer = ByteWriter()
    writer.unsigned(0x0102_0304)
    #expect(writer.bytes == [1, 2, 3, 4])
    writer.order = .little
    writer.short(0x0506)
    #expect(writer.bytes == [1, 2, 3, 4, 6, 5])
  }

  @Test func failedWriteKeepsTheWriter() throws {
    var writer = ByteWriter()
    writer.byte(9)
    let long = String(repeating: "x", count: 256)
    let error = #expect(throws: WriteError.self) {
      try writer.string(long, prefix: .byte, field: "name")
    }
    #expect(error?.description == "\"name\": its length of 256 does not fit into 1 byte.")
    #expect(throws: WriteError.self) { try writer.bytes(long.utf8, prefix: .byte) }
    #expect(throws: WriteError.self) { try writer.int(65_536, .short) }
    #expect(throws: WriteError.self) { try writer.int(-1, .unsigned64) }
    #expect(throws: WriteError.self) { try writer.list(long, prefix: .byte) { $0.bool($1 == "x") } }
    #expect(throws: WriteError.self) {
      try writer.list(["a", long], prefix: .byte) { try $0.string($1, prefix: .byte) }
    }
    #expect(throws: WriteError.self) { try writer.nested(prefix: .byte) { $0.bytes(long.utf8) } }
    #expect(writer.bytes == [9])
    try writer.string(String(long.dropLast()), prefix: .byte)
    #expect(writer.bytes.count == 257)
  }

  @Test func frameAboveItsFormatIsAnError() throws {
    let narrow = FrameFormat(type: .byte, length: .byte)
    #expect(throws: WriteError.self) { try Frame(type: 256).encoded(as: narrow) }
    #expect(throws: WriteError.self) {
      try Frame(type: 1, body: [UInt8](repeating: 0, count: 256)).encoded(as: narrow)
    }
    #expect(try Frame(type: 255, body: [7]).encoded(as: narrow) == [255, 1, 7])
  }

  @Test func widthsHaveAMaximum() {
    #expect(IntegerWidth.allCases.map(\.maximum) == [255, 65_535, 16_777_215, 4_294_967_295, .max])
    #expect(IntegerWidth.allCases.map(\.rawValue) == [1, 2, 3, 4, 8])
  }

  @Test(arguments: [ByteOrder.big, .little]) func threeBytesAreReadAsWritten(_ order: ByteOrder)
    throws
  {
    var writer = ByteWriter(order: order)
    try writer.int(0x01_02_03, .unsigned24)
    try writer.string("Ann", prefix: .unsigned24)
    #expect(throws: WriteError.self) { try writer.int(16_777_216, .unsigned24) }
    #expect(writer.bytes.prefix(3) == (order == .big ? [1, 2, 3] : [3, 2, 1]))
    var reader = ByteReader(writer.bytes, order: order)
    #expect(reader.int(.unsigned24) == 0x01_02_03)
    #expect(reader.string(prefix: .unsigned24) == "Ann")
    #expect(reader.int(.unsigned24) == nil)
  }

  @Test func listHasAShortPrefixByDefault() throws {
    var writer = ByteWriter()
    try writer.list([7, 8]) { $0.byte($1) }
    #expect(writer.bytes == [0, 2, 7, 8])
  }

  @Test func failedListRestoresTheByteOrder() {
    var writer = ByteWriter()
    writer.byte(9)
    #expect(throws: WriteError.self) {
      try writer.list([1, 256]) { writer, number in
        writer.order = .little
        try writer.int(number, .byte)
      }
    }
    writer.short(1)
    #expect(writer.bytes == [9, 0, 1])
  }

  @Test func listMayReplaceItsWriter() {
    var writer = ByteWriter()
    writer.short(9)
    #expect(throws: WriteError.self) {
      try writer.list([256]) { writer, number in
        writer = ByteWriter()
        try writer.int(number, .byte)
      }
    }
    #expect(writer.bytes.count <= 2)
  }

  @Test func framesDifferByTypeOrBody() throws {
    let frame = Frame(type: 1, body: [5, 6])
    var decoder = FrameDecoder(maximumBody: 9)
    let same = decoder.feed(try Frame(type: 2, body: [0]).encoded() + frame.encoded()).last
    #expect(same == .frame(frame))
    #expect(frame != Frame(type: 2, body: [5, 6]))
    #expect(frame != Frame(type: 1, body: [5, 7]))
    #expect(frame != Frame(type: 1, body: [5]))
    #expect(Set([FrameEvent.frame(frame), same ?? .frame(Frame(type: 3))]).count == 1)
    #expect(frame.body.count == 2)
  }

  @Test func errorWithoutAFieldNamesTheNumber() {
    var writer = ByteWriter()
    let error = #expect(throws: WriteError.self) { try writer.int(65_536, .short) }
    #expect(error?.description == "65536 does not fit into 2 bytes.")
  }
}
