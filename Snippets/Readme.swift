// The code of the README.

import Components
import Fakes
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
  // snippet.idea
  // once, where the app is put together; the services are your own types
  let session = Session(navigator: appNavigator, likes: api, cart: api, images: pipeline)

  // in any cell on any screen
  avatar.selfManagedConfigure(imageURL: user.avatar, vip: user.vip, userID: user.id, in: session)
  like.selfManagedConfigure(isLiked: post.isLiked, count: post.likes, itemID: post.id, in: session)
  editor.prepareForCart(productID: skuID, in: session)
  // snippet.end
}

@MainActor
func test(like: LikeButton, expect: (Bool) -> Void) async {
  // snippet.test
  let likes = FakeLikeService()
  let session = Session.fake(likes: likes)
  like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
  likes.hold()
  like.tap()
  expect(like.state == .init(isLiked: true, count: 11, change: .user))
  likes.failNext(.offline)
  likes.release()
  await session.settled()
  expect(like.state == .init(isLiked: false, count: 10, change: .rollback))
  // snippet.end
}
