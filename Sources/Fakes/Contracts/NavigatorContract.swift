public import SelfManaged

/// Checks that a navigator fulfills the contract of `Navigator`.
///
/// ```swift
/// @Test func ourNavigatorKeepsTheContract() async throws {
///   try await NavigatorContract(navigator, destinations: [Destination(.chat, "7")]).check()
/// }
/// ```
///
/// Run it on your own navigator. It shows one destination after the other and can't inspect the
/// screen. A navigator that traps on one of them ends the test; that destination is the last
/// requested one.
public struct NavigatorContract: Sendable {
  /// The checked clauses, as text; each comment describes the fault that the clause prevents.
  package enum Clause: String, CaseIterable, ContractClause {
    /// Otherwise code that waits for a screen to be shown never continues.
    case returns = "Showing a destination returns."
    /// Otherwise a link to a page of a later app version hangs this version.
    case unknownKind = "Showing a destination of an unknown kind returns."
    /// Otherwise a truncated link hangs the app.
    case missingArguments = "Showing a destination without its arguments returns."
  }

  let navigator: any Navigator
  let destinations: [Destination]
  let timeout: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - navigator: The navigator.
  ///   - destinations: The app's own destinations, shown after the ones of this package.
  ///   - timeout: How long showing a destination may take.
  ///   - sleep: Waits for a duration; a test injects its own.
  public init(
    _ navigator: any Navigator, destinations: [Destination] = [],
    timeout: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.navigator = navigator
    self.destinations = destinations
    self.timeout = timeout
    self.sleep = sleep
  }

  /// Checks every clause.
  ///
  /// - Throws: A ``ContractViolation`` for the first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let log = ContractLog<Clause>("Navigator", Timeout(limit: timeout, sleep: sleep))
    for destination in [.userProfile("1"), .product("1"), .signIn] + destinations {
      try await show(destination, orElse: .returns, log)
    }
    let unknown = Destination.Kind(rawValue: "no such kind")
    try await show(Destination(unknown), orElse: .unknownKind, log)
    try await show(Destination(unknown, "1", ""), orElse: .unknownKind, log)
    for kind in [Destination.Kind.userProfile, .product] {
      try await show(Destination(kind), orElse: .missingArguments, log)
      try await show(Destination(kind, ""), orElse: .missingArguments, log)
    }
  }

  @MainActor
  private func show(
    _ destination: Destination, orElse clause: Clause, _ log: ContractLog<Clause>
  ) async throws(ContractViolation) {
    _ = try await log.make("show(\(destination.path))", orElse: clause, describe: { "shown" }) {
      [navigator] in await navigator.show(destination)
    }
  }
}
