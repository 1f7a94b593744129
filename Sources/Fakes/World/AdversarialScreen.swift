public import SelfManaged

/// One component on one screen of an ``AdversarialWorld``: how it is bound, pressed, and read.
@MainActor
public struct AdversarialScreen<Intent: OptimisticIntent> {
  let bind: @MainActor (String, Intent.Answer?, Session) -> Void
  let unbind: @MainActor () -> Void
  let presses: [@MainActor () -> Void]
  let shown: @MainActor () -> Intent.Value
  let isAnimated: @MainActor () -> Bool
  private(set) var failures: (@MainActor () -> Int)?
  private(set) var keepsTaps = false

  /// Describes a screen.
  ///
  /// - Parameters:
  ///   - bind: Binds the component to an item, as a cell does when it is configured. The second
  ///     argument is what the app's list says of the item, which may be out of date.
  ///   - unbind: Takes the behavior out, as when the screen is closed.
  ///   - presses: All that a person can do to the component; the world chooses.
  ///   - shown: What the component shows. It is compared with `Intent.looksSame(_:_:)`.
  ///   - isAnimated: Whether a view would animate what is shown now. By default never.
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

  /// The same screen, of which the world also checks that it tells the person of each failure of its
  /// own taps, once, and of no other.
  ///
  /// - Parameters:
  ///   - keepsTaps: Whether the taps stay the component's own when it is bound to the same item again,
  ///     as they do where it binds with `replacing:`. By default not: then nobody tells of them.
  ///   - count: How many failures the component has told the person of so far. Called on the main
  ///     actor after each step.
  /// - Returns: The screen.
  public func countingFailures(
    keepsTaps: Bool = false, _ count: @escaping @MainActor () -> Int
  ) -> Self {
    var screen = self
    screen.failures = count
    screen.keepsTaps = keepsTaps
    return screen
  }
}
