import Fakes
import SelfManaged
import Testing

/// The like service in memory.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeLikeServiceTests {
  let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 10, version: 1)])

  private func info(_ key: String, attempt: Int = 1, version: Int? = nil) -> RequestInfo {
    RequestInfo(key: IdempotencyKey(rawValue: key), attempt: attempt, version: version)
  }

  @Test func callsAreRecordedAsValuesInOrder() async throws {
    _ = try await likes.setLiked(true, itemID: "p1", info("a", attempt: 2, version: 1))
    _ = try await likes.likeStatus(itemID: "p2")
    _ = try await likes.setLiked(false, itemID: "p1", info("b"))
    #expect(
      likes.calls == [
        .set(true, itemID: "p1", info("a", attempt: 2, version: 1)), .read(itemID: "p2"),
        .set(false, itemID: "p1", info("b")),
      ])
    #expect(likes.sent == [true, false])
  }

  @Test func batchIsOneCallAndLeavesOutUnknownItems() async throws {
    let batched = likes.batched
    let known = LikeAnswer(isLiked: false, count: 10, version: 1)
    #expect(try await batched.likeStatuses(of: ["p1", "p2"]) == ["p1": known])
    #expect(try await batched.likeStatus(itemID: "p1") == known)
    #expect(try await batched.setLiked(true, itemID: "p1", info("a")).count == 11)
    #expect(
      likes.calls == [
        .readAll(itemIDs: ["p1", "p2"]), .readAll(itemIDs: ["p1"]),
        .set(true, itemID: "p1", info("a")),
      ])
  }

  @Test func likeChangesCountAndVersionOnce() async throws {
    let liked = LikeAnswer(isLiked: true, count: 11, version: 2)
    #expect(try await likes.setLiked(true, itemID: "p1", info("a")) == liked)
    #expect(try await likes.setLiked(true, itemID: "p1", info("b")) == liked)
    #expect(try await likes.likeStatus(itemID: "p1") == liked)
    #expect(
      try await likes.setLiked(false, itemID: "p1", info("c"))
        == LikeAnswer(isLiked: false, count: 10, version: 3))
  }

  @Test func aCountNeverFallsBelowZero() async throws {
    likes["p1"] = LikeAnswer(isLiked: true, count: 0)
    #expect(
      try await likes.setLiked(false, itemID: "p1", info("a"))
        == LikeAnswer(isLiked: false, count: 0))
  }

  @Test func unknownItemAcceptsALikeWithoutACount() async throws {
    #expect(try await likes.likeStatus(itemID: "p9") == nil)
    #expect(
      try await likes.setLiked(true, itemID: "p9", info("a")) == LikeAnswer(isLiked: true))
    #expect(try await likes.likeStatus(itemID: "p9") == LikeAnswer(isLiked: true))
  }

  @Test func testMayChangeTheServer() async throws {
    likes.items["p1"] = LikeAnswer(isLiked: true, count: 99, version: 7)
    #expect(
      try await likes.likeStatus(itemID: "p1") == LikeAnswer(isLiked: true, count: 99, version: 7))
  }

  @Test func scriptedAnswerReplacesOnlyOneReply() async throws {
    likes.answerNext(LikeAnswer(isLiked: true, count: 500))
    #expect(
      try await likes.setLiked(true, itemID: "p1", info("a"))
        == LikeAnswer(isLiked: true, count: 500))
    #expect(likes.items["p1"] == LikeAnswer(isLiked: true, count: 11, version: 2))
    #expect(
      try await likes.setLiked(false, itemID: "p1", info("b"))
        == LikeAnswer(isLiked: false, count: 10, version: 3))
  }

  @Test func aFailedRequestIsRecordedAndChangesNothing() async throws {
    likes.failNext(.offline)
    await #expect(throws: ServiceError.offline) {
      try await likes.setLiked(true, itemID: "p1", info("a"))
    }
    #expect(likes.sent == [true])
    #expect(likes.items["p1"]?.isLiked == false)
  }

  @Test func aLostReplyLeavesTheLikeApplied() async throws {
    likes.loseNextReply()
    await #expect(throws: ServiceError.unknownOutcome) {
      try await likes.setLiked(true, itemID: "p1", info("a"))
    }
    #expect(likes.items["p1"] == LikeAnswer(isLiked: true, count: 11, version: 2))
  }

  @Test func readsConsumeTheScript() async throws {
    likes.failNext(.offline)
    await #expect(throws: ServiceError.offline) { try await likes.likeStatus(itemID: "p1") }
    #expect(try await likes.likeStatus(itemID: "p1")?.count == 10)
  }

  @Test func heldRequestsAreAppliedWhenReleased() async throws {
    likes.hold()
    let first = Task { try await likes.setLiked(true, itemID: "p1", info("a")) }
    await likes.arrived(1)
    let second = Task { try await likes.setLiked(false, itemID: "p1", info("b")) }
    await likes.arrived(2)
    #expect(likes.sent == [true, false])
    #expect(likes.items["p1"]?.isLiked == false)
    likes.releaseNext()
    #expect(try await first.value.isLiked == true)
    #expect(likes.items["p1"]?.isLiked == true)
    likes.release()
    #expect(try await second.value.isLiked == false)
  }

  @Test("counts and versions do not rise above the largest integer")
  func greatestNumbersDoNotOverflow() async throws {
    let likes = FakeLikeService(items: ["p": LikeAnswer(isLiked: false, count: .max, version: .max)]
    )
    let info = RequestInfo(key: IdempotencyKey(rawValue: "1"), attempt: 1, version: nil)
    let answer = try await likes.setLiked(true, itemID: "p", info)
    #expect(answer == LikeAnswer(isLiked: true, count: .max, version: .max))
    let cart = FakeCartService()
    cart["tea"] = 2
    #expect(try await cart.reduce(.min, of: "tea", info).quantity == 2)
  }
}
