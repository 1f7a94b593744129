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
  var binding: ItemBinding<FollowIntent>?
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
extension Session {
  func registerFollows(_ service: any FollowService) {
    register(FollowIntent.self) { userID in
      Transport(
        send: { intent, info in
          try await service.setFollowing(intent.isFollowing, userID: userID, info)
        },
        read: { try await service.following(userID: userID) })
    }
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
/// The same service behind the world's network.
///
/// It is isolated to the main actor, so that a request is in flight as soon as the button is pressed.
@MainActor
struct NetworkedFollowService: FollowService {
  let server: FakeFollowService
  let network: AdversarialNetwork

  func setFollowing(
    _ isFollowing: Bool, userID: String, _ info: RequestInfo
  ) async throws -> FollowAnswer {
    try await network.change(of: userID, info) { [server] in
      try await server.setFollowing(isFollowing, userID: userID, info)
    }
  }

  func following(userID: String) async throws -> FollowAnswer {
    try await network.read(of: userID) { [server] in try await server.following(userID: userID) }
  }
}

extension AdversarialWorld where Intent == FollowIntent {
  static var follows: Self {
    Self { network in
      let server = FakeFollowService()
      let service = NetworkedFollowService(server: server, network: network)
      return AdversarialSubject(
        itemIDs: ["ann", "bo"],
        screens: (0..<3).map { _ in .followButton(FollowButton()) },
        otherDevices: [FollowIntent(isFollowing: true), FollowIntent(isFollowing: false)],
        server: { userID in
          Transport(
            send: { try await server.setFollowing($0.isFollowing, userID: userID, $1) },
            read: { try await server.following(userID: userID) })
        },
        session: {
          let session = network.session()
          session.registerFollows(service)
          return session
        })
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
