/// A component's binding to an item, as the component uses it.
///
/// `ItemBinding`, in the module `SelfManaged`, is one. A behavior has a binding, and the component then
/// publishes the item's status and ends the binding by itself. Everything here happens on the main
/// actor.
@MainActor
public protocol ComponentBinding: AnyObject {
  /// The status of the item's requests; observable, so that a view updates with it.
  var status: RequestStatus { get }

  /// Sends the last change that failed again; without a failure, does nothing.
  func retry()

  /// Undoes the last change that removed the value, until the next change.
  func undo()

  /// Ends the binding synchronously.
  ///
  /// The component calls it once when its behavior is detached, not when the component is released. An
  /// app calls `detach()` of the component instead.
  func unbind()
}
