/// The error of a server that could not be started.
public struct LaunchFailure: Error, CustomStringConvertible {
  /// A description of the problem.
  public let description: String
  /// Whether another program uses the port.
  public let isPortTaken: Bool

  init(_ description: String, isPortTaken: Bool = false) {
    self.description = description
    self.isPortTaken = isPortTaken
  }
}
