package import SelfManaged
import StorefrontWire

extension StorefrontAPI: LikeService {
  /// Likes a post (`PUT /posts/ID/like`), or removes the like (`DELETE`).
  package func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await change(
      isLiked ? "PUT" : "DELETE", ["posts", itemID, "like"], info, answeredBy: LikeBody.self)
  }

  /// Reads the like of a post (`GET /posts/ID/like`).
  package func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await transport.read(["posts", itemID, "like"]).answer(LikeBody.self)
  }
}
