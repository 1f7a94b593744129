import Components
import Foundation
import SelfManaged
import StorefrontDevice

/// The components of the walkthrough by screen, whose states are printed.
@MainActor
final class Stage {
  let avatar = AvatarView(label: "Ada")
  let feedLike = LikeButton()
  let detailLike = LikeButton()
  let apple = NumberEditor(label: "Apple")
  let lamps = ["search", "category", "detail"].map { (screen: $0, editor: NumberEditor()) }

  private var watchers: [StateWatcher] = []

  init() {
    watch("avatar", { self.avatar.state }, Self.line)
    watch("like, feed", { self.feedLike.state }, Self.line)
    watch("like, detail", { self.detailLike.state }, Self.line)
    watch("apple, cart", { self.apple.state }, Self.line)
    for (screen, editor) in lamps { watch("lamp, \(screen)", { editor.state }, Self.line) }
  }

  /// Prints the states that were not printed yet.
  func flush() {
    for watcher in watchers { watcher.flush() }
  }

  private typealias Line = (shown: String, cause: String, isAnimated: Bool)

  private func watch<State>(
    _ name: String, _ state: @escaping @MainActor () -> State,
    _ line: @escaping @MainActor (State) -> Line
  ) {
    watchers.append(
      StateWatcher(state) {
        let (shown, cause, isAnimated) = line($0)
        Columns.print(name, shown, cause, isAnimated ? "animated" : "")
      })
  }

  private static func line(_ state: AvatarView.State) -> Line {
    let image =
      switch state.image {
      case .empty: "placeholder"
      case .loading: "loading"
      case .loaded(let image): "\(image.content(as: Data.self)?.count ?? 0) bytes"
      case .failed(let reason): "failed: \(reason)"
      }
    return (image + (state.vip.map { ", \($0.label)" } ?? ""), "", false)
  }

  private static func line(_ state: LikeButton.State) -> Line {
    ("\(state.isLiked ? "♥" : "♡") \(state.count)", "\(state.change)", state.isAnimated)
  }

  private static func line(_ state: NumberEditor.State) -> Line {
    var shown = state.isCollapsed ? "+" : "− \(state.shownText) +"
    if !state.canAdd { shown += "  (limit reached)" }
    switch state.notice {
    case .adjusted(let requested, let actual, let rule):
      shown += "  \(requested) → \(actual): \(words(rule))"
    case .invalid(let text, let problem): shown += "  \"\(text)\": \(problem)"
    case .refused(let message): shown += "  \(message ?? "failed")"
    case .limited(let maximum): shown += maximum.map { "  at most \($0)" } ?? "  limit reached"
    case nil: break
    }
    return (shown, "\(state.change)", state.isAnimated)
  }

  private static func words(_ rule: QuantityNotice.Rule) -> String {
    switch rule {
    case .minimum(let minimum): "at least \(minimum)"
    case .maximum(let maximum): "at most \(maximum)"
    case .step(let step): "in steps of \(step)"
    case .server(let notice): notice ?? "limited by the server"
    }
  }
}
