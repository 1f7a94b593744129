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

/// A tap on a component whose session has ended is reported, and binding to a new session works.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EndedSessionTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let navigator = FakeNavigator()
  let session: Session
  let page: FailurePage
  let like = LikeButton()
  let editor = NumberEditor()
  let avatar = AvatarView()

  init() {
    page = FailurePage()
    cart["tea"] = 3
    session = .fake(navigator: navigator, likes: likes, cart: cart)
    like.nextResponder = page
    editor.nextResponder = page
    avatar.nextResponder = page
    bind(in: session)
  }

  /// The offer retains the item, but not its session.
  @Test func sessionThatIsReleasedDuringAnUndoIsKeptUntilItsEnd() async throws {
    let service = LastOwner()
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    service.session = Session.fake(cart: service, policy: policy, clock: FakeClock())
    let offer: UndoOffer
    do {
      let session = try #require(service.session), tea = NumberEditor()
      tea.prepareForCart(productID: "tea", quantity: 1, in: session)
      tea.reduce()
      offer = try #require(session.undoable.first)
      tea.detach()
      await session.settled()
    }
    await mainActorIsIdle()  // Ended delays release the session a turn later.
    service.isLeaving = true
    offer.undo()
    await mainActorIsIdle()
    #expect(service.session == nil)
    #expect(service.sent == [0, 1])
  }

  private func bind(in session: Session) {
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    avatar.selfManagedConfigure(imageURL: nil, userID: "ann", in: session)
  }

  @Test func aLikeOfAnEndedSessionIsReported() async {
    session.end()
    like.tap()
    #expect(page.failures == ["p1 sessionEnded"])
    #expect(page.senders == [ObjectIdentifier(like)])
    #expect(like.state == .init(isLiked: false, count: 10))
    like.tap()
    #expect(page.failures.count == 2)
    await session.settled()
    #expect(likes.calls.isEmpty)
  }

  @Test func eventAfterTheEndIsRecordedOnce() {
    var records = 0
    let token = session.observe(LikeIntent.self) { _ in records += 1 }
    session.end()
    records = 0
    like.tap()
    #expect(records == 1)
    token.cancel()
  }

  @Test func noTurnFollowsTheEnd() {
    var records = 0
    let token = session.observe(QuantityIntent.self) { _ in records += 1 }
    withObservationTracking {
      _ = editor.state
    } onChange: { [session] in
      MainActor.assumeIsolated { session.end() }
    }
    editor.add()
    #expect(records == 2, "the tap and the end")
    token.cancel()
  }

  @Test func everyWayToChangeAQuantityIsReported() async {
    session.end()
    editor.add()
    #expect(page.failures == ["tea sessionEnded"])
    editor.reduce()
    #expect(page.failures.count == 2)
    editor.edit("15")
    editor.endEditing()
    #expect(page.failures.count == 3)
    #expect(page.senders.allSatisfy { $0 == ObjectIdentifier(editor) })
    #expect(editor.state.quantity == 3)
    #expect(editor.state.text == nil)
    #expect(editor.state.notice == .refused(nil))  // The message comes from the event's error.
    await session.settled()
    #expect(cart.calls.isEmpty)
  }

  @Test func anAvatarOfAnEndedSessionIsReported() {
    session.end()
    avatar.tap()
    avatar.retryImage()
    #expect(page.failures == ["ann sessionEnded", "ann sessionEnded"])
    #expect(navigator.shown.isEmpty)
  }

  @Test func avatarWithoutANavigatorIsReported() {
    let session = Session(clock: .withoutDelays)
    avatar.selfManagedConfigure(imageURL: nil, userID: "bob", in: session)
    session.end()
    avatar.tap()
    #expect(page.failures == ["bob sessionEnded"])
  }

  @Test func tapOnALaterBindingIsReported() {
    session.end()
    let like = LikeButton()
    like.nextResponder = page
    like.selfManagedConfigure(isLiked: true, count: 1, itemID: "p2", in: session)
    like.tap()
    #expect(page.failures == ["p2 sessionEnded"])
    #expect(like.state == .init(isLiked: true, count: 1))
  }

  @Test func onlyTheTappedComponentIsReported() {
    let other = LikeButton()
    let elsewhere = Page()
    other.nextResponder = elsewhere
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    session.end()
    other.tap()
    #expect(page.failures.isEmpty)
    #expect(elsewhere.failures == 1)
  }

  private final class Page: Responder, EventHandling {
    weak var nextResponder: (any Responder)?
    var failures = 0

    func handler(for name: EventName) -> EventHandler? {
      { [weak self] _ in
        self?.failures += 1
        return .stop
      }
    }
  }

  @Test func sendAfterTheEndIsReportedAndResolved() {
    var changes: [ManagedChange<LikeValue>] = []
    let value = session.bind(
      LikeIntent.self, to: "own", startingAt: LikeValue(isLiked: false, count: 1),
      knowing: LikeAnswer(isLiked: false, count: 1),
      show: { changes.append($0) })
    session.end()
    changes = []
    var resolution: Resolution<LikeValue>?
    value.send(LikeIntent(isLiked: true)) { resolution = $0 }
    #expect(resolution == .canceled)
    #expect(changes.map(\.failure?.code.rawValue) == ["sessionEnded"])
    #expect(changes.map(\.value) == [LikeValue(isLiked: false, count: 1)])
    #expect(value.failure?.code.rawValue == "sessionEnded")
    value.retry()
    #expect(changes.count == 2)
    value.unbind()
    resolution = nil
    value.send(LikeIntent(isLiked: true)) { resolution = $0 }
    #expect(resolution == .canceled)
    #expect(changes.count == 2)
  }

  @Test func newSessionSendsTheTaps() async {
    session.end()
    let next = Session.fake(navigator: navigator, likes: likes, cart: cart)
    bind(in: next)
    like.tap()
    editor.add()
    avatar.tap()
    await next.settled()
    await navigator.arrived(1)
    #expect(page.failures.isEmpty)
    #expect(likes.sent == [true])
    #expect(cart.sent == ["+1"])
    #expect(navigator.shown == [.userProfile("ann")])
    #expect(session.itemCount == 0)
  }

  /// A tap that ends the session during its notification: the next tap is reported after it.
  @Test func tapDuringTheEndIsReported() {
    let button = LikeButton()
    button.nextResponder = page
    var isFirst = true
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let value = session.bind(
      LikeIntent.self, to: "p1", startingAt: LikeValue(isLiked: false, count: 10),
      knowing: nil,
      show: { [session, button] change in
        guard change.cause == .user, isFirst else { return }
        isFirst = false
        session.end()
        button.tap()
      })
    value.send(LikeIntent(isLiked: true))
    #expect(page.failures == ["p1 sessionEnded"])
    #expect(like.state.isLiked == button.state.isLiked)
    value.unbind()
  }

  @Test func tapOnAnotherItemDuringTheEndIsIgnored() async {
    let session = Session.fake(likes: likes)
    likes.hold()
    var later: ItemBinding<LikeIntent>?
    var resolution: Resolution<LikeValue>?
    let first = bind("a", in: session) {
      if $0.cause == .rollback { later?.send(LikeIntent(isLiked: true)) { resolution = $0 } }
    }
    later = bind("b", in: session) { _ in }
    first.send(LikeIntent(isLiked: true))
    first.send(LikeIntent(isLiked: false))
    await likes.arrived(1)
    session.end()
    #expect(resolution == .canceled)
    #expect(later?.value == LikeValue(isLiked: false, count: 1))
    #expect(later?.failure == .sessionEnded)
    likes.release()
    await session.settled()
    #expect(likes.sent == [true])
  }

  @Test func undoOnAnotherItemDuringTheEndIsIgnored() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(likes: likes, cart: cart, policy: policy, clock: FakeClock())
    cart["b"] = 1
    cart.hold()
    likes.hold()
    var later: ItemBinding<QuantityIntent>?
    var shown: [Int] = []
    let first = bind("a", in: session) { if $0.cause == .rollback { later?.undo() } }
    later = session.bind(
      to: "b", startingAt: CartValue(quantity: 1), knowing: CartAnswer(quantity: 1)
    ) { shown.append($0.value.quantity) }
    later?.send(.set(0))
    session.flush()
    await cart.arrived(1)
    first.send(LikeIntent(isLiked: true))
    first.send(LikeIntent(isLiked: false))
    session.end()
    #expect(shown == [1, 0])
    cart.release()
    likes.release()
    await session.settled()
  }

  private func bind(
    _ id: String, in session: Session,
    show: @escaping @MainActor (ManagedChange<LikeValue>) -> Void
  ) -> ItemBinding<LikeIntent> {
    session.bind(
      to: id, startingAt: LikeValue(isLiked: false, count: 1),
      knowing: LikeAnswer(isLiked: false, count: 1),
      show: show)
  }

  @Test func afterTheEndEachComponentShowsItsOwnData() {
    session.end()
    let other = LikeButton()
    for (button, count) in [(like, 3), (other, 5)] {
      button.selfManagedConfigure(isLiked: true, count: count, itemID: "p3", in: session)
    }
    #expect(like.state.count == 3)
    #expect(other.state.count == 5)
  }

  @Test func afterTheEndAnEditorShowsItsOwnNumber() {
    session.end()
    let other = NumberEditor()
    other.prepareForCart(productID: "milk", quantity: 5, in: session)
    #expect(other.state.quantity == 5)
  }

  @Test func undoAfterTheEndIsResolved() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.feed(.end(unsent: nil))
    let undo = bench.feed(.undo)
    #expect(bench.resolutions[undo] == .unchanged)
    #expect(bench.effects.count == 1)
    #expect(bench.shown == 3)
  }

  @Test func destinationIsNotShownAfterTheEnd() async {
    session.show(.product("tea"))
    await navigator.arrived(1)
    session.end()
    session.show(.signIn)
    await mainActorIsIdle()
    #expect(navigator.shown == [.product("tea")])
  }
}

