public import SelfManaged

/// Says whether a name is taken, when the test lets it: an asynchronous rule in the test's hands.
///
/// ```swift
/// let names = FakeNameCheck(taken: ["ann"])
/// form.add(name, [.required], then: names.rule)
/// names.hold()
/// name.edit("ann")
/// await names.arrived(1)
/// #expect(name.state.isPending)
/// names.release()
/// await form.settled()
/// ```
///
/// It serves for any asynchronous rule on a text; nothing in it is about names but its own.
@MainActor
public final class FakeNameCheck: WiredFake {
  /// The names asked about, in the order in which they came.
  public private(set) var calls: [String] = []
  /// The names whose question was cancelled before it was answered.
  public private(set) var cancelled: [String] = []
  /// The names that are taken; a test may change them at any time.
  public var taken: Set<String>
  /// Between the form and this check.
  public let wire = FakeWire()

  private let cancellations = FakeCounter()

  /// Creates a check with names that are taken.
  public init(taken: Set<String> = []) { self.taken = taken }

  /// Answers whether a name is taken; a cancelled question is recorded, and answered when released.
  public func isTaken(_ name: String) async throws -> Bool {
    calls.append(name)
    return try await withTaskCancellationHandler {
      try await wire.carry { [self] in taken.contains(name) }
    } onCancel: {
      Task { @MainActor in
        self.cancelled.append(name)
        self.cancellations.add()
      }
    }
  }

  /// Returns when so many questions have been cancelled, at once if they have already.
  public func cancelled(_ count: Int) async { await cancellations.reached(count) }

  /// The rule that asks it, and fails with `RuleCode.taken`.
  public var rule: AsyncRule<String> { rule() }

  /// The rule that asks it.
  ///
  /// - Parameter ifUnanswered: What happens where the question fails.
  /// - Returns: The rule.
  public func rule(ifUnanswered: AsyncRule<String>.Unanswered = .fails) -> AsyncRule<String> {
    AsyncRule(.taken, ifUnanswered: ifUnanswered) { name in try await !self.isTaken(name) }
  }
}
