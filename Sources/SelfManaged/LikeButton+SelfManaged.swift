public import Components

/// Sends its taps, and shows what the server makes of them.
extension LikeButton {
  /// Makes the button send its taps to the session's like service, and roll back what fails.
  ///
  /// All buttons on one item show one value and share one request. A tap shows at once, animated;
  /// a rollback is never animated, and rises along the responder chain as ``TapFailed`` from the
  /// button that was tapped. A tap after the session has ended, or in a session without a like
  /// service, rises as ``TapFailed`` too. `onTap` is still called.
  ///
  /// - Parameters:
  ///   - isLiked: Whether the user likes the item, as the app's list says. It never wipes a tap that
  ///     is pending, and the same list data a second time undoes nothing that was tapped, pushed or
  ///     read meanwhile.
  ///   - count: How many like it, as the app's list says.
  ///   - version: The version of the list's data, where the back end has one.
  ///   - itemID: Which item; unique among all that is liked, so "post/1" where comments are liked too.
  ///   - animates: Whether a view should animate the user's own taps.
  ///   - began: When the list was asked for, as ``SelfManaged/Session/beginRead()`` told; `nil` if not known.
  ///   - session: Where the like service comes from.
  /// - Returns: The button's hold on the item: its last failure, `retry()`, whether it is pending.
  @discardableResult
  public func selfManagedConfigure(
    isLiked: Bool, count: Int, version: Int? = nil, itemID: String, animates: Bool = true,
    asOf began: Stamp? = nil, in session: Session
  ) -> ManagedValue<LikeIntent> {
    let hold = session.bind(
      LikeIntent.self, to: itemID,
      startingAt: LikeValue(isLiked: isLiked, count: count),
      knowing: LikeAnswer(isLiked: isLiked, count: count, version: version),
      asOf: began,
      through: .likes(session.likes, itemID: itemID),
      policy: session.policy.likes,
      replacing: detach
    ) { [weak self] change in
      guard let self else { return }
      show(change, animates: animates)
      report(change, of: itemID)
    }
    attach(
      Behavior(
        tap: { hold.send(LikeIntent(isLiked: !hold.value.isLiked)) },
        detached: { hold.unbind() },
        status: { hold.status }))
    return hold
  }

  private func show(_ change: ManagedChange<LikeValue>, animates: Bool) {
    var next = State(
      isLiked: change.value.isLiked, count: change.value.count, change: change.cause,
      animates: animates)
    if change.failure != nil || change.adjustment != nil {
      // What undoes nothing does not change why the like is what it is.
      let former = state
      let isSame = former.isLiked == next.isLiked && former.count == next.count
      if isSame { next.change = former.change }
    }
    show(next)
  }
}

extension Transport where Intent == LikeIntent {
  static func likes(_ service: Injected<any LikeService>?, itemID: String) -> Self {
    guard let service else { return .missing("LikeService", "likes", for: itemID) }
    let item = ItemService(injected: service, id: itemID)
    return Self(
      send: { try await item.service.setLiked($0.isLiked, itemID: item.id, $1) },
      read: { try await item.service.likeStatus(itemID: item.id) })
  }
}

/// A service as one object, so that all that hold it hold a word.
final class Injected<Service: Sendable>: Sendable {
  let service: Service

  init(_ service: Service) { self.service = service }
}

/// The service and the item it is asked about, as one object: a closure that captures nothing else
/// needs no memory of its own, and a list has two for each row.
final class ItemService<Service: Sendable>: Sendable {
  private let injected: Injected<Service>
  let id: String

  var service: Service { injected.service }

  init(injected: Injected<Service>, id: String) {
    self.injected = injected
    self.id = id
  }
}

extension Transport {
  /// Fails each request of an item, because the session has no service for it.
  static func missing(_ type: String, _ argument: String, for id: String) -> Self {
    let fail: @MainActor () throws -> Never = {
      let error = ServiceError.missingService(type, argument)
      debugMessage("Request for \(id): \(error.debugMessage)")
      throw error
    }
    return Self(send: { _, _ in try fail() }, read: { try fail() })
  }
}