/// A page that records the failed taps and the dropped texts of its components.
@MainActor
final class FailurePage: Responder {
  weak var nextResponder: (any Responder)?
  private let table = EventTable()
  private(set) var failures: [String] = []
  private(set) var errors: [ServiceError] = []
  private(set) var senders: [ObjectIdentifier?] = []
  private(set) var dropped: [String] = []
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(TapFailed.self) { [unowned self] failed, event in
      failures.append("\(failed.itemID) \(failed.error.code.rawValue)")
      errors.append(failed.error)
      senders.append(event.sender.map { ObjectIdentifier($0) })
      return .stop
    }
    table.on(EventName("components.textDropped")) { [unowned self] event in
      dropped.append(event[EventKey<String>("text")] ?? "no text")
      return .stop
    }
  }
}

/// A cart service that owns the session, and releases it while it refuses a request.
@MainActor
private final class LastOwner: CartService {
  var session: Session?
  var isLeaving = false
  private(set) var sent: [Int] = []

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await set(amount, of: productID, info)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await set(0, of: productID, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    sent.append(quantity)
    guard isLeaving else { return CartAnswer(quantity: quantity) }
    session = nil
    throw ServiceError.signedOut
  }

  func quantity(of productID: String) async -> CartAnswer { CartAnswer(quantity: 0) }
}
