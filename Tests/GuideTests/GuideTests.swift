import Components
import Fakes
import SelfManaged
import Testing

// The tests in the README and the guides; `.ci/code-blocks` checks that both are the same.

// snippet.readme
@MainActor @Test func aFailedLikeIsRolledBack() async {
  let likes = FakeLikeService(), like = LikeButton()
  let session = Session.fake(likes: likes)
  like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
  likes.hold()
  like.tap()
  #expect(like.state == .init(isLiked: true, count: 11, change: .user))
  likes.failNext(.offline)
  likes.release()
  await session.settled()
  #expect(like.state == .init(isLiked: false, count: 10, change: .rollback))
}
// snippet.end

// snippet.follow
@MainActor @Test func aFailedFollowIsRolledBack() async {
  let follows = FakeFollowService(), button = FollowButton()
  let session = Session.fake()
  session.registerFollows(follows)
  button.selfManagedConfigure(isFollowing: false, userID: "ann", in: session)
  follows.wire.hold()
  button.tap()
  #expect(button.state == .init(isFollowing: true, change: .user))
  follows.wire.failNext(.offline)
  follows.wire.release()
  await session.settled()
  #expect(button.state == .init(isFollowing: false, change: .rollback))
}
// snippet.end

// snippet.rebind
@MainActor @Test func aFollowButtonKeepsItsTapWhenItIsBoundAgain() async {
  let follows = FakeFollowService(), button = FollowButton()
  let session = Session.fake()
  session.registerFollows(follows)
  button.selfManagedConfigure(isFollowing: false, userID: "ann", in: session)
  follows.wire.hold()
  button.tap()
  button.selfManagedConfigure(isFollowing: false, userID: "ann", in: session)  // reloaded
  #expect(button.state.isFollowing)
  #expect(button.requestStatus.isPending)
  follows.wire.failNext(.rejected("Too many"))
  follows.wire.release()
  await session.settled()
  #expect(button.state == .init(isFollowing: false, change: .rollback))
  #expect(button.requestStatus.failure == "Too many")
  button.retry()
  await session.settled()
  #expect(button.state == .init(isFollowing: true, change: .user))
}
// snippet.end

@MainActor @Test func aFailureOfABoundAgainFollowButtonRisesOnce() async {
  final class Page: Responder, EventProxy {
    weak var nextResponder: (any Responder)?
    let table = EventTable()
  }
  let follows = FakeFollowService(), button = FollowButton(), page = Page()
  let session = Session.fake()
  session.registerFollows(follows)
  button.nextResponder = page
  var failures: [String] = []
  page.table.on(TapFailed.self) { failed, _ in
    failures.append("\(failed.itemID): \(failed.error.message)")
    return .stop
  }
  button.selfManagedConfigure(isFollowing: false, userID: "ann", in: session)
  follows.wire.hold()
  button.tap()
  button.selfManagedConfigure(isFollowing: false, userID: "ann", in: session)
  follows.wire.failNext(.rejected("Too many"))
  follows.wire.release()
  await session.settled()
  #expect(failures == ["ann: Too many"])
  #expect(draw(button) == "Too many")
}

// snippet.screen
/// The model of a screen, which needs a session and no services.
@MainActor
final class GoodsScreen {
  let avatar = AvatarView()
  let editor = NumberEditor()

  init(sellerID: String, skuID: String, in session: Session) {
    avatar.selfManagedConfigure(imageURL: nil, userID: sellerID, in: session)
    editor.prepareForCart(productID: skuID, in: session)
  }
}
// snippet.end

// snippet.points
/// The points that the user received, and the reason.
struct Points: WritableResponse {
  static let wireType: WireType = 30
  static let notificationID: NotificationID = "shop.points"
  var total: UInt16
  var reason: String

  init(total: UInt16, reason: String) {
    self.total = total
    self.reason = reason
  }

  init(from reader: inout ByteReader) throws {
    total = try reader.short("total")
    reason = try reader.string("reason")
  }

  func write(to writer: inout ByteWriter) throws {
    writer.short(total)
    try writer.string(reason, field: "reason")
  }
}
// snippet.end

