public import Components

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
