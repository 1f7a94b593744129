public import Components

/// Optimistic likes.
extension LikeButton {
  /// Makes the button send its taps to the session's like service, and roll back failed taps.
  ///
  /// All buttons bound to one item show one value and share one request. A tap shows at once,
  /// animated. A rollback is never animated; it is sent along the responder chain as ``TapFailed``
  /// from the tapped button. A tap after the session has ended, or in a session without a like
  /// service, is sent as ``TapFailed`` too. `onTap` is still called.
  ///
  /// - Parameters:
  ///   - isLiked: Whether the user likes the item, according to the app's list. It never undoes a
  ///     pending tap. Binding with the same list data again undoes no tap, push or read that
  ///     happened meanwhile.
  ///   - count: The number of users who like the item, according to the app's list.
  ///   - version: The version of the list's data, if the back end has one.
  ///   - itemID: The item's ID; unique among all items that can be liked, for example "post/1" if
  ///     comments can be liked too.
  ///   - animates: Whether a view should animate the user's own taps.
  ///   - began: When the read of the list began, from ``SelfManaged/Session/beginRead()``; `nil` if
  ///     unknown.
  ///   - session: Provides the like service.
  /// - Returns: The button's binding to the item: its last failure, `retry()`, and whether it is
  ///   pending.
  @discardableResult
  public func selfManagedConfigure(
    isLiked: Bool, count: Int, version: Int? = nil, itemID: String, animates: Bool = true,
    asOf began: LogicalTime? = nil, in session: Session
  ) -> ItemBinding<LikeIntent> {
    let former = binding as? ItemBinding<LikeIntent>
    if former?.isBound(to: itemID, in: session) != true { detach() }
    let hold = session.bind(
      LikeIntent.self, to: itemID,
      startingAt: LikeValue(isLiked: isLiked, count: count),
      knowing: LikeAnswer(isLiked: isLiked, count: count, version: version),
      asOf: began,
      through: .likes(session.likes, itemID: itemID),
      policy: session.policy.likes,
      replacing: former
    ) { [weak self] change in
      guard let self else { return }
      show(change, animates: animates)
      report(change, of: itemID)
    }
    var behavior = Behavior(
      tap: { hold.send(LikeIntent(isLiked: !hold.value.isLiked)) },
      detached: { hold.unbind() },
      status: { hold.status })
    behavior.binding = hold
    attach(behavior)
    return hold
  }

  private func show(_ change: ManagedChange<LikeValue>, animates: Bool) {
    var next = State(
      isLiked: change.value.isLiked, count: change.value.count, change: change.cause,
      animates: animates)
    if change.failure != nil || change.adjustment != nil {
      // A notice that does not change the value does not change the cause either.
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

/// A service in one object, so that each reference to it takes one word.
final class Injected<Service: Sendable>: Sendable {
  let service: Service

  init(_ service: Service) { self.service = service }
}

/// A service and an item ID in one object.
///
/// A closure that captures nothing else needs no allocation, and a list has two closures for each
/// row.
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
    let error = ServiceError.missingService(type, argument)
    let report: @MainActor () -> Void = {
      debugMessage("Request for \(id): \(error.debugMessage)")
    }
    return Self(
      send: { _, _ in
        report()
        throw error
      },
      read: {
        report()
        return nil  // Reading again would not help.
      })
  }
}
