import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The cart as a whole: a badge, a total and lines that are never wrong at rest.
@MainActor
struct WholeCartTests {
  let cart = FakeShop()

  init() { cart.prices = ["tea": 250, "milk": 100] }

  /// Editors of products in a session.
  private func editors(_ ids: [String], in session: Session) -> [NumberEditor] {
    ids.map { id in
      let editor = NumberEditor()
      editor.prepareForCart(productID: id, in: session)
      return editor
    }
  }

  /// A session with two teas and one milk, whose removal can be undone.
  private func removableSession(_ clock: FakeClock) -> Session {
    (cart["tea"], cart["milk"]) = (2, 1)
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    return Session.fake(cart: cart, policy: policy, clock: clock)
  }

  @Test func badgeMovesWithTheTapAndFollowsTheReply() async {
    (cart["tea"], cart["milk"]) = (1, 2)
    let session = Session.fake(cart: cart)
    let (tea, milk) = pair(editors(["tea", "milk"], in: session))
    await session.settled()
    #expect(session.cart.units == 3)
    let sent = cart.calls.count
    cart.hold()
    tea.add()
    #expect(session.cart.units == 4)
    #expect(session.cart.change == .user)
    cart["milk"] = 5  // Another device.
    cart.release()
    await session.settled()
    #expect(milk.state.quantity == 5)
    #expect(milk.state.change == .external)
    #expect(session.cart.units == 7)
    #expect(session.cart.total == "10.00")
    #expect(session.cart.isUpToDate)
    #expect(cart.calls.count == sent + 1)
  }

  @Test func failedTapLowersTheBadgeInTheSameTurnAsTheEditor() async {
    cart["tea"] = 2
    let session = Session.fake(cart: cart)
    let tea = editors(["tea"], in: session)[0]
    await session.settled()
    cart.hold()
    tea.add()
    #expect(session.cart.units == 3)
    let badge = StateRecorder { session.cart.units }
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await until { tea.state.quantity == 2 }
    #expect(session.cart.units == 2)
    #expect(session.cart.change == .rollback)
    await session.settled()
    #expect(badge.states.allSatisfy { $0 == 2 })
    #expect(session.cart.isUpToDate)
  }

  @Test(arguments: [FakeShop.Versions.numbers, .tags])
  func tenEditorsAtOnceMeetNoConflict(versions: FakeShop.Versions) async {
    cart.versions = versions
    cart.requiresVersion = true
    let session = Session.fake(cart: cart)
    let all = editors((0..<10).map { "p\($0)" }, in: session)
    await session.settled()
    for editor in all { editor.add() }
    #expect(session.cart.units == 10)
    await session.settled()
    #expect(cart.sent == Array(repeating: "+1", count: 10))
    #expect(all.allSatisfy { $0.state.quantity == 1 && $0.requestStatus.failure == nil })
    #expect(session.cart.units == 10)
  }

  @Test(arguments: [FakeShop.Versions.numbers, .tags])
  func noTapIsLostThoughAnotherDeviceChangesTheCart(versions: FakeShop.Versions) async {
    cart.versions = versions
    cart.requiresVersion = true
    let session = Session.fake(cart: cart)
    let all = editors((0..<10).map { "p\($0)" }, in: session)
    await session.settled()
    cart.hold()
    for editor in all { editor.add() }
    for round in 1...10 {
      cart["other"] = round
      cart.releaseNext()
      await mainActorIsIdle()
    }
    cart.release()
    await session.settled()
    #expect(all.map(\.state.quantity) == Array(repeating: 1, count: 10))
    #expect((0..<10).map { cart["p\($0)"] } == Array(repeating: 1, count: 10))
    #expect(session.cart.units == 20)
  }

  @Test func thirtyRowsABadgeAndAPageAreOneRead() async {
    let session = Session.fake(cart: cart)
    let all = editors((0..<30).map { "p\($0)" }, in: session)
    _ = (session.cart.units, session.cart.lines.count)
    await session.settled()
    #expect(cart.calls == [.readCart])
    #expect(session.cart.isUpToDate)
    cart["p7"] = 2
    session.refresh()
    await session.settled()
    #expect(cart.calls == [.readCart, .readCart])
    #expect(all[7].state.quantity == 2)
    #expect(session.cart.units == 2)
  }

  @Test func severalQuantitiesAreOneRead() async {
    let batches = Batches()
    let session = Session.fake(cart: batches)
    let all = editors(["p1", "p2"], in: session)
    await session.settled()
    #expect(batches.reads == [["p1", "p2"]])
    #expect(all.map(\.state.quantity) == [4, 0])
    #expect(session.cart.units == 4)
  }

