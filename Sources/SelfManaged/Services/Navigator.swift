/// Shows a place in the app, so that no component has to find its navigation controller.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class is the natural choice; an actor or a struct can conform too.
///
/// ```swift
/// @MainActor final class AppNavigator: Navigator {
///   func show(_ destination: Destination) {
///     window.navigationController.push(screen(for: destination))
///   }
/// }
/// ```
public protocol Navigator: Sendable {
  /// Shows a destination.
  ///
  /// Called once for each tap that leads somewhere, and with ``Destination/signIn`` when the server
  /// says that nobody is signed in: once for all requests that were tapped before it was shown.
  /// Called from the main actor, in the order of the taps, and in the tap's own turn where the system
  /// has `Task.immediate`. A destination the app does not know should show something sensible, since
  /// there is nobody to throw to.
  func show(_ destination: Destination) async
}
