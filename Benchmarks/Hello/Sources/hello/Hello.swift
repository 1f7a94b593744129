import Components
import SelfManaged

/// As small as an app with a self-managed like button can be.
@main struct Hello {
  @MainActor
  static func main() async {
    let session = Session(likes: Server())
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "post/1", in: session)
    like.tap()
    await session.settled()
    print(like.state.isLiked, like.state.count)
  }
}

struct Server: LikeService {
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    LikeAnswer(isLiked: isLiked, count: isLiked ? 11 : 10)
  }
}
