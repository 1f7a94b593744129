public import SelfManaged

/// Checks whether a name is taken, as an async rule that answers when the test releases it.
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
/// It works for any async rule on a text, not only for names.
@MainActor
public final class FakeNameCheck: WiredFake {
  /// The checked names, in the order of arrival.
  public private(set) var calls: [String] = []
  /// The names whose check was canceled before it was answered.
  public private(set) var canceled: [String] = []
  /// The names that are taken; a test can change them at any time.
  public var taken: Set<String>
  /// The simulated network between the form and this check.
  public let wire = FakeWire()

  private let cancellations = FakeCounter()

  /// Creates a check with names that are taken.
  public init(taken: Set<String> = []) { self.taken = taken }

  /// Returns whether a name is taken; a canceled check is recorded, and answered when released.
  public func isTaken(_ name: String) async throws -> Bool {
    calls.append(name)
    return try await wire.carry(canceled: {
      self.canceled.append(name)
      self.cancellations.add()
    }) { [self] in taken.contains(name) }
  }

  /// Returns when the given number of checks have been canceled, immediately if they already have,
  /// or when the waiting task is canceled.
  public func canceled(_ count: Int) async { await cancellations.reached(count) }

  /// The async rule that uses this check, and fails with `RuleCode.taken`.
  ///
  /// Another rule can call ``isTaken(_:)`` itself, for example a rule that passes unanswered.
  public var rule: AsyncRule<String> {
    AsyncRule(.taken) { name in try await !self.isTaken(name) }
  }
}
