// A component of your own, made self-managed like the three that come with the package.

import Components
import Fakes
import Observation
import SelfManaged

// snippet.component
/// A plain button: it knows no service.
@MainActor @Observable
final class FollowButton {
  struct State: Hashable {
    var isFollowing = false
    var change = ChangeCause.bind
  }

  private(set) var state = State()
  @ObservationIgnored private var behavior: (tap: () -> Void, detached: () -> Void)?

  func show(_ next: State) {
    if next != state { state = next }
  }

  func tap() {
    if let behavior {
      behavior.tap()
    } else {
      show(State(isFollowing: !state.isFollowing, change: .user))
    }
  }

  func attach(tap: @escaping () -> Void, detached: @escaping () -> Void) {
    detach()
    behavior = (tap, detached)
  }

  func detach() {
    let former = behavior
    behavior = nil
    former?.detached()
  }
}
// snippet.end

// snippet.intent
/// What the person wants, and what the server says of it.
struct FollowIntent: OptimisticIntent {
  var isFollowing: Bool

  func applied(to value: Bool) -> Bool { isFollowing }

  static func value(from answer: FollowAnswer, over predicted: Bool, before: Bool) -> Bool {
    answer.isFollowing ?? predicted
  }
}

struct FollowAnswer: ServerAnswer {
  var isFollowing: Bool?
  var version: Int?
}
// snippet.end

// snippet.service
protocol FollowService: Sendable {
  func setFollowing(
    _ isFollowing: Bool, userID: String, _ info: RequestInfo
  ) async throws -> FollowAnswer
}
// snippet.end

// snippet.extension
extension FollowButton {
  func selfManagedConfigure(
    isFollowing: Bool, userID: String, service: any FollowService, in session: Session
  ) {
    detach()
    let hold = session.bind(
      FollowIntent.self, to: userID,
      startingAt: isFollowing,
      knowing: FollowAnswer(isFollowing: isFollowing),
      through: Transport(send: { intent, info in
        try await service.setFollowing(intent.isFollowing, userID: userID, info)
      })
    ) { [weak self] change in
      self?.show(State(isFollowing: change.value, change: change.cause))
    }
    attach(
      tap: { hold.send(FollowIntent(isFollowing: !hold.value)) },
      detached: { hold.unbind() })
  }
}
// snippet.end

// snippet.fake
@MainActor
final class FakeFollowService: FollowService {
  let wire = FakeWire()

  func setFollowing(
    _ isFollowing: Bool, userID: String, _ info: RequestInfo
  ) async throws -> FollowAnswer {
    try await wire.carry { FollowAnswer(isFollowing: isFollowing) }
  }
}
// snippet.end
