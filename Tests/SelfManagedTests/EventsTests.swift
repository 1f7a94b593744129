import Components
import Fakes
import SelfManaged
import Testing

/// Events of self-managed components in the responder chain, so that one page shows all toasts.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventsTests {
  /// A page that records the events that reach it.
  final class Page: Responder {
    weak var nextResponder: (any Responder)?
    let table = EventTable()
    private(set) var heard: [String] = []
    private(set) var senders: [ObjectIdentifier?] = []
    var eventHandling: (any EventHandling)? { table }

    init() {
      table.on(TapFailed.self) { [unowned self] failed, event in
        note("\(failed.itemID) failed: \(failed.error.message)", event)
      }
      table.on(TapAdjusted.self) { [unowned self] adjusted, event in
        note("\(adjusted.itemID) adjusted to \(adjusted.limit ?? -1)", event)
      }
      table.on(DestinationWanted.self) { [unowned self] wanted, event in
        note("open \(wanted.destination.path)", event)
      }
    }

    private func note(_ text: String, _ event: ResponderEvent) -> Handling {
      heard.append(text)
      senders.append(event.sender.map { ObjectIdentifier($0) })
      return .stop
    }
  }

  @Test func failedLikeRisesOnceFromTheTappedButton() async throws {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let page = Page()
    let buttons = (0..<3).map { _ in LikeButton() }
    for button in buttons {
      button.nextResponder = page
      button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    }
    likes.failNext(.rejected("Not today"))
    buttons[1].tap()
    await session.settled()
    #expect(page.heard == ["p1 failed: Not today"])
    #expect(page.senders == [ObjectIdentifier(buttons[1])])
  }

  @Test func rollbackComesBeforeTheFailureRises() async throws {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let button = LikeButton()
    let page = Root()
    button.nextResponder = page
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    var shown: LikeButton.State?
    page.table.on(TapFailed.name) { [weak button] event in
      shown = button?.state
      #expect(event[EventKey<String>("itemID")] == "p1")
      return .stop
    }
    likes.failNext(.rejected)
    button.tap()
    await session.settled()
    #expect(shown == .init(isLiked: false, count: 10, change: .rollback))
  }

  private final class Root: Responder {
    weak var nextResponder: (any Responder)?
    let table = EventTable()
    var eventHandling: (any EventHandling)? { table }
  }

  @Test func invisibleFailureDoesNotRise() async throws {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let page = Page()
    let button = LikeButton()
    button.nextResponder = page
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    button.tap()
    button.tap()
    await likes.arrived(1)
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(page.heard.isEmpty)
  }

  @Test func anAdjustedAndAFailedCartEditRise() async throws {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let page = Page()
    let editor = NumberEditor()
    cart.stock["tea"] = 5
    editor.nextResponder = page
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    editor.edit("100")
    editor.endEditing()
    await session.settled()
    cart.failNext(.rejected("Sold out"))
    editor.reduce()
    await session.settled()
    #expect(page.heard == ["tea adjusted to 5", "tea failed: Sold out"])
  }

  @Test func failureOfThePreviousItemDoesNotRise() async throws {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let page = Page()
    let button = LikeButton()
    button.nextResponder = page
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    button.tap()
    await likes.arrived(1)
    button.selfManagedConfigure(isLiked: false, count: 3, itemID: "p2", in: session)
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(page.heard.isEmpty)
  }

  @Test func anAvatarTapWithoutANavigatorRises() throws {
    let page = Page()
    let avatar = AvatarView()
    avatar.nextResponder = page
    avatar.selfManagedConfigure(imageURL: nil, userID: "ada", in: Session(clock: .withoutDelays))
    avatar.tap()
    #expect(page.heard == ["open \(Destination.userProfile("ada").path)"])
  }

  @Test func nothingRisesWithANavigator() async throws {
    let page = Page()
    let navigator = FakeNavigator()
    let avatar = AvatarView()
    avatar.nextResponder = page
    avatar.selfManagedConfigure(imageURL: nil, userID: "ada", in: .fake(navigator: navigator))
    avatar.tap()
    #expect(page.heard.isEmpty)
  }

  /// A handler may change the item whose failure it handles.
  @Test func aHandlerMayTapAgain() async throws {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let button = LikeButton()
    let root = Root()
    button.nextResponder = root
    root.table.on(TapFailed.name) { [weak button] _ in
      button?.tap()
      return .stop
    }
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected)
    button.tap()
    await session.settled()
    #expect(button.state.isLiked)
    #expect(likes.sent == [true, true])
  }

  @Test func failedSubmitRisesOnceFromTheFocusedField() async throws {
    let root = Root()
    let fields = ["NAME", "QQ"].map { TitledTextField(title: $0, key: $0.lowercased()) }
    let form = ValidationManager.fake(language: .simplifiedChinese)
    var heard: [String] = []
    for field in fields {
      field.nextResponder = root
      form.add(field, [.required])
    }
    root.table.on(SubmitFailed.self) { failed, event in
      let isFocused = (event.sender as? TitledTextField)?.state.isFocused ?? false
      heard.append("\(failed.key): \(failed.message), \(isFocused)")
      return .stop
    }
    fields[0].edit("Ann")
    _ = await form.submit()
    #expect(heard == ["qq: QQ不能为空, true"])
    fields[1].edit("12345")
    _ = await form.submit()
    #expect(heard.count == 1)
  }

  #if DEBUG
    @Test("a failed tap that no responder handles is printed to standard error in debug builds")
    func unhandledFailureIsPrintedInDebugBuilds() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await EventsTests.fail(LikeButton(), "p1")
        let page = await Page()
        let handled = await LikeButton()
        await MainActor.run { handled.nextResponder = page }
        await EventsTests.fail(handled, "p2")
        await MainActor.run { EventRouting.onUnhandled = { _ in } }
        await EventsTests.fail(LikeButton(), "p3")
        withExtendedLifetime(page) {}
      }
      let written = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(written.contains(#"SelfManaged: A tap on "p1" failed (rejected: Not today)"#))
      #expect(written.contains("no responder handled TapFailed"))
      #expect(!written.contains("p2"), "the failure was handled")
      #expect(!written.contains("p3"), "the app's own hook reports it")
    }
  #endif

  private static func fail(_ button: LikeButton, _ itemID: String) async {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: itemID, in: session)
    likes.failNext(.rejected("Not today"))
    button.tap()
    await session.settled()
  }
}
