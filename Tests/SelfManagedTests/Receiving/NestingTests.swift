import SelfManaged
import Testing

struct NestingTests {
  @Test(
    "offsets in a part count from the body's first byte, wherever the body is")
  func offsetsCountFromTheBody() throws {
    let body: [UInt8] = [9, 0, 2, 0xC3, 0x28]
    let bytes = try Frame(type: 4, body: body).encoded()
    for lead in [0, 1, 7] {
      var decoder = FrameDecoder(maximumBody: 100)
      let other = try Frame(type: 1, body: [UInt8](repeating: 1, count: lead)).encoded()
      guard case .frame(let frame) = decoder.feed(other + bytes).last else {
        Issue.record("no frame")
        return
      }
      var reader = frame.reader()
      #expect(reader.offset == 0)
      #expect(reader.remaining == 5)
      #expect(reader.byte() == 9)
      let error = #expect(throws: ReadError.self) { try reader.string("name") }
      #expect(error?.offset == 1)
    }
  }

  @Test func partCannotBeReadPastItsEnd() throws {
    var reader = ByteReader([2, 1, 2, 3])
    let error = #expect(throws: ReadError.self) {
      try reader.nested("part", prefix: .byte) { try $0.unsigned("id") }
    }
    #expect(error?.description == "\"part.id\" at byte 1: it needs 4 bytes; only 2 left.")
    #expect(reader.offset == 0)
    #expect(reader.remaining == 4)
    #expect(reader.nested(prefix: .byte) { $0.short() } == 0x0102)
    #expect(reader.byte() == 3)
  }

  @Test func offsetOfAListIsThatOfItsCount() {
    var reader = ByteReader([9, 5, 1, 2])
    _ = reader.byte()
    let error = #expect(throws: ReadError.self) {
      try reader.list("rows", prefix: .byte) { try $0.byte("row") }
    }
    #expect(error?.offset == 1)
    #expect(reader.offset == 1)
  }

  @Test func unreadBytesOfAPartAreSkipped() {
    var reader = ByteReader([3, 1, 2, 3, 9])
    #expect(reader.nested(prefix: .byte) { $0.byte() } == 1)
    #expect(reader.byte() == 9)
  }

  @Test func partHasItsOwnByteOrder() {
    var reader = ByteReader([0, 1, 0, 1])
    let part = reader.nested { part -> UInt16? in
      part.order = .little
      return part.short()
    }
    #expect(part == 256)
    #expect(reader.short() == 1)
  }

  @Test func byteOrderThatIsSetInAListEndsWithTheList() throws {
    var writer = ByteWriter()
    try writer.list([UInt16(1), 2], prefix: .byte) { element, value in
      element.order = .little
      element.short(value)
    }
    writer.short(1)
    #expect(writer.bytes.suffix(2) == [0, 1])
    var reader = ByteReader(writer.bytes)
    let elements = try reader.list("elements", prefix: .byte) { element in
      element.order = .little
      return try element.short("element")
    }
    #expect(elements == [1, 2])
    #expect(reader.short() == 1)
  }

  @Test func errorNamesThePath() {
    var reader = ByteReader([2, 0, 1, 65, 0, 9])
    let error = #expect(throws: ReadError.self) {
      try reader.nested("page") { page in
        try page.list("lines", prefix: .byte) { try $0.string("name") }
      }
    }
    #expect(error?.field == "page.lines[1].name")
    #expect(error?.offset == 4)
    #expect(reader.offset == 0)
  }

  @Test func customErrorIsRethrown() {
    struct Own: Error {}
    var reader = ByteReader([1, 1])
    #expect(throws: Own.self) {
      try reader.list("lines", prefix: .byte) { _ in throw Own() }
    }
    #expect(reader.offset == 0)
  }

  /// An endlessly nested list.
  private struct Tree {
    var children: [Tree]

    init(from reader: inout ByteReader) throws {
      children = try reader.list("children", prefix: .byte) { try Tree(from: &$0) }
    }

    var depth: Int { 1 + (children.first?.depth ?? 0) }
  }

  @Test("a hundred parts may be nested, and one more is an error")
  func depthIsLimited() throws {
    var reader = ByteReader([UInt8](repeating: 1, count: 99) + [0])
    #expect(try Tree(from: &reader).depth == 100)
    for count in [100, 101, 100_000] {
      var reader = ByteReader([UInt8](repeating: 1, count: count) + [0])
      #expect(code { try Tree(from: &reader) } == .tooDeep)
      #expect(reader.offset == 0)
    }
  }

  @Test("length-prefixed parts count too")
  func prefixedPartsCountTowardTheDepth() throws {
    func read(_ reader: inout ByteReader) throws -> Int {
      reader.isAtEnd ? 0 : 1 + (try reader.nested("in", prefix: .unsigned) { try read(&$0) })
    }
    func bytes(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce(into: [UInt8]()) { bytes, _ in
        var writer = ByteWriter()
        writer.unsigned(UInt32(bytes.count))
        bytes = writer.bytes + bytes
      }
    }
    var reader = ByteReader(bytes(100))
    #expect(try read(&reader) == 100)
    var deeper = ByteReader(bytes(101))
    #expect(code { try read(&deeper) } == .tooDeep)
  }

  /// A chain that is read in steps: with a field name, with an optional and with an error.
  private indirect enum Chain {
    case end
    case link(Chain)

    static func field(_ reader: inout ByteReader) throws -> Self {
      try reader.field("next") { part in
        part.byte().flatMap { $0 == 0 ? .end : (try? field(&part)).map { .link($0) } }
      }
    }

    static func optional(_ reader: inout ByteReader) -> Self? {
      reader.atomically { part in
        part.byte().flatMap { $0 == 0 ? .end : optional(&part).map { .link($0) } }
      }
    }

    static func throwing(_ reader: inout ByteReader) throws -> Self {
      try reader.atomically { part in
        try part.byte("more") == 0 ? .end : .link(try throwing(&part))
      }
    }

    var depth: Int {
      switch self {
      case .end: 1
      case .link(let next): 1 + next.depth
      }
    }
  }

  @Test("a hundred steps may be nested, and more are an error, however long the input is")
  func stepsHaveALimitOfTheirOwn() throws {
    let reads: [(inout ByteReader) -> Chain?] = [
      { try? Chain.field(&$0) }, { Chain.optional(&$0) }, { try? Chain.throwing(&$0) },
    ]
    for read in reads {
      var reader = ByteReader([UInt8](repeating: 1, count: 99) + [0, 7])
      #expect(read(&reader)?.depth == 100)
      #expect(reader.byte() == 7)
      for count in [100, 101, 1_000_000] {
        var reader = ByteReader([UInt8](repeating: 1, count: count) + [0])
        #expect(read(&reader) == nil)
        #expect(reader.offset == 0 && reader.remaining == count + 1)
      }
    }
  }

  @Test func fieldThatIsTooDeepNamesTheReason() {
    func read(_ depth: Int, _ reader: inout ByteReader) -> ReadError? {
      guard depth < 100 else {
        return #expect(throws: ReadError.self) { try reader.field("next") { $0.byte() } }
      }
      return reader.atomically { read(depth + 1, &$0) }
    }
    var reader = ByteReader([0])
    let error = read(0, &reader)
    #expect(error?.description == "\"next\" at byte 0: it is nested more than 100 deep.")
    #expect(error?.code == .tooDeep)
  }

  @Test func stepsAndPartsAreCountedSeparately() throws {
    func read(_ depth: Int, _ reader: inout ByteReader) -> UInt8? {
      guard depth > 0 else { return reader.byte() }
      return reader.nested { part in part.atomically { read(depth - 1, &$0) } }
    }
    var reader = ByteReader([7])
    #expect(read(100, &reader) == 7)
    #expect(reader.isAtEnd)
  }

  @Test func depthCountsOnlyOpenParts() throws {
    var reader = ByteReader([UInt8](repeating: 0, count: 500))
    for _ in 0..<500 {
      #expect(reader.nested { $0.byte() } == 0)
    }
    var failing = ByteReader([0])
    for _ in 0..<500 { #expect(failing.nested { $0.short() } == nil) }
    #expect(failing.nested { $0.byte() } == 0)
  }

  @Test("a closure's replacement of a part's reader does not affect the parent")
  func replacedReaderDoesNotAffectItsParent() {
    var reader = ByteReader([4, 1, 2, 3, 4, 9])
    let part = reader.nested(prefix: .byte) { part -> UInt8? in
      part = ByteReader([7])
      return part.byte()
    }
    #expect(part == 7)
    #expect(reader.byte() == 9)
    #expect(reader.isAtEnd)
  }

  @Test func tooDeepPartIsNamedInTheError() {
    var reader = ByteReader([])
    func descend(_ reader: inout ByteReader) throws -> Int {
      try reader.nested("part") { try descend(&$0) }
    }
    let error = #expect(throws: ReadError.self) { _ = try descend(&reader) }
    #expect(error?.field.hasSuffix("part.part") == true)
  }
}
