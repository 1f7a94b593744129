import Fakes
import SelfManaged
import Testing

struct ResponseContractTests {
  /// A response whose reading or writing can violate the contract.
  private struct Score: WritableResponse {
    enum Fault: String {
      case none, writesLess, readsNothing, swaps, believesShort, readsBig, readsLittle
      case confusesLevelFive, cannotBeWritten
    }

    static let wireType: WireType = 1
    static let notificationID: NotificationID = "test.score"
    @TaskLocal static var fault = Fault.none
    var points: UInt16
    var level: UInt8

    init(points: UInt16, level: UInt8) {
      self.points = points
      self.level = level
    }

    init(from reader: inout ByteReader) throws {
      points = 0
      level = 0
      if Self.fault == .readsNothing { return }
      if Self.fault == .readsBig { reader.order = .big }
      if Self.fault == .readsLittle { reader.order = .little }
      if Self.fault == .believesShort {
        points = reader.short() ?? 0
        level = reader.byte() ?? 0
      } else {
        points = try reader.short("points")
        level = try reader.byte("level")
      }
      if Self.fault == .swaps { points = points.byteSwapped }
      if Self.fault == .confusesLevelFive, level == 5 { level = 6 }
    }

    func write(to writer: inout ByteWriter) throws {
      if Self.fault == .cannotBeWritten { throw WriteError("points", "") }
      writer.short(points)
      if Self.fault != .writesLess { writer.byte(level) }
    }
  }

  private func violation(
    _ fault: Score.Fault, _ samples: [Score] = [Score(points: 7, level: 3)],
    optionalBytes: Int = 0
  ) throws -> ContractViolation? {
    let contract = ResponseContract(samples, optionalBytes: optionalBytes)
    do {
      try Score.$fault.withValue(fault) { try contract.check() }
      return nil
    } catch let violation as ContractViolation {
      return violation
    }
  }

  @Test func correctResponseKeepsTheContract() throws {
    #expect(try violation(.none) == nil)
  }

  @Test(arguments: [
    (Score.Fault.writesLess, ResponseContract<Score>.Clause.isReadBack),
    (.readsNothing, .isTheSame), (.swaps, .isTheSame), (.believesShort, .isWhole),
    (.readsBig, .isTheSame), (.readsLittle, .isTheSame),
  ])
  private func aBrokenResponseFailsWithItsClause(
    _ fault: Score.Fault, _ clause: ResponseContract<Score>.Clause
  ) throws {
    #expect(try violation(fault)?.clause == clause.rawValue)
  }

  @Test func optionalBytesMayBeMissing() throws {
    #expect(try violation(.believesShort, optionalBytes: 3) == nil)
    #expect(try violation(.believesShort, optionalBytes: 4) == nil)
    #expect(try violation(.believesShort, optionalBytes: 2)?.clause != nil)
    #expect(try violation(.none, optionalBytes: -1) == nil)
  }

  @Test func everySampleIsChecked() throws {
    let samples = [Score(points: 7, level: 3), Score(points: 7, level: 5)]
    #expect(try violation(.confusesLevelFive, Array(samples.dropLast())) == nil)
    #expect(try violation(.confusesLevelFive, samples)?.clause != nil)
  }

  @Test func errorOfWritingIsRethrown() {
    #expect(throws: WriteError.self) { try violation(.cannotBeWritten) }
  }

  @Test func everyByteHasTwoDigits() throws {
    let finding = try violation(.swaps, [Score(points: 0x0F10, level: 0xFF)])?.finding
    #expect(finding == "the response is written as 10 0f ff")
  }

  @Test func violationNamesTheTruncatedResponse() throws {
    #expect(
      try violation(.believesShort)?.finding
        == "the first 0 bytes are read as Score(points: 0, level: 0)")
    #expect(try violation(.writesLess)?.finding.hasPrefix("reading threw: \"level\"") == true)
  }

  @Test func violationNamesTheFinding() throws {
    #expect(
      try violation(.swaps)?.description == """
        Score: A response that was read is written as the same bytes.
        Found: the response is written as 07 00 03
          1. init(from:) of Score(points: 7, level: 3), written as 00 07 03
        """)
  }

  /// A response that records the bytes from which it is created.
  private struct Recording: WritableResponse {
    static let wireType: WireType = 2
    static let notificationID: NotificationID = "test.recording"
    @TaskLocal static var log = Log()

    /// Unchecked, since only one thread uses it.
    final class Log: @unchecked Sendable { var bodies: Set<[UInt8]> = [] }

    init() {}

    init(from reader: inout ByteReader) throws {
      let body = try reader.bytes("body", count: reader.remaining)
      Self.log.bodies.insert(body)
      guard body.count == 2 else { throw ReadError(.tooShort, "body", at: 0, "") }
    }

    func write(to writer: inout ByteWriter) {
      writer.byte(7)
      writer.byte(9)
    }
  }

  @Test func contractChangesEveryByte() throws {
    let log = Recording.Log()
    try Recording.$log.withValue(log) { try ResponseContract([Recording()]).check() }
    for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
      #expect(log.bodies.contains([byte, 9]))
      #expect(log.bodies.contains([7, byte]))
    }
  }
}
