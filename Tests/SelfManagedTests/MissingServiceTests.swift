import Components
import Fakes
import SelfManaged
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A missing service is reported, with a message for the user and a fix for the developer.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MissingServiceTests {
  let page: FailurePage

  init() { page = FailurePage() }

  /// Records the following messages for the developer that name an item.
  private final class Messages {
    private(set) var all: [String] = []

    @MainActor
    init(naming item: String) {
      debugMessageObservers.append { [weak self] in
        if $0.contains(" \(item):") { self?.all.append($0) }
      }
    }
  }

  /// Messages for the developer are written in debug builds only.
  private func inDebugBuilds(_ messages: [String]) -> [String] {
    #if DEBUG
      messages
    #else
      []
    #endif
  }

  private func expectFix(_ fix: String, at location: SourceLocation = #_sourceLocation) {
    #expect(page.errors.map(\.debugMessage) == [fix], sourceLocation: location)
    #expect(page.errors.allSatisfy { !$0.message.isEmpty }, sourceLocation: location)
    #expect(
      page.errors.allSatisfy { $0.code.rawValue == "missingService" }, sourceLocation: location)
  }

  @Test func aMissingLikeServiceIsReported() async {
    let session = Session(clock: .withoutDelays), like = LikeButton(),
      messages = Messages(naming: "m1")
    like.nextResponder = page
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "m1", in: session)
    like.tap()
    await session.settled()
    #expect(like.state == .init(isLiked: false, count: 1, change: .rollback))
    let fix = "This session has no LikeService; pass one to Session(likes:)."
    expectFix(fix)
    #expect(messages.all == inDebugBuilds(["Request for m1: \(fix)"]))
  }

  @Test func aMissingCartServiceIsReported() async {
    let session = Session(clock: .withoutDelays), editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(productID: "m2", quantity: 1, in: session)
    editor.add()
    await session.settled()
    #expect(editor.state.quantity == 1)
    expectFix("This session has no CartService; pass one to Session(cart:).")
    #expect(editor.state.notice == .refused(nil))
    #expect(page.errors.first?.message.isEmpty == false)
  }

  @Test func aReadWithoutACartServiceIsReportedOnce() async {
    let session = Session(clock: .withoutDelays), editor = NumberEditor(),
      messages = Messages(naming: "m8")
    editor.nextResponder = page
    editor.prepareForCart(productID: "m8", in: session)
    await session.settled()
    let fix = "This session has no CartService; pass one to Session(cart:)."
    #expect(messages.all == inDebugBuilds(["Request for m8: \(fix)"]))
    #expect(page.failures.isEmpty)
  }

  @Test func missingNavigatorIsReportedUnlessHandled() {
    let avatar = AvatarView()
    avatar.nextResponder = page
    let messages = Messages(naming: "m3")
    avatar.selfManagedConfigure(imageURL: nil, userID: "m3", in: Session(clock: .withoutDelays))
    avatar.tap()
    #expect(page.failures == ["m3 missingService"])
    let fix = "This session has no Navigator; pass one to Session(navigator:)."
    expectFix(fix)
    #expect(messages.all == inDebugBuilds(["Avatar of m3: \(fix)"]))
  }

  @Test func aMissingImageLoaderIsReported() throws {
    let avatar = AvatarView()
    avatar.nextResponder = page
    let messages = Messages(naming: "m4")
    let url = try #require(URL(string: "https://images.example/m4.png"))
    avatar.selfManagedConfigure(imageURL: url, userID: "m4", in: Session(clock: .withoutDelays))
    guard case .failed(let words) = avatar.state.image else {
      Issue.record("The avatar never stops loading: \(avatar.state)")
      return
    }
    #expect(!words.isEmpty)
    avatar.retryImage()
    let fix = "This session has no ImageLoader; pass one to Session(images:)."
    expectFix(fix)
    #expect(
      messages.all == inDebugBuilds(["Image of m4: \(fix)", "Avatar of m4: \(fix)"]))
    #expect(page.failures == ["m4 missingService"])
  }

  @Test func aHandledDestinationNeedsNoNavigator() throws {
    let avatar = AvatarView(), table = EventTable()
    let messages = Messages(naming: "m6")
    table.on(DestinationWanted.self) { _, _ in .stop }
    let root = Root(table)
    avatar.nextResponder = root
    avatar.selfManagedConfigure(imageURL: nil, userID: "m6", in: Session(clock: .withoutDelays))
    avatar.tap()
    #expect(messages.all.isEmpty)
  }

  private final class Root: Responder {
    weak var nextResponder: (any Responder)?
    let eventHandling: (any EventHandling)?

    init(_ table: EventTable) { eventHandling = table }
  }

  @Test func tapAfterTheEndIsReportedToTheDeveloper() {
    let messages = Messages(naming: "m7")
    let session = Session.fake(), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "m7", in: session)
    session.end()
    #expect(messages.all.isEmpty)
    like.tap()
    #expect(messages.all == inDebugBuilds(["Tap on m7: \(ServiceError.sessionEnded.debugMessage)"]))
  }

  @Test func avatarBoundToANavigatorNeedsNoLoader() throws {
    let avatar = AvatarView()
    avatar.nextResponder = page
    let url = try #require(URL(string: "https://images.example/m5.png"))
    avatar.selfManagedConfigure(imageURL: url, userID: "m5", navigator: FakeNavigator())
    #expect(avatar.state.image == .loading)
    avatar.retryImage()
    #expect(page.failures.isEmpty)
  }
}
