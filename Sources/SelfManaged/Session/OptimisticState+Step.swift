import Components

extension OptimisticState {
  /// The effects of one event, and its change of the displayed value.
  struct Step {
    let effects: [Effect]
    let display: Value
    let cause: ChangeCause
    let isChanged: Bool
  }

  /// Handles one event in one access to the state instead of five, since each access is checked.
  mutating func step(_ event: Event, at now: Stamp) -> Step {
    let before = display
    let effects = handle(event, at: now)
    let display = display
    return Step(
      effects: effects, display: display, cause: lastCause, isChanged: display != before)
  }
}
