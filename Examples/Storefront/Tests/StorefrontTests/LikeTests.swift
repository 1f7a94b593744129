import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct LikeTests {
  private let server: ServerProcess

  init() async throws { server = try await ServerProcess.start() }

  @Test func likingTwiceCountsOnce() async throws {
    let api = server.api()
    let liked = LikeAnswer(isLiked: true, count: 13, version: 1)
    #expect(try await api.setLiked(true, itemID: "sunrise", .new()) == liked)
    #expect(try await api.setLiked(true, itemID: "sunrise", .new()) == liked)
    #expect(try await api.likeStatus(itemID: "sunrise") == liked)
  }

  @Test func takingALikeBackTwiceCountsOnce() async throws {
    let api = server.api()
    _ = try await api.setLiked(true, itemID: "sunrise", .new())
    let unliked = LikeAnswer(isLiked: false, count: 12, version: 2)
    #expect(try await api.setLiked(false, itemID: "sunrise", .new()) == unliked)
    #expect(try await api.setLiked(false, itemID: "sunrise", .new()) == unliked)
    #expect(try await api.likeStatus(itemID: "sunrise") == unliked)
  }

  @Test func everybodysLikesCountAndMoveTheVersion() async throws {
    _ = try await server.api("ada").setLiked(true, itemID: "bread", .new())
    _ = try await server.api("ben").setLiked(true, itemID: "bread", .new())
    let seen = try await server.api("cleo").likeStatus(itemID: "bread")
    #expect(seen == LikeAnswer(isLiked: false, count: 2, version: 2))
    #expect(try server.records.likers(ofPost: "bread") == ["ada", "ben"])
  }

  @Test func aLikeOutlivesAKilledServer() async throws {
    let answer = try await server.api().setLiked(true, itemID: "harbor", .new())
    try await server.restart()
    #expect(try await server.api().likeStatus(itemID: "harbor") == answer)
  }
}
