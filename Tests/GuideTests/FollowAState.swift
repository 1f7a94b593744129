// Follows a component's state by observation, without SwiftUI or UIKit.

import Components
import Observation

// snippet.follow
@MainActor
final class LikeObserver {
  private let like: LikeButton
  private let draw: @MainActor (LikeButton.State) -> Void

  init(_ like: LikeButton, draw: @escaping @MainActor (LikeButton.State) -> Void) {
    (self.like, self.draw) = (like, draw)
    follow()
  }

  private func follow() {
    withObservationTracking {
      draw(like.state)
    } onChange: { [weak self] in
      // Called once, before the change; a new task reads and follows again.
      Task { @MainActor [weak self] in self?.follow() }
    }
  }
}
// snippet.end
