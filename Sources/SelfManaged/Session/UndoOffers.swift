import Observation

/// The offers of a session to undo taps that are not sent yet.
@MainActor @Observable
final class UndoOffers {
  /// The offers, newest first.
  private(set) var all: [UndoOffer] = []

  /// Replaces the offer of one item.
  func replace(_ former: UndoOffer?, with offer: UndoOffer?) {
    var next = all.filter { $0 !== former }
    if let offer { next.insert(offer, at: 0) }
    if next != all { all = next }
  }
}
