/// The error of a server that could not be started.
package struct LaunchFailure: Error, CustomStringConvertible {
  package let description: String
  /// Whether another program uses the port.
  package let isPortTaken: Bool

  init(_ description: String, isPortTaken: Bool = false) {
    self.description = description
    self.isPortTaken = isPortTaken
  }
}
