public import SelfManaged

/// Sessions for tests and previews.
extension Session {
  /// A session of fakes, for tests and previews: no network, no delays, deterministic keys.
  ///
  /// Two sessions with one ``FakeCartService`` represent two devices, or two successive users: they
  /// share no key.
  ///
  /// - Parameters:
  ///   - navigator: The navigator; by default a ``FakeNavigator``.
  ///   - likes: The like service; by default a ``FakeLikeService``.
  ///   - cart: The cart service; by default a ``FakeCartService``.
  ///   - images: The image loader; by default a ``FakeImageLoader``.
  ///   - policy: The session's policy.
  ///   - clock: A clock that changes only when the test advances it. Without one, every delay
  ///     passes immediately, the longest wait for the network included, and no request times out.
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

/// Clocks for tests.
extension SessionClock {
  /// A clock whose delays pass immediately, and whose deadlines are never reached, for tests.
  @MainActor public static var withoutDelays: Self {
    let clock = FakeClock()
    var now = Duration.zero
    return Self(
      now: { now }, delay: { now += $0 }, deadline: { _ in await clock.wait(until: .seconds(1)) })
  }
}