  @MainActor
  private final class Batches: BatchedCartService {
    private(set) var reads: [Set<String>] = []

    func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
      CartAnswer()
    }

    func reduce(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
      CartAnswer()
    }

    func set(_ quantity: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
      CartAnswer()
    }

    func quantity(of productID: String) async throws -> CartAnswer {
      Issue.record("One product is read")
      return CartAnswer()
    }

    func quantities(of productIDs: Set<String>) async throws -> [String: CartAnswer] {
      reads.append(productIDs)
      return ["p1": CartAnswer(quantity: 4)]
    }
  }

  @Test func giftLineAppearsWithTheServersWords() async {
    cart["tea"] = 2
    cart.rule = { lines in
      guard lines["tea", default: 0] >= 3, lines["mug"] == nil else { return nil }
      lines["mug"] = 1
      return "A mug for free"
    }
    let session = Session.fake(cart: cart)
    let (tea, mug) = pair(editors(["tea", "mug"], in: session))
    await session.settled()
    let notices = session.cart.notices()
    cart.hold()
    tea.add()
    #expect(session.cart.units == 3)
    cart.release()
    await session.settled()
    #expect(mug.state.quantity == 1)
    #expect(mug.state.change == .external)
    #expect(session.cart.units == 4)
    #expect(session.cart.notice == "A mug for free")
    tea.add()
    #expect(session.cart.notice == nil)
    await session.settled()
    session.end()
    var messages: [String] = []
    for await notice in notices { messages.append(notice) }
    #expect(messages == ["A mug for free"])
  }

  @Test func statusOfTheCartIsThatOfItsProducts() async {
    (cart["tea"], cart["milk"]) = (1, 1)
    let session = Session.fake(cart: cart)
    let (tea, milk) = pair(editors(["tea", "milk"], in: session))
    await session.settled()
    #expect(session.cart.status == RequestStatus())
    cart.hold()
    tea.add()
    milk.add()
    #expect(session.cart.status.isPending)
    await cart.arrived(2)
    cart.releaseNext()
    await until { !tea.requestStatus.isPending }
    #expect(session.cart.status.isPending)
    cart.loseNextReply()
    cart.release()
    await session.settled()
    #expect(session.cart.status == RequestStatus())
  }

  @Test func lostAdditionIsReadBackWithTheWholeCart() async {
    (cart["tea"], cart["milk"]) = (1, 1)
    let session = Session.fake(cart: cart)
    let (tea, milk) = pair(editors(["tea", "milk"], in: session))
    await session.settled()
    cart.hold()
    tea.add()
    cart["milk"] = 3
    cart.loseNextReply()
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1"])
    #expect([tea, milk].map(\.state.quantity) == [2, 3])
    #expect(session.cart.units == 5)
    #expect(session.cart.isUpToDate)
  }

  @Test func clampedNumberIsAdjustedOnItsLineAlone() async {
    (cart["milk"], cart.stock["tea"]) = (1, 5)
    let session = Session.fake(cart: cart)
    let (tea, milk) = pair(editors(["tea", "milk"], in: session))
    await session.settled()
    tea.edit("100")
    tea.endEditing()
    await session.settled()
    #expect(tea.state.quantity == 5)
    #expect(milk.state.notice == nil)
    #expect(session.cart.units == 6)
  }

  @Test func removalWaitsWhileAnotherProductIsSent() async {
    let clock = FakeClock()
    let session = removableSession(clock)
    let (tea, milk) = pair(editors(["tea", "milk"], in: session))
    await session.settled()
    tea.edit("0")
    tea.endEditing()
    milk.add()
    clock.advance(by: .seconds(1))
    await mainActorIsIdle()
    #expect(cart.sent == ["+1"])
    #expect(session.cart.units == 2)
    let line = session.cart.lines[0]
    #expect(line.id == "tea" && line.isRemoved && line.undo != nil)
    cart["tea"] = 7
    session.cart.receive(cart.wholeCart)
    #expect(tea.state.quantity == 0)
    #expect(session.cart.units == 2)
    line.undo?.undo()
    #expect(tea.state.quantity == 7)
    #expect(session.cart.units == 9)
    await session.settled()
    #expect(cart.sent == ["+1"])
  }

  @Test func observersOfTheLinesSeeTheEndOfAnUndoAndOfEachRequest() async {
    let session = removableSession(FakeClock())
    let (tea, milk) = pair(editors(["tea", "milk"], in: session))
    await session.settled()
    let lines = StateRecorder { session.cart.lines.map(\.id) }
    cart.hold()
    tea.edit("0")
    tea.endEditing()
    #expect(session.cart.lines.map { $0.undo != nil } == [true, false])
    let removed = lines.count
    var arrivals = cart.arrivals
    session.flush()
    await cart.arrived(arrivals + 1)
    #expect(session.cart.lines.map { $0.undo != nil } == [false, false])
    #expect(lines.count > removed)
    cart.release()
    await session.settled()
    cart.hold()
    arrivals = cart.arrivals
    milk.add()
    tea.add()
    await cart.arrived(arrivals + 1)
    #expect(session.cart.lines.map(\.isPending) == [true, true])
    let sent = lines.count
    cart.releaseNext()
    await until { session.cart.lines.map(\.isPending) == [false, true] }
    #expect(lines.count > sent)
    cart.release()
    await session.settled()
    #expect(session.cart.lines.map(\.isPending) == [false, false])
  }

  @Test func checkoutReturnsAtItsLimitAndSaysWhatIsPending() async {
    let clock = FakeClock()
    let session = Session.fake(cart: cart, clock: clock)
    let tea = editors(["tea"], in: session)[0]
    await session.settled()
    cart.hold()
    tea.add()
    let outcome = Task { await session.cart.settled(within: .seconds(3)) }
    await mainActorIsIdle()
    clock.advance(by: .seconds(3))
    #expect(await outcome.value.pending == ["tea"])
    #expect(!session.cart.isUpToDate)
    cart.release()
    await session.settled()
    #expect(session.cart.isUpToDate)
  }

  @Test func nextAccountShowsNothingOfTheFormerCart() async {
    cart["tea"] = 2
    let first = Session.fake(cart: cart)
    _ = first.cart.units
    await first.settled()
    #expect(first.cart.units == 2)
    first.end()
    let second = Session.fake(cart: FakeShop())
    #expect(second.cart.units == 0)
    first.cart.receive(cart.wholeCart)
    await second.settled()
    #expect(second.cart.units == 0)
    #expect(second.cart.total == "0.00")
  }

  @Test func editorThatIsBoundLaterShowsItsNumberAndReadsNothing() async {
    cart["tea"] = 3
    let session = Session.fake(cart: cart)
    _ = session.cart.units
    await session.settled()
    let calls = cart.calls
    let tea = editors(["tea"], in: session)[0]
    #expect(tea.state.quantity == 3)
    await session.settled()
    #expect(cart.calls == calls)
  }

  /// A service that answers for one product, and a row that scrolls away.
  @Test func badgeKeepsAProductThatTheSessionForgets() {
    let session = Session.fake(cart: FakeCartService())
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", quantity: 2, in: session)
    #expect(session.cart.units == 2)
    tea.detach()
    let milk = NumberEditor()
    milk.prepareForCart(productID: "milk", quantity: 1, in: session)
    #expect(session.cart.units == 3)
    #expect(session.cart.lines.map(\.id).sorted() == ["milk", "tea"])
  }

  @Test func addedProductIsLastUntilTheServerPlacesIt() async {
    cart["milk"] = 1
    let session = Session.fake(cart: cart)
    let tea = editors(["tea"], in: session)[0]
    _ = session.cart.units
    await session.settled()
    cart.hold()
    tea.add()
    #expect(session.cart.lines.map(\.id) == ["milk", "tea"])
    #expect(session.cart.lines[1].isPending)
    cart.release()
    await session.settled()
    #expect(session.cart.lines.map(\.quantity) == [1, 1])
  }

  @Test func amountsAreStaleAfterAFailedTapUntilTheCartIsRead() async {
    let session = Session.fake(cart: cart)
    let tea = editors(["tea"], in: session)[0]
    _ = session.cart.units
    await session.settled()
    cart.failNext(.rejected("No"))
    cart.hold()
    tea.add()
    #expect(!session.cart.isUpToDate)
    await cart.arrived(2)
    cart.releaseNext()
    await cart.arrived(3)  // The read.
    #expect(!session.cart.isUpToDate)
    cart.release()
    await session.settled()
    #expect(session.cart.isUpToDate)
  }

  private func pair(_ editors: [NumberEditor]) -> (NumberEditor, NumberEditor) {
    (editors[0], editors[1])
  }
}
