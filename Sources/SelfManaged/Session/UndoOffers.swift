import Observation

/// The offers of a session to undo taps that are not sent yet.
@MainActor @Observable
final class UndoOffers {
  /// The offers, newest first.
  var all: [UndoOffer] {
    access(keyPath: \.all)
    return offers
  }

  @ObservationIgnored private var offers: [UndoOffer] = []

  /// Replaces the former offer of an item by its current one.
  ///
  /// An observer that is notified of the change may cause the next one, which comes first then.
  func replace(_ former: UndoOffer?, with current: () -> UndoOffer?) {
    withMutation(keyPath: \.all) {
      offers.removeAll { $0 === former }
      if let offer = current(), !offers.contains(offer) { offers.insert(offer, at: 0) }
    }
  }
}
