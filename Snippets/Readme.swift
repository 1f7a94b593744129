// The code of the README.

import Components
import SelfManaged

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Post {
  var id: String
  var isLiked: Bool
  var likes: Int
  var asOf: LogicalTime
}

struct User {
  var id: String
  var avatar: URL?
  var vip: VIPInformation?
}

@MainActor
func idea(
  user: User, post: Post, skuID: String, avatar: AvatarView, like: LikeButton, editor: NumberEditor,
  appNavigator: any Navigator, api: any LikeService & CartService, pipeline: any ImageLoader
) {
  var badge = ""
  // snippet.idea
  // once, at the composition root; the services are your own types
  let session = Session(navigator: appNavigator, likes: api, cart: api, images: pipeline)
  // before a list is loaded; its rows keep the result as `asOf`, so that the newest data wins
  let asOf = session.beginRead()

  // in any cell on any screen
  avatar.selfManagedConfigure(imageURL: user.avatar, vip: user.vip, userID: user.id, in: session)
  like.selfManagedConfigure(
    isLiked: post.isLiked, count: post.likes, itemID: post.id, asOf: post.asOf, in: session)
  editor.prepareForCart(productID: skuID, in: session)
  badge = "\(session.cart.units)"
  // snippet.end
  _ = (asOf, badge)
}

// snippet.service
struct API: LikeService {
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    let post = try await send(isLiked ? "PUT" : "DELETE", "/posts/\(itemID)/like", info.key)
    return LikeAnswer(isLiked: post.isLiked, count: post.likes)
  }
}
// snippet.end

extension API {
  func send(_ method: String, _ path: String, _ key: IdempotencyKey) async throws -> Post {
    throw ServiceError.offline
  }
}

@MainActor
func policy() -> SessionPolicy {
  // snippet.policy
  var policy = SessionPolicy()
  policy.cart.honorsIdempotencyKeys = true
  // snippet.end
  return policy
}
