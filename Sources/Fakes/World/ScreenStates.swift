import SelfManaged

/// The item that each screen shows, and the failures that each must have reported.
struct ScreenStates<Intent: OptimisticIntent> {
  struct Screen {
    var itemID: String?
    /// The number of the binding; it stays the same while the component keeps its taps.
    var binding = 0
    /// The value shown when the screen was closed or its session ended.
    ///
    /// After that, only a press of the closed component may change the shown value.
    var lastShown: Intent.Value?

    /// Whether the screen is bound to the item in the current session.
    func shows(_ itemID: String) -> Bool { self.itemID == itemID && lastShown == nil }
  }

  private(set) var all: [Screen]
  /// The number of failures that each screen must have shown to the user.
  private(set) var expectedFailures: [Int]
  private var bindings = 0

  init(count: Int) {
    all = Array(repeating: Screen(), count: count)
    expectedFailures = Array(repeating: 0, count: count)
  }

  subscript(screen: Int) -> Screen { all[screen] }

  /// Whether a screen is bound to the item in the current session.
  func show(_ itemID: String) -> Bool { all.contains { $0.shows(itemID) } }

  /// Unbinds a screen from its item, before it is bound to another.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - itemID: The item that it is bound to next.
  ///   - keepsTaps: Whether a component that is bound to its item again still reports the outcomes
  ///     of its taps.
  mutating func leave(_ screen: Int, for itemID: String, keepsTaps: Bool) {
    let isSame = keepsTaps && all[screen].shows(itemID)
    if !isSame { bindings += 1 }
    all[screen] = Screen(binding: isSame ? all[screen].binding : bindings)
  }

  /// Records that a screen is bound to an item.
  mutating func bind(_ screen: Int, to itemID: String) { all[screen].itemID = itemID }

  /// Records that a screen was closed while it showed a value.
  mutating func close(_ screen: Int, showing value: Intent.Value) {
    all[screen] = Screen(lastShown: value)
  }

  /// Records that the session ended while a screen showed a value.
  mutating func end(_ screen: Int, showing value: Intent.Value) {
    guard all[screen].itemID != nil else { return }
    all[screen].lastShown = all[screen].lastShown ?? value
  }

  /// Records a failure of a tap, which its component has to report while it is bound.
  mutating func noteFailure(of pressed: FailureLog.PressedComponent) {
    if all[pressed.screen].binding == pressed.binding { expectedFailures[pressed.screen] += 1 }
  }
}
