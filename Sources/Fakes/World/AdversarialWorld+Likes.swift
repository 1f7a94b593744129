public import Components
public import SelfManaged

extension AdversarialWorld where Intent == LikeIntent {
  /// Creates a world of like buttons that use your own like service.
  ///
  /// The service must be able to read: the screens are compared with the result of
  /// `likeStatus(itemID:)`.
  ///
  /// - Parameters:
  ///   - itemIDs: Items that exist in the service.
  ///   - honorsIdempotencyKeys: Whether it carries out a repeated key once.
  ///   - service: Creates a service for each schedule; a service with a back end may be the same
  ///     each time, as long as no other client changes these items meanwhile.
  /// - Returns: The world.
  public static func likes(
    itemIDs: [String] = ["p1", "p2"], honorsIdempotencyKeys: Bool = false,
    _ service: @escaping @MainActor () -> any LikeService
  ) -> Self {
    Self(honorsIdempotencyKeys: honorsIdempotencyKeys) { network in
      let service = service()
      network.expectedLanes = network.policy.lanes
      return AdversarialSubject(
        itemIDs: itemIDs, screens: (0..<3).map { _ in .likeButton() },
        otherDevices: [LikeIntent(isLiked: true), LikeIntent(isLiked: false)],
        server: { .direct(to: service, itemID: $0) },
        session: { network.session(likes: service) })
    }
  }
}

extension AdversarialScreen where Intent == LikeIntent {
  /// Returns a screen of a like button, whose failures and feedback the world checks too.
  ///
  /// - Parameter button: The button; its `nextResponder` and `onFeedback` are replaced.
  /// - Returns: The screen.
  public static func likeButton(_ button: LikeButton = LikeButton()) -> Self {
    let page = FailurePage()
    button.nextResponder = page
    button.onFeedback = { page.note($0) }
    return Self(
      bind: { itemID, listed, session in
        button.selfManagedConfigure(
          isLiked: listed?.isLiked ?? false, count: listed?.count ?? 0, itemID: itemID, in: session)
      },
      unbind: { button.detach() }, presses: [{ button.tap() }],
      shown: { LikeValue(isLiked: button.state.isLiked, count: button.state.count) },
      isAnimated: { button.state.isAnimated }
    ).reporting(to: page)
  }
}

/// Direct access to the service of a world of likes.
extension Transport where Intent == LikeIntent {
  /// Returns the requests of an item to a like service, without a network in between: the server of
  /// an ``AdversarialSubject``.
  public static func direct(to service: any LikeService, itemID: String) -> Self {
    Self(
      send: { try await service.setLiked($0.isLiked, itemID: itemID, $1) },
      read: { try await service.likeStatus(itemID: itemID) })
  }
}
