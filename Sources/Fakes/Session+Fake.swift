public import SelfManaged

/// Sessions for tests and previews.
extension Session {
  /// A session of fakes, for tests and previews: no network, no waiting, keys that repeat.
  ///
  /// Two sessions with one ``FakeCartService`` are two devices, or two users one after the other: they
  /// share no key.
  ///
  /// - Parameters:
  ///   - navigator: Records where it is sent.
  ///   - likes: Takes likes.
  ///   - cart: Takes cart changes.
  ///   - images: Gives images.
  ///   - policy: How the session behaves.
  ///   - clock: Time, which stands still until the test moves it. Without one, every delay passes at
  ///     once, and no request times out.
  /// - Returns: The session.
  public static func fake(
    navigator: (any Navigator)? = nil,
    likes: (any LikeService)? = nil,
    cart: (any CartService)? = nil,
    images: (any ImageLoader)? = nil,
    policy: SessionPolicy = SessionPolicy(),
    clock: FakeClock? = nil
  ) -> Session {
    let keyPrefix = (cart as? FakeCartService)?.nextKeyPrefix()
    return Session(
      navigator: navigator ?? FakeNavigator(), likes: likes ?? FakeLikeService(),
      cart: cart ?? FakeCartService(), images: images ?? FakeImageLoader(), policy: policy,
      keyPrefix: keyPrefix ?? "test", clock: clock?.sessionClock ?? .withoutDelays)
  }
}

extension SessionClock {
  /// Every delay passes at once, and no deadline is reached.
  @MainActor fileprivate static var withoutDelays: Self {
    let clock = FakeClock()
    return Self(
      now: { .zero }, delay: { _ in }, deadline: { _ in await clock.wait(until: .seconds(1)) })
  }
}