// snippet.shop
/// Your cart service over an in-memory back end.
actor ShopInMemory: CartService {
  private var quantities: [String: Int] = [:]

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) -> CartAnswer {
    put((quantities[productID] ?? 0) + amount, productID)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) -> CartAnswer {
    put((quantities[productID] ?? 0) - amount, productID)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) -> CartAnswer {
    put(quantity, productID)
  }

  func quantity(of productID: String) -> CartAnswer {
    CartAnswer(quantity: quantities[productID] ?? 0)
  }

  private func put(_ quantity: Int, _ productID: String) -> CartAnswer {
    quantities[productID] = max(0, quantity)
    return CartAnswer(quantity: max(0, quantity))
  }
}
// snippet.end

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct GuideTests {
  private let api = FakeCartService()

  // snippet.contract
  @Test func ourCartKeepsTheContract() async throws {
    try await CartServiceContract(api, productID: "tea", honorsIdempotencyKeys: true).check()
  }
  // snippet.end

  // snippet.names
  @Test func takenNameIsReported() async {
    let form = ValidationManager.fake()
    let name = TitledTextField(title: "Name", key: "name")
    let names = FakeNameCheck(taken: ["ann"])
    form.add(name, [.required], then: names.rule)
    names.hold()
    name.edit("ann")
    name.endEditing()  // failures are shown when the user leaves the field
    await names.arrived(1)
    #expect(name.state.isPending)
    names.release()
    await form.settled()
    #expect(name.state.failure == "Name is already taken")
  }
  // snippet.end

  // snippet.responses
  @Test func responsesKeepTheContract() throws {
    try ResponseContract([Points(total: 0, reason: ""), Points(total: 65_535, reason: "a gift")])
      .check()
  }

  @Test func receivedPointsReachTheObserver() async throws {
    var factory = ResponseFactory()
    try factory.register(Points.self)
    let center = ResponseCenter()
    var shown: [String] = []
    let token = center.observe(Points.self) { shown.append($0.reason) }
    let (chunks, connection) = AsyncStream<[UInt8]>.makeStream()
    connection.yield(try Points(total: 5, reason: "a gift").encoded())
    connection.finish()
    try await center.receive(chunks, through: ResponseDecoder(factory, maximumBody: 1_024))
    #expect(shown == ["a gift"])
    token.cancel()
  }
  // snippet.end

  // snippet.calls
  @Test func fiveTapsAddFive() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let screen = GoodsScreen(sellerID: "ann", skuID: "tea", in: session)
    for _ in 0..<5 { screen.editor.add() }
    #expect(screen.editor.state.quantity == 5)
    await session.settled()
    #expect(cart["tea"] == 5)
  }
  // snippet.end

  // snippet.lost
  @Test func lostReplyIsNotAddedTwice() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let screen = GoodsScreen(sellerID: "ann", skuID: "tea", in: session)
    await session.settled()  // the initial quantity has been read
    cart.loseNextReply()
    screen.editor.add()
    await session.settled()
    #expect(cart["tea"] == 1)
    #expect(screen.editor.state.quantity == 1)
  }
  // snippet.end

  // snippet.clamp
  @Test func clampReportsItsReason() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let screen = GoodsScreen(sellerID: "ann", skuID: "tea", in: session)
    await session.settled()
    cart.stock["tea"] = 5  // other customers have bought the rest
    screen.editor.edit("100")
    screen.editor.endEditing()
    await session.settled()
    #expect(screen.editor.state.quantity == 5)
    #expect(
      screen.editor.state.notice
        == .adjusted(requested: 100, actual: 5, rule: .server("Only 5 left")))
  }
  // snippet.end

  // snippet.unused
  @Test func openingAProfileUsesNoOtherService() async {
    let navigator = FakeNavigator()
    let session = Session.fake(
      navigator: navigator, likes: UnimplementedLikeService { Issue.record("\($0)") })
    let screen = GoodsScreen(sellerID: "ann", skuID: "tea", in: session)
    screen.avatar.tap()
    await navigator.arrived(1)
    #expect(navigator.shown == [.userProfile("ann")])
  }
  // snippet.end

  // snippet.held
  @Test func aHeldTapIsSentWhenTheNetworkReturns() async {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(3_600))
    let likes = FakeLikeService(), like = LikeButton()
    let session = Session.fake(likes: likes, policy: policy, clock: FakeClock())
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    session.isReachable = false
    like.tap()
    #expect(like.state.isLiked && like.requestStatus.isWaiting)
    #expect(likes.sent.isEmpty)
    session.isReachable = true
    await session.settled()
    #expect(likes.sent == [true])
  }
  // snippet.end

  @Test func aHoldWithoutAClockEndsAtOnce() async {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(3_600))
    let like = LikeButton(), session = Session.fake(policy: policy)
    let item = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    session.isReachable = false
    like.tap()
    await session.settled()
    #expect(item.failure == .offline)
  }

  // snippet.time
  @Test func retryWaitsForTheClock() async {
    let likes = FakeLikeService(), like = LikeButton(), clock = FakeClock()
    let session = Session.fake(likes: likes, clock: clock)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.unknownOutcome)
    like.tap()
    await clock.sleeping(1)  // the first attempt has failed, and a delay has begun
    #expect(likes.sent == [true])
    clock.advance(by: .seconds(1))
    await session.settled()
    #expect(likes.sent == [true, true])
    #expect(like.state.isLiked)
  }
  // snippet.end
}

/// A separate suite, since the world expects a request to be in flight right after its tap.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct GuideAdversarialWorldTests {
  // snippet.world
  @Test func ourCartSurvivesTheWorld() async throws {
    try await AdversarialWorld.cart(productIDs: ["tea", "milk"]) { ShopInMemory() }.check()
  }
  // snippet.end

  // snippet.follows
  @Test func ourFollowButtonSurvivesTheWorld() async throws {
    try await AdversarialWorld.follows.check()
  }
  // snippet.end

  // snippet.contract
  @Test func ourFollowsKeepTheContract() async throws {
    try await TransportContract(
      .follow(of: "ann", by: api), startingAt: false,
      intents: [FollowIntent(isFollowing: true), FollowIntent(isFollowing: false)]
    ).check()
  }
  // snippet.end

  private var api: any FollowService { FakeFollowService() }

  @Test func guideQuotesTheFindingOfAServiceThatIgnoresKeys() async {
    let world = AdversarialWorld.cart(
      productIDs: ["tea", "milk"], honorsIdempotencyKeys: true
    ) { ShopInMemory() }
    let finding = await #expect(throws: AdversarialFinding.self) { try await world.check() }
    #expect(
      finding?.description == """
        Schedule 70 failed: The server carried out a repeated key twice for tea.
        The shortest failing schedule that was found:
          policy: lanes sharedAtFirst, offline fail, keys honored, 3 retries, 2 after conflicts, \
        1 items remembered
          1. screen 3 is pressed, 865
          2. request 848 arrives twice
        Replay it with .check(schedules: 1, from: 70)
        """)
  }
}
