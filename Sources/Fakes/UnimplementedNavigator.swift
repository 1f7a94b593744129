public import SelfManaged

/// A navigator that must not be used: it proves that a flow shows no destination.
///
/// ```swift
/// UnimplementedNavigator { Issue.record("\($0)") }
/// ```
@MainActor
public final class UnimplementedNavigator: Navigator {
  private let report: @MainActor (String) -> Void

  /// Creates a navigator that reports each use of it.
  public init(report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// Reports the use.
  public func show(_ destination: Destination) {
    report("Navigator.show(\(destination.path)) was called, but this flow must not navigate.")
  }
}
