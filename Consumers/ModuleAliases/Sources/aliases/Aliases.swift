import Components
import Fakes
import SelfManaged
import SelfManagedComponents

/// An app that uses like buttons of two packages.
@main
struct Aliases {
  @MainActor
  static func main() async {
    let likes = FakeLikeService()
    let like = SelfManagedComponents.LikeButton()
    let session = Session.fake(likes: likes)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    like.tap()
    await session.settled()
    precondition(likes.sent == [true])
    print("\(like.state.count) likes, beside a button in \(Components.LikeButton().color)")
  }
}
