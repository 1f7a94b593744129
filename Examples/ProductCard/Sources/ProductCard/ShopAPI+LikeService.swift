import SelfManaged

extension ShopAPI: LikeService {
  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    // Without the version: a like is valid whatever other users did in the meantime.
    try await send(isLiked ? "PUT" : "DELETE", "products/\(itemID)/like", key: info.key)
      .answer(\.like)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await send("GET", "products/\(itemID)/like").answer(\.like)
  }
}
