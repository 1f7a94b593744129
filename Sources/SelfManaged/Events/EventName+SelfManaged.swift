public import Components

/// The events that self-managed components and forms send along the responder chain.
extension EventName {
  /// A tap failed; see ``TapFailed``.
  public static let tapFailed = Self("selfManaged.tapFailed")
  /// A tap led to something else; see ``TapAdjusted``.
  public static let tapAdjusted = Self("selfManaged.tapAdjusted")
  /// A place should be opened, and nobody does; see ``DestinationWanted``.
  public static let destinationWanted = Self("selfManaged.destinationWanted")
  /// A form was submitted that has something wrong; see ``SubmitFailed``.
  public static let submitFailed = Self("selfManaged.submitFailed")
}
