/// The server could not be started.
public struct LaunchFailure: Error, CustomStringConvertible {
  /// What happened, in words.
  public let description: String
  /// Whether another program has the port.
  public let isPortTaken: Bool

  init(_ description: String, isPortTaken: Bool = false) {
    self.description = description
    self.isPortTaken = isPortTaken
  }
}
