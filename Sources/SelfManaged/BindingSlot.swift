/// The place in which a component of the app's own has its binding to an item; see
/// ``ManagedComponent``.
@MainActor
public final class BindingSlot<Intent: OptimisticIntent> {
  private let stored = ObservedValue<ItemBinding<Intent>?>(nil)

  /// Creates an empty slot.
  public init() {}

  /// The binding; `nil` without one; observable.
  var binding: ItemBinding<Intent>? { stored.value }

  /// The binding, read without observation.
  var unobserved: ItemBinding<Intent>? { stored.unobserved }

  /// Replaces the binding, and returns the one that it had, which an observer may have set meanwhile.
  func replace(with next: ItemBinding<Intent>?) -> ItemBinding<Intent>? {
    stored.replace(with: next)
  }
}
