import SelfManaged

extension ShopAPI: LikeService {
  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    // Without the version: a like is valid whatever other users did in the meantime.
    let reply = try await send(
      isLiked ? "PUT" : "DELETE", "products/\(itemID)/like", key: info.key)
    // It was so already, since the request had no version that could conflict.
    if reply.status == 409 { return LikeAnswer(isLiked: isLiked) }
    return try reply.answer(gone: LikeAnswer(isLiked: false), \.like)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await send("GET", "products/\(itemID)/like")
      .answer(gone: LikeAnswer(isLiked: false), \.like)
  }
}
