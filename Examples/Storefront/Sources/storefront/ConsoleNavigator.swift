import SelfManaged

/// A navigator that prints its destinations.
@MainActor
final class ConsoleNavigator: Navigator {
  func show(_ destination: Destination) {
    Columns.print("navigator", "opens \(destination.path)", "")
  }
}
