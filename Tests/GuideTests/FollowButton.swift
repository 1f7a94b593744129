// A self-managed component of your own. The tests of the guides also compile and run this file.

import Components
import Fakes
import Observation
import SelfManaged

// snippet.component
/// A button that works alone, and shows and sends the follow of a user when it is bound.
@MainActor @Observable
final class FollowButton: ManagedComponent {
  struct State: Hashable {
    var isFollowing = false
    var change = ChangeCause.bind
  }

  private(set) var state = State()
  let slot = BindingSlot<FollowIntent>()
  @ObservationIgnored weak var nextResponder: (any Responder)?

  func show(_ change: ManagedChange<Bool>) {
    state = State(isFollowing: change.value, change: change.cause)
  }

  func tap() {
    let intent = FollowIntent(isFollowing: !state.isFollowing)
    if let binding {
      binding.send(intent)
    } else {
      state = State(isFollowing: intent.isFollowing, change: .user)
    }
  }
}
// snippet.end

// snippet.intent
/// The user's change: to follow, or to stop following.
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
  var isComplete: Bool { isFollowing != nil }
}
// snippet.end

// snippet.service
protocol FollowService: Sendable {
  func setFollowing(
    _ isFollowing: Bool, userID: String, _ info: RequestInfo
  ) async throws -> FollowAnswer

  func following(userID: String) async throws -> FollowAnswer
}
// snippet.end

// snippet.register
extension Transport where Intent == FollowIntent {
  /// The requests of one user's follow.
  static func follow(of userID: String, by service: any FollowService) -> Self {
    Self(
      send: { try await service.setFollowing($0.isFollowing, userID: userID, $1) },
      read: { try await service.following(userID: userID) })
  }
}

extension Session {
  func registerFollows(_ service: any FollowService) {
    register(FollowIntent.self) { .follow(of: $0, by: service) }
  }
}
// snippet.end

// snippet.extension
extension FollowButton {
  func selfManagedConfigure(isFollowing: Bool, userID: String, in session: Session) {
    bind(
      to: userID, startingAt: isFollowing, knowing: FollowAnswer(isFollowing: isFollowing),
      in: session)
  }
}
// snippet.end

// snippet.draw
@MainActor
func draw(_ button: FollowButton) -> String {
  let status = button.requestStatus
  if let failure = status.failure { return failure }  // and a button that calls button.retry()
  let word = button.state.isFollowing ? "Following" : "Follow"
  return status.isPending ? "\(word)…" : word
}
// snippet.end

// snippet.fake
@MainActor
final class FakeFollowService: FollowService {
  let wire = FakeWire()
  private var followed: Set<String> = []

  func setFollowing(
    _ isFollowing: Bool, userID: String, _ info: RequestInfo
  ) async throws -> FollowAnswer {
    try await wire.carry { [self] in
      if isFollowing { followed.insert(userID) } else { followed.remove(userID) }
      return FollowAnswer(isFollowing: isFollowing)
    }
  }

  func following(userID: String) async throws -> FollowAnswer {
    try await wire.carry { [self] in FollowAnswer(isFollowing: followed.contains(userID)) }
  }
}
// snippet.end

// snippet.world
extension AdversarialWorld where Intent == FollowIntent {
  static var follows: Self {
    Self(
      itemIDs: ["ann", "bo"], screen: { .followButton(FollowButton()) },
      otherDevices: [FollowIntent(isFollowing: true), FollowIntent(isFollowing: false)]
    ) {
      let service = FakeFollowService()
      return { .follow(of: $0, by: service) }
    }
  }
}

extension AdversarialScreen where Intent == FollowIntent {
  static func followButton(_ button: FollowButton) -> Self {
    Self(
      bind: { userID, listed, session in
        button.selfManagedConfigure(
          isFollowing: listed?.isFollowing ?? false, userID: userID, in: session)
      },
      unbind: { button.detach() }, presses: [{ button.tap() }],
      shown: { button.state.isFollowing },
      isAnimated: { button.state.change.animates })
  }
}
// snippet.end
