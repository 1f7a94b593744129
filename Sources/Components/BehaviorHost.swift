/// A component with a behavior that can be replaced.
@MainActor
protocol BehaviorHost: AnyObject {
  associatedtype Behavior: DetachableBehavior
  /// The attached behavior, if any; storing another one does not notify observers.
  var behavior: Behavior? { get set }

  /// Notifies the observers of what the behavior reports, and then makes a change.
  func changeBehavior(_ change: () -> Void)
}

/// A behavior that is notified when it is detached.
protocol DetachableBehavior {
  /// Called once when the behavior is detached.
  @MainActor func detach()
}

extension BehaviorHost {
  /// Detaches the behavior, if any, and then attaches another, if any.
  ///
  /// A behavior that an observer attaches when it is notified is detached as well.
  func replaceBehavior(with next: Behavior?) {
    changeBehavior {
      if let former = behavior {
        behavior = nil
        former.detach()
      }
      guard let next else { return }
      let meanwhile = behavior  // Attached while the previous behavior was detached.
      behavior = next
      meanwhile?.detach()
    }
  }
}
