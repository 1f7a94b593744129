import SelfManaged

/// A navigator that prints its destinations.
@MainActor
final class ConsoleNavigator: Navigator {
  private(set) var shown: [Destination] = []

  func show(_ destination: Destination) {
    shown.append(destination)
    Columns.print("navigator", "opens \(destination.path)", "")
  }
}
