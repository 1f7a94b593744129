/// A component with a behavior that can be replaced.
@MainActor
protocol BehaviorHost: AnyObject {
  associatedtype Behavior: DetachableBehavior
  /// The attached behavior, if any.
  var behavior: Behavior? { get set }
}

/// A behavior that is notified when it is detached.
protocol DetachableBehavior {
  /// Called once when the behavior is detached.
  var detached: @MainActor () -> Void { get }
}

extension BehaviorHost {
  /// Detaches the behavior, if any, and then attaches another, if any.
  func replaceBehavior(with next: Behavior?) {
    if let former = behavior {
      behavior = nil
      former.detached()
    }
    guard let next else { return }
    let meanwhile = behavior  // Attached by the `detached` closure of the previous behavior.
    behavior = next
    meanwhile?.detached()
  }
}
