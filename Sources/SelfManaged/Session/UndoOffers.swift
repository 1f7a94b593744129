/// The offers of a session to undo taps that are not sent yet.
@MainActor
final class UndoOffers {
  private let offers = ReentrantValue<[UndoOffer]>([])

  /// The offers, newest first; observable.
  var all: [UndoOffer] { offers.value }

  /// Replaces the former offer of an item by its current one.
  func replace(_ former: UndoOffer?, with current: () -> UndoOffer?) {
    offers.change {
      let others = offers.unobserved.filter { $0 !== former }
      guard let offer = current(), !others.contains(offer) else { return others }
      // An observer of the offers may have removed something else meanwhile.
      return (others + [offer]).sorted { $0.id > $1.id }
    }
  }
}
