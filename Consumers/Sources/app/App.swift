import Components
import SelfManaged

/// An app that shows a button, and links what an app links.
@main
struct App {
  @MainActor
  static func main() {
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: Session())
    print(like.accessibility.value ?? "")
  }
}
