extension NumberEditor: ObservedField, BehaviorHost {
  /// Whether a behavior is attached.
  public var isManaged: Bool { behavior != nil }

  /// Attaches a behavior, after detaching the previous one, if any.
  ///
  /// If both behaviors have the same ``Behavior/item``, a text that is being edited stays.
  /// Otherwise editing ends as in ``detach()``.
  public func attach(_ behavior: Behavior) {
    endEditing(before: behavior.item)
    replaceBehavior(with: behavior)
  }

  /// Detaches the behavior, if any; the editor edits a plain number again and keeps its number.
  ///
  /// A text that is being edited is first committed to the behavior, as by ``endEditing()``. A text
  /// that is not a number is dropped and reported as ``TextDropped``.
  public func detach() {
    endEditing(before: nil)
    replaceBehavior(with: nil)
  }

  /// Ends editing as in ``detach()``, unless the behavior has the item that is bound next.
  ///
  /// Call it before you bind the editor to an item, because binding shows the item's number. It does
  /// nothing without a behavior.
  ///
  /// - Parameter next: The ``Behavior/item`` of the next behavior; `nil` if it has none.
  public func endEditing(before next: AnyHashable?) {
    guard let behavior, next == nil || next != behavior.item else { return }
    let commit = textCommit
    commit.isTyped ? endEditing() : cancelEditing()
    if case .rejected(let text, _) = commit { send(TextDropped(text)) }
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
    /// Handles a step by an amount that the rules allow: above 0 for a plus, below 0 for a minus.
    ///
    /// Called once for each step.
    public var step: @MainActor (Int) -> Void
    /// Handles a committed number that the rules allow; called once for each commit.
    public var set: @MainActor (Int) -> Void
    /// Sends the last change again, if it failed.
    public var retry: @MainActor () -> Void
    /// Undoes the last change that set the number to 0.
    public var undo: @MainActor () -> Void
    /// Returns the status of the item's requests; called each time ``requestStatus`` is read.
    ///
    /// The closure must read observable values. Otherwise a view does not update with the status.
    public var status: @MainActor () -> RequestStatus
    /// The item whose number is edited; `nil` means unspecified.
    ///
    /// A text that is being edited stays when a behavior for the same item replaces this one.
    public var item: AnyHashable?
    /// The binding to the item, of the type that the behavior's author knows; the next behavior for
    /// the same item continues it.
    public var binding: AnyObject?
    /// Handles each use of the editor, if the behavior changes no number; else `nil`.
    ///
    /// Called once for each plus or minus, and once when the user begins to enter a text. The editor
    /// then shows and calls nothing else.
    package var redirect: (@MainActor () -> Void)?
    /// Called once when the behavior is detached, not when the editor is released.
    public var detached: @MainActor () -> Void

    /// Creates a behavior.
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
