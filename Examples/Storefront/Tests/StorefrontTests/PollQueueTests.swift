import FlyingSocks
import Foundation
import StorefrontSockets
import Testing

@Suite(.timeLimit(.minutes(1))) struct PollQueueTests {
  /// A task closes its socket before the pool has removed it from the queue, and the next socket
  /// has the same descriptor.
  @Test func aSocketWithAReusedDescriptorIsReported() throws {
    let queue = PollQueue()
    #expect(try reportsReusedDescriptor(queue))
  }

  #if os(Linux)
    /// The reason for `PollQueue`: if this test fails, FlyingFox's own queue has been fixed.
    @Test func theQueueOfFlyingFoxMissesAReusedDescriptor() throws {
      #expect(try !reportsReusedDescriptor(ePoll(maxEvents: 20)))
    }
  #endif

  /// Whether the second socket with a descriptor is reported; a third socket, which is always
  /// ready, prevents an endless wait.
  private func reportsReusedDescriptor(_ queue: some EventQueue) throws -> Bool {
    var queue = queue
    try queue.open()
    defer {
      try? queue.stop()
      try? queue.close()
    }
    let (first, second, ready) = (try Pair(), try Pair(), try Pair())
    let number = first.reader
    try queue.addEvents([.read], for: .init(rawValue: number))
    // Closes the first socket and assigns its descriptor to the second in one step, so that no
    // other test can use the descriptor.
    dup2(second.reader, number)
    // FlyingFox's pool ignores this error.
    try? queue.removeEvents([.read], for: .init(rawValue: number))
    try queue.addEvents([.read], for: .init(rawValue: number))
    try queue.addEvents([.read], for: .init(rawValue: ready.reader))
    second.send()
    ready.send()
    return try queue.getNotifications().contains { $0.file.rawValue == number }
  }

  @Test func aSocketThatIsAddedMeanwhileInterruptsTheWait() async throws {
    let queue = PollQueue()
    try queue.open()
    let pair = try Pair()
    pair.send()
    let reported = Task.detached {
      while true {
        let found = try queue.getNotifications()
        if !found.isEmpty { return found }
      }
    }
    queue.addEvents([.read], for: .init(rawValue: pair.reader))
    #expect(try await reported.value.first?.file.rawValue == pair.reader)
  }

  @Test func aHangUpIsReportedAsReadiness() throws {
    let queue = PollQueue()
    try queue.open()
    let pair = try Pair()
    queue.addEvents([.read], for: .init(rawValue: pair.reader))
    pair.hangUp()
    let found = try queue.getNotifications()
    #expect(found.first?.events.contains(.read) == true)
    #expect(found.first?.errors.isEmpty == true)
  }

  @Test func aStoppedQueueThrows() throws {
    let queue = PollQueue()
    try queue.open()
    queue.stop()
    #expect(throws: SocketError.self) { try queue.getNotifications() }
  }

  /// A pipe.
  private final class Pair {
    let reader: Int32
    private var writer: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SocketError.makeFailed("pipe") }
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      hangUp()
      close(reader)
    }

    func send() { _ = write(writer, [1], 1) }

    func hangUp() {
      if writer >= 0 { close(writer) }
      writer = -1
    }
  }
}
