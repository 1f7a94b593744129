import SelfManaged
import Testing

struct ResponseFactoryTests {
  /// Wants the wire type of ``LogIn``.
  private struct Intruder: Response {
    static let wireType: WireType = 1
    static let notificationID: NotificationID = "other.intruder"
    init(from reader: inout ByteReader) throws {}
  }

  /// Wants the notification id of ``LogIn``.
  private struct Namesake: Response {
    static let wireType: WireType = 99
    static let notificationID: NotificationID = "account.log-in"
    init(from reader: inout ByteReader) throws {}
  }

  /// A type outside the range of the lookup table.
  private struct Distant: WritableResponse {
    static let wireType: WireType = 0xFFFF_FFFF
    static let notificationID: NotificationID = "other.distant"
    init() {}
    init(from reader: inout ByteReader) throws {}
    func write(to writer: inout ByteWriter) {}
  }

  private struct Own: Error {}

  /// Rejects every body with a custom error.
  private struct Choosy: Response {
    static let wireType: WireType = 40
    static let notificationID: NotificationID = "other.choosy"
    init(from reader: inout ByteReader) throws { throw Own() }
  }

  @Test func responsesAreBuiltByTheirWireType() throws {
    let factory = try ResponseFactory.samples()
    let login = LogIn(userID: 9, name: "Bo")
    #expect(factory.response(from: try login.frame()).words == "\(login)")
    #expect(factory.response(from: try QueryInfo().frame()).words == "\(QueryInfo())")
    #expect(factory.response(from: try LogOut().frame()).words == "\(LogOut())")
    #expect(factory.wireTypes == [1, 2, 3, 500])
  }

  @Test("an unknown type arrives raw, and the next frame is read")
  func anUnknownTypeArrivesRaw() throws {
    var decoder = ResponseDecoder(try .samples(), maximumBody: 100)
    let bytes = try Frame(type: 99, body: [1, 2]).encoded() + LogOut().encoded()
    let received = decoder.feed(bytes)
    #expect(received.map(\.words) == ["unknown 99 [1, 2]", "\(LogOut())"])
    #expect(decoder.failure == nil)
  }

  @Test(arguments: [0, 4, 499, 501, 1_023, 1_024, 0xFFFF_FFFE, UInt64.max])
  func unregisteredTypesAreUnknown(_ number: UInt64) throws {
    var factory = try ResponseFactory.samples()
    try factory.register(Distant.self)
    let received = factory.response(from: Frame(type: WireType(rawValue: number)))
    #expect(received.words == "unknown \(number) []")
    #expect(factory.response(from: Frame(type: Distant.wireType)).words == "\(Distant())")
  }

  @Test("a second type for a number is rejected, naming both, and replaces nothing")
  func duplicateTypeIsRejected() throws {
    var factory = try ResponseFactory.samples()
    let error = #expect(throws: DuplicateResponse.self) { try factory.register(Intruder.self) }
    #expect(error?.claim == .wireType(1))
    #expect(error?.first == "SelfManagedTests.LogIn")
    #expect(error?.second.hasSuffix("Intruder") == true)
    let words = error?.description ?? ""
    #expect(words.hasPrefix("Wire type 1 is already registered: SelfManagedTests.LogIn and "))
    #expect(words.hasSuffix("both use it. Change one of them."))
    #expect(factory.response(from: try LogIn().frame()).words == "\(LogIn())")
  }

