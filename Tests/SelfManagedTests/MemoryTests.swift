import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// Memory is bounded by the bound and remembered items, not by all items ever bound.
///
/// `BIND_ROUNDS=1000000 swift test -c release --filter MemoryTests` measures the bytes in use as well;
/// alone, since other tests would be measured too.
@MainActor
@Suite(.timeLimit(.minutes(30)), .serialized)
struct MemoryTests {
  private static let measuredRounds = ProcessInfo.processInfo.environment["BIND_ROUNDS"]
    .flatMap { Int($0) }

  /// A list that scrolls: each cell is bound, tapped and reused, each time for another item.
  @Test func bindTapAndUnbindLeakNothing() async {
    let rounds = Self.measuredRounds ?? 2_000
    let session = Session.fake(likes: Accepting(), cart: SoldOut())
    let (like, editor) = (LikeButton(), NumberEditor())
    var bytes: [Int] = []
    for round in 1...rounds {
      like.selfManagedConfigure(
        isLiked: false, count: 10, itemID: "post \(round)", in: session)
      like.tap()
      editor.prepareForCart(productID: "product \(round)", quantity: 1, in: session)
      editor.add()
      if round % 100 == 0 { await session.settled() }
      // The first tenth fills the remembered items.
      if round % (rounds / 10) == 0 { bytes.append(Self.bytesInUse) }
    }
    like.detach()
    editor.detach()
    await session.settled()
    #expect(session.itemCount <= 2 * SessionPolicy().rememberedItemLimit)
    guard Self.measuredRounds != nil, Self.bytesInUse > 0 else { return }
    print("Bytes in use after each tenth of \(rounds) rounds: \(bytes)")
    let first = bytes[1]
    #expect(bytes.dropFirst(2).allSatisfy { $0 - first < 1_048_576 })
  }

  @Test func sessionIsReleasedWithItsItems() async {
    weak var former: Session?
    do {
      let session = Session.fake()
      former = session
      let buttons = (0..<10).map { _ in LikeButton() }
      for (number, button) in buttons.enumerated() {
        button.selfManagedConfigure(
          isLiked: false, count: 1, itemID: "\(number % 3)", in: session)
        button.tap()
      }
      await session.settled()
    }
    await turns(until: { former == nil })
    #expect(former == nil)
  }

  /// The ways to end a wait early.
  enum Ending: CaseIterable { case flush, end }

  @Test(
    "an obsolete delay keeps nothing alive",
    arguments: [ServiceError.offline, .unknownOutcome], Ending.allCases)
  func obsoleteDelayKeepsNothingAlive(_ error: ServiceError, _ ending: Ending) async {
    let likes = FakeLikeService()
    let clock = FakeClock()
    var events = 0
    weak var former: Session?
    do {
      var policy = SessionPolicy()
      policy.likes.offline = .hold(.seconds(3_600))
      let session = Session.fake(likes: likes, policy: policy, clock: clock)
      former = session
      session.observe(LikeIntent.self) { _ in events += 1 }
      let like = LikeButton()
      like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
      likes.failNext(error)
      like.tap()
      await clock.sleeping(1)
      switch ending {
      case .flush: session.flush()
      case .end: session.end()
      }
      await session.settled()
      #expect(likes.sent.count == (ending == .flush ? 2 : 1))
    }
    let settled = events
    await turns(until: { former == nil })
    #expect(former == nil)
    #expect(events == settled)
    #expect(clock.sleeperCount == 0)
  }

  /// Two components of an item are released one after the other without being unbound; the item is
  /// discarded with the last one.
  @Test func releasedComponentIsUnbound() async {
    let session = Session.fake()
    var buttons = (0..<2).map { _ in LikeButton() }
    var holds = buttons.map {
      $0.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    }
    weak let gone = holds[0]
    buttons.removeFirst()
    holds.removeFirst()
    #expect(gone == nil)
    await turns(until: { false })
    #expect(session.itemCount == 1)
    buttons = []
    holds = []
    await turns(until: { session.itemCount == 0 })
    #expect(session.itemCount == 0)
  }

  /// Lets the main actor run its queued work, since bindings of released components end
  /// asynchronously.
  ///
  /// A task on another executor would not do: it may end before it is awaited, so that the actor is
  /// not yielded.
  private func turns(until isDone: () -> Bool) async {
    for _ in 0..<100 where !isDone() { await Task { @MainActor in }.value }
  }

  /// The resident bytes on Linux; 0 on other systems.
  private static var bytesInUse: Int {
    guard let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    return pages.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4_096 } ?? 0
  }
}

/// A service that accepts every like and stores nothing.
private struct Accepting: LikeService {
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async -> LikeAnswer {
    LikeAnswer(isLiked: isLiked)
  }
}

/// A service in which every product is sold out, so that the cart stays empty.
private struct SoldOut: CartService {
  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async -> CartAnswer { none }
  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async -> CartAnswer { none }
  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async -> CartAnswer { none }
  func quantity(of productID: String) async -> CartAnswer { none }
  private var none: CartAnswer { CartAnswer(quantity: 0) }
}
