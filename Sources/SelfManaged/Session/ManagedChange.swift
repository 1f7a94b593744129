public import Components

/// A change that a bound component is notified of, complete in one call.
public struct ManagedChange<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value to show.
  public var value: Value
  /// The cause of the change.
  public var cause: ChangeCause
  /// Whether the component was bound to this item before; it then keeps the text that is being
  /// edited.
  public var isSameItem = false
  /// Whether a tap or an undo on this component, rather than on another one, changed the value.
  ///
  /// It is `false` for the tap's later outcome: its confirmation, adjustment or failure. When the
  /// component is rebound to the same item, it is `true` if the component had not yet been notified
  /// of such a tap.
  public var isOwnTap = false
  /// The offer to undo the tap, if a tap on this component removed the value; otherwise `nil`.
  public var undo: UndoOffer?
  /// The adjustment to report to the user, of a tap on this component or by a push with a message;
  /// `nil` if there is none.
  public var adjustment: Adjustment<Value>?
  /// The failure of a tap on this component, to report to the user; `nil` if there is none.
  public var failure: ServiceError?

  /// Creates a change.
  @inline(__always) public init(
    value: Value, cause: ChangeCause, adjustment: Adjustment<Value>? = nil,
    failure: ServiceError? = nil
  ) {
    self.value = value
    self.cause = cause
    self.adjustment = adjustment
    self.failure = failure
  }
}

extension ManagedChange {
  /// The feedback for this change; `nil` if the user needs none.
  ///
  /// | change | haptic | announcement |
  /// |---|---|---|
  /// | a tap on this component | light tap | none |
  /// | its adjustment | warning | the server's message, or else the new value |
  /// | its failure | failure | the server's message, or else that the change was rolled back |
  /// | any other | none | none |
  ///
  /// - Parameters:
  ///   - words: The words of the announcement.
  ///   - describe: Returns a value as VoiceOver speaks it.
  /// - Returns: The haptic, and the words if there are any.
  public func feedback(
    _ words: AccessibilityWords = AccessibilityWords(), _ describe: (Value) -> String
  ) -> Feedback? {
    if let failure {
      let message = failure.serverMessage
      return Feedback(.failure, announcement: message.isEmpty ? words.rolledBack : message)
    }
    if let adjustment {
      let message = adjustment.notice ?? ""
      let result = "\(words.adjusted) \(describe(value))"
      return Feedback(.warning, announcement: message.isEmpty ? result : message)
    }
    return isOwnTap ? Feedback(.lightTap) : nil
  }
}

extension OptimisticEvent {
  /// The server's message for the user, if the event is a push with one.
  var pushedMessage: String? {
    guard case .report(let answer, .push) = self, answer.notice != "" else { return nil }
    return answer.notice
  }
}