  @Test("a second type for a notification id is rejected, naming both")
  func duplicateIDIsRejected() throws {
    var factory = try ResponseFactory.samples()
    let error = #expect(throws: DuplicateResponse.self) { try factory.register(Namesake.self) }
    #expect(error?.claim == .notificationID("account.log-in"))
    #expect(
      error?.description.contains("Notification ID \"account.log-in\" is already registered")
        == true)
    #expect(factory.wireTypes == [1, 2, 3, 500])
    #expect(factory.response(from: Frame(type: 99)).words == "unknown 99 []")
  }

  @Test func repeatedRegistrationIsNamedInTheError() throws {
    var factory = try ResponseFactory.samples()
    let error = #expect(throws: DuplicateResponse.self) { try factory.register(LogIn.self) }
    #expect(
      error?.description == "Wire type 1 is already registered: SelfManagedTests.LogIn was "
        + "registered twice. Register it once.")
  }

  @Test func malformedBodyAffectsOnlyItsFrame() throws {
    var decoder = ResponseDecoder(try .samples(), maximumBody: 100)
    let bad = try Frame(type: 1, body: [0, 0, 0, 7, 0, 9, 65]).encoded()
    let received = decoder.feed(try LogOut().encoded() + bad + LogIn().encoded())
    #expect(received.count == 3)
    #expect(received[0].words == "\(LogOut())")
    #expect(
      received[1].words == "malformed SelfManagedTests.LogIn can't be decoded from a frame of "
        + "type 1 with 7 bytes. \"name\" at byte 4: its length is 9 bytes; only 1 left.")
    #expect(received[2].words == "\(LogIn())")
  }

  @Test func customDecodingErrorIsReported() throws {
    var factory = ResponseFactory()
    try factory.register(Choosy.self)
    guard case .malformed(let report) = factory.response(from: Frame(type: 40, body: [7])) else {
      Issue.record("not refused")
      return
    }
    #expect(report.error is Own)
    #expect(report.frame == Frame(type: 40, body: [7]))
  }

  @Test("a body of length 0 is a response and does not stall the stream")
  func anEmptyBodyIsAResponse() throws {
    var decoder = ResponseDecoder(try .samples(), maximumBody: 0)
    let bytes = try LogOut().encoded()
    #expect(decoder.feed(bytes + bytes).map(\.words) == ["\(LogOut())", "\(LogOut())"])
    #expect(decoder.heldByteCount == 0)
  }

  @Test func badLengthEndsTheStreamAfterEarlierFrames() throws {
    var decoder = ResponseDecoder(try .samples(), maximumBody: 20)
    let bytes = try LogOut().encoded() + [0, 1, 0, 0, 0, 21] + LogOut().encoded()
    let received = decoder.feed(bytes)
    #expect(received.count == 2)
    #expect(received[0].words == "\(LogOut())")
    #expect(
      received[1].words.hasPrefix("failed The frame of type 1 at byte 6 has a body of 21"))
    #expect(decoder.feed(try LogOut().encoded()).isEmpty)
    #expect(decoder.finish() == decoder.failure)
  }

  /// Replaces the reader that it was given.
  private struct Swindler: WritableResponse, Hashable {
    static let wireType: WireType = 41
    static let notificationID: NotificationID = "other.swindler"
    init() {}
    init(from reader: inout ByteReader) throws { reader = ByteReader([1, 2, 3]) }
    func write(to writer: inout ByteWriter) { writer.unsigned64(0) }
  }

  @Test func replacedReaderAffectsNoOtherFrame() throws {
    var factory = try ResponseFactory.samples()
    try factory.register(Swindler.self)
    var decoder = ResponseDecoder(factory, maximumBody: 100)
    let bytes = try LogIn().encoded() + Swindler().encoded() + LogIn(userID: 8).encoded()
    #expect(
      decoder.feed(bytes).map(\.words) == ["\(LogIn())", "\(Swindler())", "\(LogIn(userID: 8))"])
  }

  /// The same, and then rejects the body.
  private struct Thief: Response {
    static let wireType: WireType = 43
    static let notificationID: NotificationID = "other.thief"
    init(from reader: inout ByteReader) throws {
      reader = ByteReader([])
      throw Own()
    }
  }

  @Test func replacedReaderKeepsTheReportedFrame() throws {
    var factory = ResponseFactory()
    try factory.register(Thief.self)
    let frame = Frame(type: 43, body: [5, 6, 7])
    let bytes = try frame.encoded()
    for cut in 0..<bytes.count {
      var decoder = ResponseDecoder(factory, maximumBody: 100)
      for received in decoder.feed(bytes.prefix(cut)) + decoder.feed(bytes.dropFirst(cut) + bytes) {
        guard case .malformed(let report) = received else {
          Issue.record("not refused")
          continue
        }
        #expect(report.frame == frame)
      }
    }
  }

  /// Reads in the other byte order and does not restore it.
  private struct Reversed: WritableResponse, Hashable {
    static let wireType: WireType = 42
    static let notificationID: NotificationID = "other.reversed"
    var number: UInt16
    init(number: UInt16) { self.number = number }
    init(from reader: inout ByteReader) throws {
      reader.order = .little
      number = try reader.short("number")
    }
    func write(to writer: inout ByteWriter) {
      writer.order = .little
      writer.short(number)
    }
  }

  @Test func eachBodyStartsInTheFormatsByteOrder() throws {
    var factory = try ResponseFactory.samples()
    try factory.register(Reversed.self)
    for order in [ByteOrder.big, .little] {
      let format = FrameFormat(order: order)
      var decoder = ResponseDecoder(factory, format: format, maximumBody: 100)
      let bytes = try Reversed(number: 1).encoded(as: format) + LogIn().encoded(as: format)
      #expect(decoder.feed(bytes).map(\.words) == ["\(Reversed(number: 1))", "\(LogIn())"])
    }
  }

  @Test("decoding can move between actors and needs none")
  func decodingNeedsNoActor() async throws {
    let decoder = ResponseDecoder(try .samples(), maximumBody: 100)
    let bytes = try LogIn().encoded()
    let received = await Task.detached {
      var decoder = decoder
      return decoder.feed(bytes)
    }.value
    #expect(received.map(\.words) == ["\(LogIn())"])
  }
}
