/// The offers of a session to undo taps that are not sent yet.
@MainActor
final class UndoOffers {
  private let offers = ReentrantValue<[UndoOffer]>([])

  /// The offers, newest first; observable.
  var all: [UndoOffer] { offers.value }

  /// Replaces the former offer of an item by its current one.
  func replace(_ former: UndoOffer?, with current: () -> UndoOffer?) {
    offers.change { offers in
      offers.removeAll { $0 === former }
      if let offer = current(), !offers.contains(offer) { offers.insert(offer, at: 0) }
    }
  }
}
