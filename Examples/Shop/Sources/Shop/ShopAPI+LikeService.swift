import SelfManaged

/// The likes; those of all rows are read with one request.
extension ShopAPI: BatchedLikeService {
  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    // Without the version: a like is valid whatever other users did in the meantime.
    let reply = try await send(
      isLiked ? "PUT" : "DELETE", ["products", itemID, "like"], key: info.key)
    // The like exists already, or is gone already; the request had no version that could conflict.
    if reply.status == 409 { return LikeAnswer(isLiked: isLiked) }
    return try reply.answer(gone: LikeAnswer(isLiked: false)) { (body: LikeBody) in body.answer }
  }

  func likeStatuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer] {
    struct List: Decodable { var likes: [String: LikeBody] }
    let reply = try await send("GET", ["likes"], itemIDs.sorted().map { ("id", $0) })
    return try reply.body(as: List.self).likes.mapValues(\.answer)
  }
}

/// The JSON of a like.
struct LikeBody: Decodable {
  var isLiked: Bool
  var likes: Int
  var version: Int

  var answer: LikeAnswer { LikeAnswer(isLiked: isLiked, count: likes, version: version) }
}
