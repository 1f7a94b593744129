import Components
import StorefrontDevice

/// The components of the walkthrough by screen, whose states are printed.
@MainActor
final class Stage {
  let avatar = AvatarView(label: "Ada")
  let feedLike = LikeButton()
  let detailLike = LikeButton()
  let apple = NumberEditor(label: "Apple")
  let lamps = ["search", "category", "detail"].map { (screen: $0, editor: NumberEditor()) }

  private let shown: [ShownComponent]

  init() {
    shown =
      [
        ShownComponent("avatar", avatar), ShownComponent("like, feed", feedLike),
        ShownComponent("like, detail", detailLike), ShownComponent("apple, cart", apple),
      ] + lamps.map { ShownComponent("lamp, \($0.screen)", $0.editor) }
    for component in shown { component.watch { Columns.print($0) } }
  }

  /// Prints the states that were not printed yet.
  func flush() {
    for component in shown { component.flush() }
  }
}
