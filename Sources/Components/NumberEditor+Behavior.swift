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

  /// Ends editing as in ``detach()``, unless the behavior has the item that is bound next.
  ///
  /// Call it before you bind the editor to an item, because binding shows the item's number. It does
  /// nothing without a behavior.
  ///
  /// - Parameter next: The item of the next behavior; `nil` if it has none.
  public func endEditing(before next: AnyHashable?) {
    guard let behavior, next == nil || next != behavior.item else { return }
    let commit = textCommit
    commit.isTyped ? endEditing() : cancelEditing()
    if case .invalid(let text, _) = commit { send(TextDropped(text)) }
  }

  private func dropText() {
    let dropped = typedText
    cancelEditing()
    if let dropped { send(TextDropped(dropped)) }
  }

  /// The behavior's item; `nil` without one.
  package var item: AnyHashable? { behavior?.item }

  /// The behavior's binding to the item; `nil` without one.
  ///
  /// Pass it as `replacing:` when you bind the editor again.
  public var binding: AnyObject? { behavior?.binding }

  /// The closures that make a number editor self-managed.
  ///
  /// All of them are called on the main actor.
  public struct Behavior: DetachableBehavior {
    let step: @MainActor (Int) -> Void
    let set: @MainActor (Int) -> Void
    let retry: @MainActor () -> Void
    let undo: @MainActor () -> Void
    let status: @MainActor () -> RequestStatus
    let item: AnyHashable?
    /// The binding to the item, of the type that the behavior's author knows.
    package var binding: AnyObject?
    /// Handles each use of the editor, if the behavior changes no number; else `nil`.
    ///
    /// Called once for each plus or minus, and once when the user begins to enter a text. The editor
    /// then shows and calls nothing else.
    package var redirect: (@MainActor () -> Void)?
    let detached: @MainActor () -> Void

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - step: Handles a step by an amount that the rules allow: above 0 for a plus, below 0 for a
    ///     minus. Called once for each step.
    ///   - set: Handles a committed number that the rules allow; called once for each commit.
    ///   - detached: Called once when the behavior is detached, not when the editor is released.
    ///   - retry: Sends the last change again, if it failed.
    ///   - undo: Undoes the last change that set the number to 0.
    ///   - item: The item whose number is edited; `nil` means unspecified. A text that is being
    ///     edited stays when a behavior for the same item replaces this one.
    ///   - binding: The binding to the item, of any class. ``binding`` returns it, so that the next
    ///     behavior can replace it.
    ///   - status: Returns the status of the item's requests; called each time ``requestStatus`` is
    ///     read. The closure must read observable values. Otherwise a view does not update with the
    ///     status.
    public init(
      step: @escaping @MainActor (Int) -> Void,
      set: @escaping @MainActor (Int) -> Void,
      detached: @escaping @MainActor () -> Void = {},
      retry: @escaping @MainActor () -> Void = {},
      undo: @escaping @MainActor () -> Void = {},
      item: AnyHashable? = nil,
      binding: AnyObject? = nil,
      status: @escaping @MainActor () -> RequestStatus = { RequestStatus() }
    ) {
      self.step = step
      self.set = set
      self.retry = retry
      self.undo = undo
      self.status = status
      self.item = item
      self.binding = binding
      self.detached = detached
    }
  }
}
