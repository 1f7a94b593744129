public import SelfManaged

/// A component on one screen of an ``AdversarialWorld``, with the ways to bind, press and read it.
@MainActor
public struct AdversarialScreen<Intent: OptimisticIntent> {
  let bind: @MainActor (String, Intent.Answer?, Session) -> Void
  let unbind: @MainActor () -> Void
  let presses: [@MainActor () -> Void]
  let shown: @MainActor () -> Intent.Value
  let isAnimated: @MainActor () -> Bool
  private(set) var failures: (@MainActor () -> Int)?
  private(set) var keepsTaps = false
  /// The page of a component of this package.
  private(set) var page: FailurePage?

  /// Describes a screen.
  ///
  /// - Parameters:
  ///   - bind: Binds the component to an item, as a cell does when it is configured. The second
  ///     argument is the item's value in the app's list, which may be stale.
  ///   - unbind: Detaches the behavior, as when the screen is closed.
  ///   - presses: All actions of a user on the component; the world chooses among them.
  ///   - shown: The value that the component shows. It is compared with `Intent.isVisuallyEqual(_:_:)`.
  ///   - isAnimated: Whether a view would animate the current state. By default never.
  public init(
    bind: @escaping @MainActor (_ itemID: String, _ listed: Intent.Answer?, Session) -> Void,
    unbind: @escaping @MainActor () -> Void,
    presses: [@MainActor () -> Void],
    shown: @escaping @MainActor () -> Intent.Value,
    isAnimated: @escaping @MainActor () -> Bool = { false }
  ) {
    self.bind = bind
    self.unbind = unbind
    self.presses = presses
    self.shown = shown
    self.isAnimated = isAnimated
  }

  /// Returns the same screen, for which the world also checks the failures shown to the user.
  ///
  /// The component must show each failure of its own taps once, and no other failure.
  ///
  /// - Parameters:
  ///   - keepsTaps: Whether the component keeps its pending taps when it is bound to the same item
  ///     again, as with `replacing:`. By default it does not, and no component shows the failures of
  ///     these taps.
  ///   - count: The number of failures that the component has shown to the user so far. Called on
  ///     the main actor after each step.
  /// - Returns: The screen.
  public func countingFailures(
    keepsTaps: Bool = false, _ count: @escaping @MainActor () -> Int
  ) -> Self {
    var screen = self
    screen.failures = count
    screen.keepsTaps = keepsTaps
    return screen
  }

  /// Returns the same screen, for which the world also checks the failures and the feedback that
  /// reach its page.
  func reporting(to page: FailurePage) -> Self {
    var screen = countingFailures(keepsTaps: true) { page.count }
    screen.page = page
    return screen
  }
}
