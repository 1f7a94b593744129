/// The haptic and the announcement for a change of a component.
///
/// The components play nothing themselves; the app plays the feedback of ``LikeButton/onFeedback``
/// and ``NumberEditor/onFeedback``:
///
/// ```swift
/// like.onFeedback = { feedback in
///   play(feedback.haptic)            // a UIImpactFeedbackGenerator, a UINotificationFeedbackGenerator
///   if let words = feedback.announcement { UIAccessibility.post(notification: .announcement, argument: words) }
/// }
/// ```
public struct Feedback: Hashable, Sendable {
  /// The haptic to play.
  public var haptic: Haptic
  /// The text that VoiceOver speaks; `nil` if the change needs no words.
  public var announcement: String?

  /// Creates feedback.
  public init(_ haptic: Haptic, announcement: String? = nil) {
    self.haptic = haptic
    self.announcement = announcement
  }

  /// A kind of haptic.
  public enum Haptic: Hashable, Sendable {
    /// A light tap: the user made a change.
    case lightTap
    /// A warning: the change was adjusted.
    case warning
    /// A failure: the change was rolled back.
    case failure
  }
}

extension NumberEditor {
  /// The feedback for a change by the user: a warning with words if the editor's rules changed it.
  package var ownFeedback: Feedback {
    guard case .adjusted = newestState.notice else { return Feedback(.lightTap) }
    return Feedback(.warning, announcement: "\(words.adjusted) \(currentQuantity)")
  }
}
