import SelfManaged
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ResponseStreamTests {
  let center = ResponseCenter()

  private func post(_ ids: Range<UInt32>) {
    center.post(ids.map { .response(LogIn(userID: $0)) })
  }

  private func read(_ stream: ResponseStream<LogIn>, _ count: Int) async -> [UInt32] {
    var ids: [UInt32] = []
    for await response in stream {
      ids.append(response.userID)
      if ids.count == count { break }
    }
    return ids
  }

  @Test("100 posts without a reader: the policy applies, and the dropped count can be read")
  func dropsAreCounted() async {
    let newest = center.responses(LogIn.self, .keepNewest(10))
    let oldest = center.responses(LogIn.self, .keepOldest(10))
    let all = center.responses(LogIn.self, .keepAll)
    post(0..<100)
    #expect(newest.droppedCount == 90)
    #expect(oldest.droppedCount == 90)
    #expect(all.droppedCount == 0)
    #expect(await read(newest, 10) == Array(90..<100))
    #expect(await read(oldest, 10) == Array(0..<10))
    #expect(await read(all, 100) == Array(0..<100))
  }

  @Test func bufferLimitBelowOneKeepsOne() async {
    let stream = center.responses(LogIn.self, .keepNewest(-3))
    let other = center.responses(LogIn.self, .keepOldest(0))
    post(0..<3)
    #expect(stream.droppedCount == 2)
    #expect(await read(stream, 1) == [2])
    #expect(await read(other, 1) == [0])
  }

  @Test("2000 posts reach a reader on another actor in order")
  func orderIsKeptAcrossActors() async {
    let stream = center.responses(LogIn.self, .keepAll)
    let reader = Task.detached {
      var ids: [UInt32] = []
      for await response in stream {
        ids.append(response.userID)
        if ids.count == 2000 { break }
      }
      return ids
    }
    for id in 0..<UInt32(2000) { center.post(LogIn(userID: id)) }
    #expect(await reader.value == Array(0..<2000))
  }

  @Test func aStreamEndsWithItsConnection() async {
    let connection = center.open()
    let stream = center.responses(LogIn.self, from: connection, .keepAll)
    center.post(LogIn(userID: 1), from: connection)
    center.post(LogIn(userID: 2))
    center.close(connection)
    center.post(LogIn(userID: 3), from: connection)
    #expect(await read(stream, .max) == [1])
    let late = center.responses(LogIn.self, from: connection, .keepAll)
    #expect(await read(late, .max) == [])
  }

  @Test func aStreamEndsWithTheCenter() async {
    var center: ResponseCenter? = ResponseCenter()
    let stream = center?.responses(LogIn.self, .keepAll)
    center?.post(LogIn(userID: 1))
    center = nil
    guard let stream else { return }
    #expect(await read(stream, .max) == [1])
  }

  @Test func abandonedStreamIsForgotten() async {
    for _ in 0..<100 { _ = center.responses(LogIn.self, .keepAll) }
    post(0..<1)
    #expect(center.observerCount == 0)
  }

  @Test func abandonedStreamsAreForgottenWithoutAPost() async {
    for _ in 0..<100 {
      _ = center.responses(LogIn.self, .keepAll)
      await Task {}.value  // The end of a stream reaches the main actor asynchronously.
    }
    #expect(center.observerCount < 40)
  }

  @Test func canceledReaderIsForgotten() async {
    let stream = center.responses(LogIn.self, .keepAll)
    let reader = Task { for await _ in stream {} }
    reader.cancel()
    await reader.value
    post(0..<1)
    #expect(center.observerCount == 0)
  }
}
