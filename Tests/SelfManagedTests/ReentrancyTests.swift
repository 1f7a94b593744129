import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Observers and services that act during a notification.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReentrancyTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()

  private func hold(
    in session: Session, _ id: String = "tea",
    _ show: @escaping @MainActor (ManagedChange<CartValue>) -> Void = { _ in }
  ) -> ItemBinding<QuantityIntent> {
    session.bind(
      to: id, startingAt: CartValue(quantity: 0), knowing: CartAnswer(quantity: 0), show: show)
  }

  @Test func settledIncludesATapCausedByAReply() async {
    let session = Session.fake(likes: likes, cart: cart)
    let hold = hold(in: session)
    cart.hold()
    hold.send(.add(1)) { _ in hold.send(.add(1)) }
    await cart.arrived(1)
    cart.releaseNext()
    await cart.arrived(2)
    cart.release()
    await session.settled()
    #expect(hold.value.quantity == 2)
  }

  @Test func endDuringATapSendsNothing() async {
    let session = Session.fake(likes: likes, cart: cart)
    let hold = hold(in: session) { if $0.cause == .user { session.end() } }
    var resolution: Resolution<CartValue>?
    hold.send(.add(1)) { resolution = $0 }
    await session.settled()
    #expect(resolution == .canceled)
    #expect(cart.sent.isEmpty)
  }

  /// The request keeps the session alive until its reply.
  @Test func observerMayReleaseTheSessionDuringATap() async {
    var session: Session? = .fake(cart: cart)
    var binding: ItemBinding<QuantityIntent>?
    let (resolutions, resolved) = AsyncStream<Resolution<CartValue>>.makeStream()
    binding = session.map {
      hold(in: $0) { change in
        guard change.cause == .user else { return }
        session = nil
        binding = nil
      }
    }
    cart.hold()
    binding?.send(.add(1)) { resolved.yield($0) }
    #expect(session == nil && binding == nil)
    await cart.arrived(1)
    cart.release()
    var resolution = resolutions.makeAsyncIterator()
    #expect(await resolution.next() == .applied)
    #expect(cart["tea"] == 1)
  }

  @Test func observerThatIsRemovedByAnotherIsSkippedAlone() async {
    let session = Session.fake(likes: likes, cart: cart)
    var second: ItemBinding<QuantityIntent>?
    var shown: [String] = []
    let first = hold(in: session) { change in
      guard change.cause == .user else { return }
      shown.append("first")
      second?.unbind()
    }
    second = hold(in: session) { if $0.cause == .user { shown.append("second") } }
    let third = hold(in: session) { if $0.cause == .user { shown.append("third") } }
    first.send(.add(1))
    #expect(shown == ["first", "third"])
    await third.settled()
  }

  @Test func endOfASharedLaneSendsNothingQueued() async {
    var policy = SessionPolicy()
    policy.cart.lanes = .shared
    let session = Session.fake(cart: cart, policy: policy)
    let editors = (1...8).map { _ in NumberEditor() }
    for (number, editor) in editors.enumerated() {
      editor.prepareForCart(productID: "p\(number)", quantity: 0, in: session)
    }
    cart.hold()
    for editor in editors { editor.add() }
    await cart.arrived(1)
    session.end()
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1"])
  }

  @Test func retryByTheObserverKeepsTheStreamedFailure() async {
    let session = Session.fake(likes: likes, cart: cart)
    var failures = session.failures().makeAsyncIterator()
    var retry: (() -> Void)?
    let hold = hold(in: session) { if $0.failure != nil { retry?() } }
    retry = { hold.retry() }
    cart.failNext(.rejected("No"))
    hold.send(.add(1))
    let failure = await failures.next()
    #expect(failure?.error == .rejected("No"))
    #expect(failure?.intent as? QuantityIntent == .add(1))
    await session.settled()
    #expect(hold.value.quantity == 1)
    hold.unbind()
  }

  @Test func nestedBindAndUnbindLeaveOneValue() {
    let session = Session.fake(likes: likes, cart: cart)
    var first: ItemBinding<QuantityIntent>?
    first = hold(in: session) { change in
      guard change.cause == .external else { return }
      hold(in: session).unbind()
      first?.unbind()
    }
    var shown: [Int] = []
    let second = session.bind(
      QuantityIntent.self, to: "tea", startingAt: .unknown, knowing: CartAnswer(quantity: 4)
    ) { shown.append($0.value.quantity) }
    #expect(session.itemCount == 1)
    session.receive(CartAnswer(quantity: 9), of: QuantityIntent.self, for: "tea")
    #expect(shown.last == 9)
    #expect(second.value.quantity == 9)
  }

  @Test func longSharedLaneDoesNotOverflow() async {
    var policy = OptimisticPolicy()
    policy.lanes = .shared
    let session = Session(clock: .withoutDelays)
    let wire = FakeWire()
    session.register(QuantityIntent.self, policy: policy) { _ in
      Transport(send: { _, _ in try await wire.carry { CartAnswer() } })
    }
    wire.hold()
    let holds = (0..<3_000).map { number in
      session.bind(
        QuantityIntent.self, to: "p\(number)", startingAt: CartValue(quantity: 0),
        knowing: CartAnswer(quantity: 0)
      ) { _ in }
    }
    for hold in holds { hold.send(.add(1)) }
    await wire.arrived(1)
    wire.release()
    await session.settled()
    #expect(holds.allSatisfy { $0.value.quantity == 1 && !$0.status.isPending })
  }

  @Test func imageMissesAvatarsReconfiguredDuringItsDelivery() async throws {
    let images = FakeImageLoader()
    let session = Session.fake(images: images)
    let url = try #require(URL(string: "https://images.example/ann.png"))
    let avatars = (1...4).map { _ in AvatarView() }
    images.hold()
    for avatar in avatars { avatar.selfManagedConfigure(imageURL: url, userID: "1", in: session) }
    let watcher = StateRecorder { avatars[0].state.image }
    withObservationTracking {
      _ = avatars[0].state
    } onChange: {
      MainActor.assumeIsolated {
        for avatar in avatars.dropFirst() { avatar.configure(imageURL: nil) }
      }
    }
    await images.arrived(1)
    images.release()
    await session.imagesLoaded()
    #expect(watcher.states == [.loaded(LoadedImage(url))])
    for avatar in avatars.dropFirst() { #expect(avatar.state.image == .empty) }
  }

  @Test func unlimitedHoldIsSupported() async {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(Int64.max))
    let session = Session(likes: likes, policy: policy, clock: FakeClock().sessionClock)
    let like = LikeButton()
    let hold = like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    likes.failNext(.offline)
    like.tap()
    await likes.arrived(1)
    session.flush()
    await session.settled()
    #expect(!hold.status.isPending)
    #expect(likes.sent == [true, true])
  }

  @Test func tapByAnObserverKeepsTheOrder() async {
    let session = Session(clock: .withoutDelays)
    session.register(QuantityIntent.self) { _ in Transport(send: { _, _ in CartAnswer() }) }
    var seen: [[Int]] = [[], []]
    var holds: [ItemBinding<QuantityIntent>] = []
    for number in 0...1 {
      holds.append(
        session.bind(
          to: "tea", startingAt: CartValue(quantity: 0), knowing: CartAnswer(quantity: 0)
        ) { change in
          seen[number].append(change.value.quantity)
          if number == 0, change.value.quantity == 1 { holds[0].send(.add(1)) }
        })
    }
    holds[1].send(.add(1))
    #expect(seen == [[0, 1, 2], [0, 1, 2]])
    await session.settled()
    for hold in holds { hold.unbind() }
  }

  @Test func changeByALaterObserverFollowsItsFirstValue() async {
    let session = Session.fake(likes: likes)
    let other = LikeButton()
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    var seen: [String] = []
    let hold = session.bind(
      LikeIntent.self, to: "p", startingAt: LikeValue(isLiked: false, count: 10)
    ) { change in
      seen.append("began \(change.value.count)")
      if change.cause == .bind { other.tap() }
      seen.append("ended \(change.value.count)")
    }
    #expect(seen == ["began 10", "ended 10", "began 11", "ended 11"])
    await session.settled()
    hold.unbind()
  }

  @Test func observerMayReportAnotherValue() async {
    let session = Session(clock: .withoutDelays)
    session.register(QuantityIntent.self) { _ in
      Transport(send: { _, _ in CartAnswer(quantity: 2) })
    }
    var seen: [[Int]] = [[], []]
    var holds: [ItemBinding<QuantityIntent>] = []
    for number in 0...1 {
      holds.append(
        session.bind(
          to: "tea", startingAt: CartValue(quantity: 0), knowing: CartAnswer(quantity: 0)
        ) { seen[number].append($0.value.quantity) })
    }
    session.observe(QuantityIntent.self) { [unowned session] record in
      if !record.resolved.isEmpty {
        session.receive(CartAnswer(quantity: 5), of: QuantityIntent.self, for: "tea")
      }
    }
    holds[0].send(.add(1))
    await session.settled()
    #expect(seen == [[0, 1, 2, 5], [0, 1, 2, 5]])
    for hold in holds { hold.unbind() }
  }

  @Test func observerMayEndTheSession() async {
    let session = Session.fake(likes: likes, cart: cart)
    var seen: [Int] = []
    let hold = hold(in: session) { seen.append($0.value.quantity) }
    session.observe(QuantityIntent.self) { [unowned session] in
      if $0.inFlight != nil, $0.queued != nil { session.end() }
    }
    cart.hold()
    hold.send(.add(1))
    await cart.arrived(1)
    hold.send(.add(1))
    #expect(seen == [0, 1, 2, 1], "the unsent tap is rolled back after it was displayed")
    hold.unbind()
    cart.release()
  }

  /// A flush visits the items that existed when it began.
  @Test func itemReboundDuringAFlushStaysInMemory() {
    let session = Session.fake(likes: likes, cart: cart)
    let tea = hold(in: session, "coffee")
    var former: ItemBinding<QuantityIntent>? = hold(in: session, "tea")
    var shown: [Int] = []
    var next: ItemBinding<QuantityIntent>?
    session.observe(QuantityIntent.self) { [unowned session] record in
      guard record.itemID == "coffee", let value = former else { return }
      former = nil
      value.unbind()
      next = hold(in: session, "tea") { shown.append($0.value.quantity) }
    }
    session.flush()
    #expect(session.itemCount == 2)
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    #expect(shown == [0, 7])
    tea.unbind()
    next?.unbind()
    next = nil
  }

  @Test("a component unbound while a change is shown does not hide it from the others")
  func changeIsShownToAllOthersWhenOneIsUnbound() {
    let session = Session.fake(likes: FakeLikeService())
    var shown: [String] = []
    var bindings: [ItemBinding<LikeIntent>] = []
    func bind(_ name: String) {
      bindings.append(
        session.bind(
          LikeIntent.self, to: "p1", startingAt: LikeValue(isLiked: false, count: 10)
        ) { _ in
          shown.append(name)
          if name == "first", bindings.count == 3 { bindings[1].unbind() }
        })
    }
    for name in ["first", "second", "third"] { bind(name) }
    shown = []
    session.receive(LikeAnswer(isLiked: false, count: 12), of: LikeIntent.self, for: "p1")
    #expect(shown == ["first", "third"])
    bindings = []
  }
}
