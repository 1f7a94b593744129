public import Components

/// The events that self-managed components and forms send along the responder chain.
extension EventName {
  /// A tap failed; see ``TapFailed``.
  public static let tapFailed = Self("selfManaged.tapFailed")
  /// A tap was adjusted; see ``TapAdjusted``.
  public static let tapAdjusted = Self("selfManaged.tapAdjusted")
  /// A tap can be undone before it is sent; see ``UndoOffered``.
  public static let undoOffered = Self("selfManaged.undoOffered")
  /// A tap requests a destination, and there is no navigator; see ``DestinationWanted``.
  public static let destinationWanted = Self("selfManaged.destinationWanted")
  /// A number editor that shows the sum of several lines was used; see ``LinesWanted``.
  public static let linesWanted = Self("selfManaged.linesWanted")
  /// An invalid form was submitted; see ``SubmitFailed``.
  public static let submitFailed = Self("selfManaged.submitFailed")
}
