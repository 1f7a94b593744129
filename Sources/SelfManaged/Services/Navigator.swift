/// A service that shows destinations, so that no component has to find a navigation controller.
///
/// ## Implementing this protocol
///
/// Most navigators are `@MainActor` classes. An actor or a struct can conform too.
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
  /// Called from the main actor, once for each tap that opens a destination, in the order of the
  /// taps. On systems with `Task.immediate`, the call begins before the tap returns. The session
  /// does not wait for the previous call, so calls can overlap.
  ///
  /// Also called with ``Destination/signIn`` when the server reports that the user is signed out.
  /// All taps before that call share it.
  ///
  /// The method can't throw. For an unknown destination, show a fallback.
  func show(_ destination: Destination) async
}
