import Components
import SelfManaged

/// An app that uses a button and links the library.
@main
struct App {
  @MainActor
  static func main() {
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: Session())
    print(like.accessibility.value ?? "")
  }
}
