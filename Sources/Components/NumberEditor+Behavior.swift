extension NumberEditor: ObservedField, BehaviorHost {
  /// Whether a behavior is attached.
  package var isManaged: Bool { behavior != nil }

  func changeBehavior(_ change: () -> Void) { withMutation(keyPath: \.requestStatus, change) }

  /// Attaches a behavior, after detaching the previous one, if any.
  ///
  /// If both behaviors have the same item, a text that is being edited stays. Otherwise editing ends
  /// as in ``detach()``. A text that was typed without a behavior is dropped and reported as
  /// ``TextDropped``.
  public func attach(_ behavior: Behavior) {
    endEditing(before: behavior.item)
    if !isManaged { dropText() }
    if item == nil || item != behavior.item { dropRequest() }
    replaceBehavior(with: behavior)
  }

  /// Detaches the behavior, if any; the editor edits a plain number again and keeps its number.
  ///
  /// A text that is being edited is first committed to the behavior, as by ``endEditing()``. A text
  /// that is not a number is dropped and reported as ``TextDropped``.
  public func detach() {
    endEditing(before: nil)
    dropRequest()
    replaceBehavior(with: nil)
  }

  /// The behavior's item; `nil` without one.
  package var item: AnyHashable? { behavior?.item }

  /// The behavior's binding to the item; `nil` without one.
  ///
  /// Cast it to your `ItemBinding`, and pass it as `replacing:` when you bind the editor again.
  public var binding: (any ComponentBinding)? { behavior?.binding }

  /// What makes a number editor self-managed; everything in it is called on the main actor.
  public struct Behavior: DetachableBehavior {
    let step: @MainActor (Int) -> Void
    let set: @MainActor (Int) -> Void
    let retry: (@MainActor () -> Void)?
    let item: AnyHashable?
    let binding: (any ComponentBinding)?
    /// Handles each use of the editor, if the behavior changes no number; else `nil`.
    ///
    /// Called once for each plus or minus, and once when the user begins to enter a text. The editor
    /// then shows and calls nothing else.
    package var redirect: (@MainActor () -> Void)?

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - step: Handles a step by an amount that the rules allow: above 0 for a plus, below 0 for a
    ///     minus. Called once for each step.
    ///   - set: Handles a committed number that the rules allow; called once for each commit.
    ///   - retry: Sends the last change again, if it failed; by default the binding does.
    ///   - item: The item whose number is edited; `nil` means unspecified. A text that is being
    ///     edited stays when a behavior for the same item replaces this one.
    ///   - binding: The binding to the item, for the status of its requests, for a retry and for an
    ///     undo. It ends when the behavior is detached.
    public init(
      step: @escaping @MainActor (Int) -> Void,
      set: @escaping @MainActor (Int) -> Void,
      retry: (@MainActor () -> Void)? = nil,
      item: AnyHashable? = nil,
      binding: (any ComponentBinding)? = nil
    ) {
      self.step = step
      self.set = set
      self.retry = retry
      self.item = item
      self.binding = binding
    }

    func detach() { binding?.unbind() }
  }
}
