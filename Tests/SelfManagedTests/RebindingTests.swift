import Components
import Fakes
import Foundation
import SelfManaged
import TestSupport
import Testing

/// A component that is configured again for its item, because a list was reloaded.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RebindingTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let images = FakeImageLoader()
  let session: Session
  let like = LikeButton()
  let editor = NumberEditor()
  let page: Page

  /// Records the events that reach it.
  @MainActor
  final class Page: Responder {
    weak var nextResponder: (any Responder)?
    private(set) var heard: [String] = []
    var onFailed: (@MainActor () -> Void)?
    private let table = EventTable()

    var eventHandling: (any EventHandling)? { table }

    init() {
      table.on(TapFailed.self) { [weak self] failed, _ in
        self?.heard.append("failed \(failed.itemID)")
        self?.onFailed?()
        return .stop
      }
      table.on(TapAdjusted.self) { [weak self] adjusted, _ in
        self?.heard.append("adjusted \(adjusted.itemID)")
        return .stop
      }
    }
  }

  init() {
    page = Page()
    session = .fake(likes: likes, cart: cart, images: images)
    like.nextResponder = page
    editor.nextResponder = page
  }

  private func bindLike(_ count: Int = 10, asOf began: LogicalTime? = nil) {
    like.selfManagedConfigure(isLiked: false, count: count, itemID: "p1", asOf: began, in: session)
  }

  @Test func failureIsReportedAfterRebinding() async {
    bindLike()
    likes.hold()
    like.tap()
    await likes.arrived(1)
    bindLike()
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(page.heard == ["failed p1"])
  }

  @Test func adjustmentIsReportedAfterRebinding() async {
    cart.stock["tea"] = 5
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart.hold()
    editor.edit("100")
    editor.endEditing()
    await cart.arrived(1)
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    #expect(editor.state.quantity == 100)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 5)
    #expect(
      editor.state.notice
        == .adjusted(requested: 100, actual: 5, rule: .server("Only 5 left")))
    #expect(page.heard == ["adjusted tea"])
  }

  @Test("a failure is not reported after the component was bound to another item and back")
  func failureIsNotReportedAfterAnotherItem() async {
    bindLike()
    likes.hold()
    like.tap()
    await likes.arrived(1)
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p2", in: session)
    bindLike()
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(page.heard.isEmpty)
  }

  @Test func olderListIsIgnoredByASingleComponent() {
    let first = session.beginRead(), second = session.beginRead()
    bindLike(12, asOf: second)
    bindLike(10, asOf: first)
    #expect(like.state.count == 12)
  }

  @Test func rebindingKeepsTheKnownQuantity() async {
    cart.hold()
    editor.prepareForCart(productID: "tea", quantity: 7, in: session)
    editor.prepareForCart(productID: "tea", in: session)
    #expect(editor.state.quantity == 7)
    cart["tea"] = 7
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 7)
  }

  @Test func previousItemIsForgotten() {
    bindLike()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p2", in: session)
    #expect(session.itemCount == 1)
    bindLike()
    bindLike()
    like.detach()
    #expect(session.itemCount == 0)
  }

  @Test func previousSessionForgetsAMovedComponent() {
    let other = Session.fake(likes: likes)
    bindLike()
    like.selfManagedConfigure(isLiked: true, count: 3, itemID: "p1", in: other)
    #expect(session.itemCount == 0)
    #expect(like.state == .init(isLiked: true, count: 3, change: .bind))
  }

  @Test func avatarKeepsItsImageAndLoad() async throws {
    let url = try #require(URL(string: "https://example.com/ann.png"))
    let avatar = AvatarView()
    images.hold()
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    images.release()
    await session.imagesLoaded()
    #expect(avatar.state.image == .loaded(LoadedImage(url)))
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    #expect(avatar.state.image == .loaded(LoadedImage(url)))
    #expect(images.calls.count == 1)
    avatar.detach()
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    await session.imagesLoaded()
    #expect(images.calls.count == 2)
  }

  @Test func failedAvatarLoadsAgain() async throws {
    let url = try #require(URL(string: "https://example.com/ann.png"))
    let avatar = AvatarView()
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    await session.imagesLoaded()
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    await session.imagesLoaded()
    #expect(avatar.state.image == .loaded(LoadedImage(url)))
  }

  @Test func failedAvatarThatIsBoundAgainShowsOneChange() async throws {
    let url = try #require(URL(string: "https://example.com/ann.png"))
    let (avatar, vip) = (AvatarView(), VIPInformation(badge: .gold, label: "VIP 3"))
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    await session.imagesLoaded()
    images.hold()
    let shown = StateRecorder { avatar.state }
    avatar.selfManagedConfigure(imageURL: url, vip: vip, userID: "ann", in: session)
    #expect(shown.states == [.init(imageURL: url, vip: vip, image: .loading)])
    images.release()
    await session.imagesLoaded()
  }

  @Test("a clamp of a waiting tap by the list of a rebind is reported by the component")
  func clampByTheReboundListIsReported() async {
    var policy = SessionPolicy()
    policy.cart.lanes = .shared
    let session = Session.fake(cart: cart, policy: policy)
    let coffee = NumberEditor()
    cart.stock["tea"] = 5
    coffee.prepareForCart(productID: "coffee", quantity: 1, in: session)
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    cart.hold()
    coffee.add()
    for _ in 0..<3 { editor.add() }
    cart["tea"] = 3
    editor.prepareForCart(
      productID: "tea", quantity: 3, limits: QuantityLimits(maximum: 5), asOf: session.beginRead(),
      in: session)
    #expect(editor.state.quantity == 5)
    #expect(page.heard == ["adjusted tea"])
    cart.release()
    await session.settled()
    #expect(page.heard == ["adjusted tea"])
  }

  @Test func endedBindingIsNotContinued() async {
    likes.hold()
    var failures = 0
    let former = bind("p1") { _ in }
    former.send(LikeIntent(isLiked: true))
    former.unbind()
    let next = bind("p1", replacing: former) { if $0.failure != nil { failures += 1 } }
    await likes.arrived(1)
    likes.failNext(.rejected)
    likes.release()
    await next.settled()
    #expect(failures == 0)
  }

  @Test func failureReachesAComponentThatIsReboundFirst() async {
    var failures = 0
    likes.hold()
    var binding = bind("p1") { if $0.failure != nil { failures += 1 } }
    let observation = session.observe(LikeIntent.self) { [self] record in
      guard !record.resolved.isEmpty else { return }
      binding = bind("p1", replacing: binding) { if $0.failure != nil { failures += 1 } }
    }
    binding.send(LikeIntent(isLiked: true))
    await likes.arrived(1)
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(failures == 1)
    observation.cancel()  // It keeps the session and the binding alive.
  }

  private func bind(
    _ id: String, replacing former: ItemBinding<LikeIntent>? = nil,
    show: @escaping @MainActor (ManagedChange<LikeValue>) -> Void
  ) -> ItemBinding<LikeIntent> {
    session.bind(
      to: id, startingAt: LikeValue(isLiked: false, count: 1), knowing: LikeAnswer(isLiked: false),
      replacing: former, show: show)
  }

  @Test("a failure is reported even if another component's rollback rebinds its component first")
  func failureIsReportedDespiteRebindingDuringTheRollback() async {
    var changes: [ChangeCause] = []
    let first = session.bind(
      LikeIntent.self, to: "p1", startingAt: LikeValue(isLiked: false, count: 10),
      knowing: LikeAnswer(isLiked: false, count: 10)
    ) {
      changes.append($0.cause)
      if $0.cause == .rollback { bindLike() }
    }
    bindLike()
    likes.failNext(.rejected)
    like.tap()
    await session.settled()
    #expect(changes == [.bind, .user, .rollback])
    #expect(like.state.isLiked == false)
    #expect(page.heard == ["failed p1"])
    first.unbind()
  }

  @Test("a failure handler that reloads the list causes one more change, not two")
  func reloadByTheFailureHandlerIsOneChange() async {
    bindLike()
    page.onFailed = { bindLike(12, asOf: session.beginRead()) }
    let shown = StateRecorder(like)
    likes.failNext(.rejected)
    like.tap()
    await session.settled()
    #expect(shown.likes == ["♥11", "♡10", "♡12"])
    page.onFailed = nil  // The closure keeps the page alive.
  }

  @Test func bindingAfterTheEndDisplaysTheAppsValue() {
    like.selfManagedConfigure(isLiked: true, count: 10, itemID: "p1", in: session)
    session.end()
    bindLike(3)
    #expect(like.state == .init(isLiked: false, count: 3, change: .bind))
  }

  @Test("a logical time of another session is ignored and causes no reads")
  func logicalTimeOfAnotherSessionIsIgnored() async {
    let former = Session.fake(likes: likes)
    let stamps = (0..<100).map { _ in former.beginRead() }
    likes.items["p1"] = LikeAnswer(isLiked: false, count: 20)
    bindLike(10, asOf: stamps.last)
    #expect(like.state.count == 10)
    session.refresh()
    await session.settled()
    #expect(like.state.count == 20)
    #expect(likes.calls.count == 1)
    session.receive(LikeAnswer(count: 21), of: LikeIntent.self, for: "p1", asOf: stamps.last)
    session.receive(LikeAnswer(count: 22), of: LikeIntent.self, for: "p1")
    #expect(like.state.count == 22)
  }

  @Test func rebindingAnEqualNumberHasTheBindCause() async {
    cart["tea"] = 1
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    editor.add()
    await session.settled()
    #expect(editor.state.change == .user)
    editor.prepareForCart(productID: "tea", in: session)
    #expect(editor.state.change == .bind)
    await session.settled()
  }

  @Test func failureIsReportedOnceDespiteAReload() async {
    let other = LikeButton()
    bindLike()
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    page.onFailed = { bindLike() }
    likes.failNext(.rejected)
    like.tap()
    await session.settled()
    #expect(page.heard == ["failed p1"])
    page.onFailed = nil  // The closure keeps the page alive.
  }

  @Test func outcomeOfAnUnboundComponentIsNotPublished() async {
    var changes: [ChangeCause] = []
    let gone = bind("p1") { _ in }
    let other = bind("p1") { changes.append($0.cause) }
    likes.answerNext(LikeAnswer(isLiked: false, count: 1))
    likes.hold()
    gone.send(LikeIntent(isLiked: true))
    gone.send(LikeIntent(isLiked: false))
    gone.unbind()
    likes.release()
    await session.settled()
    #expect(changes == [.bind, .user, .user])
    other.unbind()
  }

  @Test func customBehaviorIsDetachedBeforeTheItemIsShown() {
    let like = LikeButton()
    like.attach(
      .init(
        tap: {},
        binding: FakeBinding { [weak like] in like?.show(.init(isLiked: true, count: 99)) }))
    like.selfManagedConfigure(isLiked: false, count: 3, itemID: "p1", in: session)
    #expect(like.state.count == 3)
  }

  @Test func listReadBeforeAForgottenNewerListIsStale() {
    let (older, newer) = (session.beginRead(), session.beginRead())
    bindLike(20, asOf: newer)
    like.detach()
    bindLike(10, asOf: older)
    #expect(like.state.count == 20)
  }

  @Test func tapOnAnotherComponentDuringARebindIsNoFeedback() async {
    var played: [Feedback] = []
    var changes: [ChangeCause] = []
    bindLike()
    var first: ItemBinding<LikeIntent>?
    first = bind("p1") {
      changes.append($0.cause)
      if $0.cause == .external { first?.send(LikeIntent(isLiked: true)) }
    }
    likes.hold()
    like.onFeedback = { played.append($0) }
    bindLike(12, asOf: session.beginRead())
    #expect(changes == [.bind, .external, .user])
    #expect(like.state == .init(isLiked: true, count: 13, change: .bind))
    #expect(played == [])
    first?.unbind()
    likes.release()
    await session.settled()
  }
}
