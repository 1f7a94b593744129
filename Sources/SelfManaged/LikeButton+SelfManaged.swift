public import Components

/// Optimistic likes.
extension LikeButton {
  /// Makes the button send its taps to the session's like service, and roll back failed taps.
  ///
  /// All buttons that one session binds to an item show one value and share one lane. A tap is
  /// displayed before `tap()` returns, and may be animated. A rollback is never animated. The
  /// tapped button sends a failure along the responder chain as ``TapFailed``, and an adjustment as
  /// ``TapAdjusted``. A tap after the session has ended, or in a session without a like service, is
  /// sent as ``TapFailed`` too. `onTap` is still called.
  ///
  /// - Parameters:
  ///   - isLiked: Whether the user likes the item, according to the app's list. It never
  ///     replaces a pending tap, and the same list data never replaces a later tap, push or read.
  ///     With `nil` the button shows the session's value, or "not liked" until the value has been read.
  ///   - count: The number of users who like the item, this user included, according to the app's
  ///     list. With `nil` it is 0 until it is known; it is read if `isLiked` is `nil` too.
  ///   - version: The version of the list data; `nil` if the back end has none.
  ///   - itemID: The item's ID, unique among all items that can be liked: for example "post/1" if
  ///     comments can be liked too.
  ///   - animates: Whether a view should animate the user's own taps.
  ///   - began: When the read of the list began, from ``SelfManaged/Session/beginRead()``; `nil` if
  ///     unknown. With a version for the list and each reply, it is not needed.
  ///   - session: Provides the like service.
  /// - Returns: The button's binding to the item, with the status of its requests, the last
  ///   failure, and ``SelfManaged/ItemBinding/retry()``.
  @discardableResult
  public func selfManagedConfigure(
    isLiked: Bool? = nil, count: Int? = nil, version: Int? = nil, itemID: String,
    animates: Bool = true, asOf began: LogicalTime? = nil, in session: Session
  ) -> ItemBinding<LikeIntent> {
    let former = binding as? ItemBinding<LikeIntent>
    if former == nil { detach() }  // Another behavior; the binding of a former item is replaced.
    let notices = HeldNotices()
    defer { notices.open() }
    // An observer may configure the button for another item, which then replaces this behavior.
    return publishAsOneChange {
      let itemBinding = bind(
        to: itemID, as: itemID,
        startingAt: LikeValue(isLiked: isLiked ?? false, count: count ?? 0),
        knowing: isLiked.map { LikeAnswer(isLiked: $0, count: count, version: version) },
        asOf: began, replacing: former, in: session, notices,
        feedback: { like, change in
          guard let onFeedback = like.onFeedback else { return }
          change.feedback(like.words) { "\($0.count)" }.map(onFeedback)
        },
        show: { $0.show($1, animates: animates) })
      attach(
        Behavior(
          tap: { itemBinding.send(LikeIntent(isLiked: !itemBinding.value.isLiked)) },
          binding: itemBinding))
      let (value, shown) = (itemBinding.value, newestState)
      let isSame = shown.isLiked == value.isLiked && shown.count == value.count
      if !isSame || shown.animates != animates {
        show(ManagedChange(value: value, cause: .bind), animates: animates)
      }
      return itemBinding
    }
  }

  /// The message for the user about the last failure, in a language; `nil` if there is none.
  ///
  /// It is observable. The server's message, and the text of an app's own behavior, are returned
  /// as they are.
  public func requestFailure(in language: MessageLanguage) -> String? {
    requestStatus.failure(of: binding, in: language)
  }

  private func show(_ change: ManagedChange<LikeValue>, animates: Bool) {
    var next = State(
      isLiked: change.value.isLiked, count: change.value.count, change: change.cause,
      animates: animates)
    if change.failure != nil || change.adjustment != nil {
      // A notice without a change of the value does not change the cause either.
      let former = newestState
      let isSame = former.isLiked == next.isLiked && former.count == next.count
      if isSame { next.change = former.change }
    }
    show(next)
  }
}

extension Transport where Intent == LikeIntent {
  /// Returns the transports of a like service, by item ID.
  @MainActor
  static func likes(
    _ service: any LikeService, in session: Session
  ) -> @MainActor (String) -> Self {
    if let service = service as? any BatchedLikeService { return batched(service, in: session) }
    return { itemID in
      let item = ItemService(service, itemID)
      return Self(
        send: { try await item.service.setLiked($0.isLiked, itemID: item.id, $1) },
        read: { try await item.service.likeStatus(itemID: item.id) })
    }
  }

  @MainActor
  private static func batched(
    _ service: any BatchedLikeService, in session: Session
  ) -> @MainActor (String) -> Self {
    let reads = BatchedReads<LikeAnswer>(
      obstacle: { [unowned session] in session.obstacle(of: LikeIntent.self) },
      send: { try await service.likeStatuses(of: $0) })
    return { itemID in
      Self(
        send: { try await service.setLiked($0.isLiked, itemID: itemID, $1) },
        read: { try await reads.answer(for: itemID) })
    }
  }
}
