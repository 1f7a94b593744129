/// Shows destinations in the app, so that no component has to find its navigation controller.
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
  /// Called once for each tap that opens a destination, and with ``Destination/signIn`` when the
  /// server reports that the user is signed out: once for all requests that were tapped before it
  /// was shown. Called from the main actor, in the order of the taps, and synchronously during the
  /// tap where the system has `Task.immediate`. For an unknown destination show a fallback, since
  /// the method can't throw.
  func show(_ destination: Destination) async
}
