import Harness
import NIOCore
import SelfManaged

/// From bytes to one observer, beside swift-nio's framing and reading.
@MainActor
struct ReceivingSuite: Suite {
  let name = "receiving"

  private static let count = 4_000
  private static let maximum = 1_000
  private static let nio = "swift-nio"
  private static let ours = "self-managed"
  private static let copy = "memcpy"
  private static let pieces = "pieces of 1,460 bytes"
  private static let whole = "one piece"

  func comparisons() throws -> [Comparison] {
    let wire = try Wire(Self.count)
    return [
      framing(wire), parsing(wire), try receiving(wire, of: Self.count),
      try receiving(Wire(40_000), of: 40_000),
    ]
  }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    guard results.count == 4 else { return [] }
    var goals: [Goal] = []
    if let framing = results[0][Self.ours] {
      goals.append(.ratio("framing, beside swift-nio", framing.ratio, atMost: 0.25))
    }
    if let parsing = results[1][Self.ours] {
      goals.append(.ratio("validated parse, beside swift-nio", parsing.ratio, atMost: 1.0 / 3))
    }
    if let cut = results[2][Self.pieces], let long = results[3][Self.whole] {
      goals += [
        // 110 ns where copying the same bytes takes 0.5.
        .ratio("bytes to one observer, beside copying them", cut.ratio, atMost: 220),
        .ratio(
          "a message among 40,000 in one piece, beside one in pieces",
          long.nanoseconds / 40_000 / (cut.nanoseconds / Double(Self.count)), atMost: 1.5),
      ]
    }
    return goals
  }

  private func framing(_ wire: Wire) -> Comparison {
    let buffers = wire.chunks.map { ByteBuffer(bytes: $0) }
    return Comparison(
      "framing \(Self.count) messages in pieces of 1,460 bytes", parts: Self.count,
      expected: wire.bodies.count,
      [
        Contestant(Self.nio) {
          let processor = NIOSingleStepByteToMessageProcessor(NIODecoder())
          var sum = 0
          for buffer in buffers {
            do { try processor.process(buffer: buffer) { sum &+= $0.body.readableBytes } } catch {
              return 0
            }
          }
          return sum
        },
        Contestant(Self.ours) {
          var decoder = FrameDecoder(maximumBody: Self.maximum)
          var sum = 0
          for chunk in wire.chunks {
            guard decoder.feed(chunk, each: { sum &+= $1.remaining }) == nil else { return 0 }
          }
          return sum
        },
        Contestant("self-managed, as an array of events") {
          var decoder = FrameDecoder(maximumBody: Self.maximum)
          var sum = 0
          for chunk in wire.chunks {
            for case .frame(let frame) in decoder.feed(chunk) { sum &+= frame.reader().remaining }
          }
          return sum
        },
      ])
  }

  private func parsing(_ wire: Wire) -> Comparison {
    let buffer = ByteBuffer(bytes: wire.bodies)
    return Comparison(
      "reading \(Self.count) messages, UTF-8 validated", parts: Self.count, expected: wire.sum,
      [
        Contestant(Self.nio) {
          var reader = buffer
          var sum = 0
          for _ in 0..<Self.count {
            guard let note = try? reader.readNote() else { return 0 }
            sum &+= note.sum
          }
          return sum
        },
        Contestant(Self.ours) {
          var reader = ByteReader(wire.bodies)
          var sum = 0
          for _ in 0..<Self.count {
            guard let note = try? Note(from: &reader) else { return 0 }
            sum &+= note.sum
          }
          return sum
        },
      ])
  }

  private func receiving(_ wire: Wire, of count: Int) throws -> Comparison {
    let center = ResponseCenter()
    let inbox = Inbox(center)
    let decoder = ResponseDecoder(try Wire.factory(), maximumBody: Self.maximum)
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: wire.bytes.count, alignment: 16)
    return Comparison(
      "\(count) messages, from bytes to one typed observer", parts: count, expected: wire.sum,
      [
        Contestant(Self.copy) {
          wire.bytes.withUnsafeBytes { target.copyMemory(from: $0) }
          return target.last == wire.bytes.last ? wire.sum : 0
        },
        Contestant(Self.pieces) {
          inbox.sum {
            var decoder = decoder
            for chunk in wire.chunks { center.post(decoder.feed(chunk)) }
          }
        },
        Contestant(Self.whole) {
          inbox.sum {
            var decoder = decoder
            center.post(decoder.feed(wire.bytes))
          }
        },
      ])
  }
}

extension Wire {
  static func factory() throws -> ResponseFactory {
    var factory = ResponseFactory()
    try factory.register(Note.self)
    return factory
  }
}

/// Adds up what one observer is given.
@MainActor
final class Inbox {
  private let tally = Tally()
  private let token: ResponseObservation

  private final class Tally {
    var sum = 0
  }

  init(_ center: ResponseCenter) {
    token = center.observe(Note.self) { [tally] in tally.sum &+= $0.sum }
  }

  /// What was received while `body` ran.
  func sum(_ body: () -> Void) -> Int {
    let before = tally.sum
    body()
    return tally.sum &- before
  }
}
