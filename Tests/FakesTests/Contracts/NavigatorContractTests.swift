import Fakes
import SelfManaged
import Testing

/// The contract of navigators.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NavigatorContractTests {
  typealias Clause = NavigatorContract.Clause

  private nonisolated static let unknown = Destination.Kind(rawValue: "no such kind")
  private nonisolated static let chat = Destination(Destination.Kind(rawValue: "chat"), "7")

  /// The violation that a check finds; `nil` if the contract is kept.
  private func violation(
    of navigator: any Navigator, hangsAt wire: FakeWire? = nil
  ) async -> ContractViolation? {
    let contract = NavigatorContract(navigator, destinations: [Self.chat]) {
      _ in await (wire ?? FakeWire()).arrived(1)
    }
    return await violationThrown(by: contract.check)
  }

  @Test func contractShowsEveryDestinationToTheFake() async {
    let navigator = FakeNavigator()
    #expect(await violation(of: navigator) == nil)
    #expect(
      navigator.shown.map(\.path) == [
        "/user/1", "/product/1", "/sign-in", "/chat/7", "/no%20such%20kind",
        "/no%20such%20kind/1/", "/user", "/user/", "/product", "/product/",
      ])
  }

  @Test(arguments: [
    (Destination.userProfile("1"), Clause.returns), (.product("1"), .returns),
    (.signIn, .returns), (chat, .returns), (Destination(unknown), .unknownKind),
    (Destination(unknown, "1", ""), .unknownKind), (Destination(.userProfile), .missingArguments),
    (Destination(.userProfile, ""), .missingArguments), (Destination(.product), .missingArguments),
    (Destination(.product, ""), .missingArguments),
  ])
  func hangingNavigatorFailsWithItsClause(_ trap: Destination, _ clause: Clause) async {
    let navigator = HangingNavigator(at: trap)
    let violation = await violation(of: navigator, hangsAt: navigator.wire)
    #expect(violation?.clause == clause.rawValue)
    #expect(violation?.calls.last == "show(\(trap.path)) did not return")
    navigator.wire.release()
  }

  @Test func violationNamesTheClauseAndTheCalls() async {
    let navigator = HangingNavigator(at: .product("1"))
    #expect(
      await violation(of: navigator, hangsAt: navigator.wire)?.description == """
        Navigator: Showing a destination returns.
        Found: no answer within 30.0 seconds.
          1. show(/user/1) → shown
          2. show(/product/1) did not return
        """)
    navigator.wire.release()
  }
}

/// A navigator that never returns from one destination.
@MainActor
private final class HangingNavigator: Navigator {
  let wire = FakeWire()
  private let trap: Destination

  init(at trap: Destination) {
    self.trap = trap
    wire.hold()
  }

  func show(_ destination: Destination) async {
    if destination == trap { try? await wire.carry {} }
  }
}
