/// The browser could not be started, or did not execute a command.
package struct ChromiumFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
