import AsyncAlgorithms
import Harness
import SelfManaged

/// Responses read as a sequence, beside a channel of swift-async-algorithms.
@MainActor
struct StreamSuite: Suite {
  let name = "stream"

  private static let count = 100

  func comparisons() throws -> [Comparison] {
    let wire = try Wire(Self.count)
    let received = wire.notes.map { Received.response($0) }
    let center = ResponseCenter()
    let responses = center.responses(Note.self, .keepAll)
    let (stream, continuation) = AsyncStream.makeStream(of: Note.self)
    let channel = AsyncChannel<Note>()
    return [
      Comparison(
        "\(Self.count) responses read as a sequence", parts: Self.count, expected: wire.sum,
        [
          .later("AsyncStream") {
            for note in wire.notes { continuation.yield(note) }
            return await Self.read(stream)
          },
          .later("self-managed") {
            center.post(received)
            return await Self.read(responses)
          },
          .later("AsyncChannel (swift-async-algorithms)") {
            async let sum = Self.read(channel)
            for note in wire.notes { await channel.send(note) }
            return await sum
          },
        ])
    ]
  }

  private static func read(_ notes: some AsyncSequence<Note, Never>) async -> Int {
    var iterator = notes.makeAsyncIterator()
    var sum = 0
    for _ in 0..<count {
      guard let note = await iterator.next(isolation: #isolation) else { return 0 }
      sum &+= note.sum
    }
    return sum
  }
}
