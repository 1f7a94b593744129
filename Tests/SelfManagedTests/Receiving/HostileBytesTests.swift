import Fakes
import SelfManaged
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bytes from a hostile server.
///
/// `HOSTILE_ROUNDS` in the environment looks further; the target
/// in `Fuzz` looks further still.
struct HostileBytesTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["HOSTILE_ROUNDS"].flatMap(Int.init) ?? 300

  private static func sample(_ random: inout SeededRandom, depth: Int = 0) -> Sample {
    var sample = Sample()
    sample.numbers = [
      .random(in: 0...0xFF, using: &random), .random(in: 0...0xFFFF, using: &random),
      .random(in: 0...0xFFFF_FFFF, using: &random), .random(in: 0 ... .max, using: &random),
    ]
    sample.signed = [
      .random(in: -128...127, using: &random), .random(in: -32_768...32_767, using: &random),
      Int64(Int32.random(in: .min ... .max, using: &random)),
      .random(in: .min ... .max, using: &random),
    ]
    sample.flag = .random(using: &random)
    let letters = Array("aé日😀\0\u{301}z")
    func text(_ limit: Int) -> String {
      String(
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        })
    }
    sample.name = text(40)
    sample.note = text(20)
    sample.raw = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      .random(in: 0...255, using: &random)
    }
    let children = depth < 3 ? Int.random(in: 0...2, using: &random) : 0
    sample.children = (0..<children).map { _ in Self.sample(&random, depth: depth + 1) }
    return sample
  }

  private static func response(_ random: inout SeededRandom) -> any WritableResponse {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: LogIn(userID: .random(in: 0 ... .max, using: &random), name: "Bo")
    case 1: QueryInfo(level: .random(in: 0 ... .max, using: &random))
    case 2: LogOut()
    default: sample(&random)
    }
  }

  /// Feeds bytes in pieces and checks the invariants for all bytes.
  private static func decode(
    _ bytes: [UInt8], inPiecesOf size: Int, seed: UInt64
  ) throws -> [String] {
    var random = SeededRandom(seed: seed)
    var decoder = ResponseDecoder(try .samples(), maximumBody: 2_000)
    var words: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...size, using: &random)
      words += decoder.feed(rest.prefix(count)).map(\.words)
      rest = rest.dropFirst(count)
      if decoder.heldByteCount > decoder.heldLimit { Issue.record("held too much: \(seed)") }
    }
    if let failure = decoder.finish() { words.append("finish \(failure)") }
    return words
  }

  @Test("every encoded response decodes to itself")
  func encodingAndDecodingAreInverse() throws {
    let factory = try ResponseFactory.samples()
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededRandom(seed: seed)
      let sample = Self.sample(&random)
      for order in [ByteOrder.big, .little] {
        let received = factory.response(from: try sample.frame(order: order), order: order)
        guard case .response(let response as Sample) = received, response == sample else {
          Issue.record("seed \(seed): \(received.words)")
          return
        }
      }
    }
  }

  @Test func theSamplesKeepTheContract() throws {
    try ResponseContract([LogIn(), LogIn(userID: .max, name: "日本語 😀")]).check()
    try ResponseContract([QueryInfo(), QueryInfo(level: 0, points: .max, balance: .min)]).check()
    try ResponseContract([LogOut()]).check()
    try ResponseContract(
      (0..<UInt64(5)).map { seed in
        var random = SeededRandom(seed: seed)
        return Self.sample(&random, depth: 2)
      }
    ).check()
  }

  @Test("good, mutated and random streams never trap, and decode equally in any chunks")
  func noBytesTrapAndChunkingDoesNotMatter() throws {
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededRandom(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes += try Self.response(&random).encoded()
      }
      switch seed % 3 {
      case 0: break
      case 1:
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
          case 2: bytes.insert(.random(in: 0...255, using: &random), at: index)
          default: if bytes.count > 1 { bytes.remove(at: index) }
          }
        }
      default:
        bytes = (0..<200).map { _ in .random(in: 0...255, using: &random) }
        // A valid header, so that bodies are tested too.
        bytes.replaceSubrange(0..<6, with: [0x01, 0xF4, 0, 0, 0, 190])
      }
      let whole = try Self.decode(bytes, inPiecesOf: bytes.count, seed: seed)
      let pieces = try Self.decode(bytes, inPiecesOf: 7, seed: seed)
      let single = try Self.decode(bytes, inPiecesOf: 1, seed: seed)
      if pieces != whole || single != whole { Issue.record("seed \(seed)") }
      if seed % 3 == 0, whole.contains(where: { $0.hasPrefix("malformed") }) {
        Issue.record("seed \(seed): \(whole)")
      }
    }
  }

  @Test("every prefix of a sample is malformed, and never another response")
  func everyPrefixIsMalformed() throws {
    let factory = try ResponseFactory.samples()
    for seed in 0..<UInt64(20) {
      var random = SeededRandom(seed: seed)
      let body = try Self.sample(&random).frame().body
      for count in body.indices {
        let received = factory.response(
          from: Frame(type: Sample.wireType, body: Array(body[..<count])))
        guard case .malformed(let report) = received, report.error is ReadError else {
          Issue.record("seed \(seed), \(count) bytes: \(received.words)")
          return
        }
      }
    }
  }

  @Test("every read accepts every byte, and never moves past the end")
  func randomReadsStayWithinTheBytes() {
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededRandom(seed: seed)
      let bytes = (0..<60).map { _ in
        UInt8(
          [0, 1, 2, 0xFF, Int.random(in: 0...255, using: &random)].randomElement(using: &random)
            ?? 0)
      }
      var reader = ByteReader(bytes, order: seed % 2 == 0 ? .big : .little)
      for _ in 0..<40 {
        let before = reader.offset
        let number =
          UInt64.random(in: 0 ... .max, using: &random) >> UInt64.random(in: 0...63, using: &random)
        let width = IntegerWidth.allCases.randomElement(using: &random) ?? .byte
        let hasRead: Bool =
          switch Int.random(in: 0..<10, using: &random) {
          case 0: reader.int(width) != nil
          case 1: reader.string(prefix: width) != nil
          case 2: reader.string(count: number, repairing: true) != nil
          case 3: reader.bytes(prefix: width) != nil
          case 4: reader.skip(number) != nil
          case 5:
            reader.list(prefix: width, ofAtLeast: Int(truncatingIfNeeded: number)) {
              $0.byte()
            } != nil
          case 6: reader.nested(prefix: width) { $0.string() } != nil
          case 7: reader.signed64() != nil
          case 8: reader.bool() != nil
          default: reader.list(count: number) { $0.short() } != nil
          }
        #expect(hasRead || reader.offset == before)
        #expect(reader.offset >= before && reader.offset <= bytes.count)
        #expect(reader.offset + reader.remaining == bytes.count)
      }
    }
  }
}
