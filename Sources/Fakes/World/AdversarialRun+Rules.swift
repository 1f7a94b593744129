import SelfManaged

// The rules that every schedule must fulfill.
extension AdversarialRun {
  func complain(_ text: String) { complaint = complaint ?? text }

  func check(_ step: AdversarialStep, _ before: [Intent.Value]) {
    if let found = network.complaint ?? ledgers.lazy.compactMap(\.complaint).first {
      return complain(found)
    }
    if !network.keys.isSubset(of: keys) {
      return complain("A change was sent with a key that belongs to no intent.")
    }
    var isPress = false
    if case .press = step { isPress = true }
    if !session.activity.isPending, let itemID = ledgers.last?.pending.first {
      complain("The session reports no pending work, but a tap on \(itemID) is pending.")
    }
    for (screen, place) in places.enumerated() {
      let shown = subject.screens[screen].shown()
      if let last = place.lastShown {
        if !Intent.isVisuallyEqual(last, shown) {
          complain("Screen \(screen) shows \(shown), but was closed or signed out with \(last).")
        }
      } else if let itemID = place.itemID, let value = ledgers.last?.shown(itemID),
        !Intent.isVisuallyEqual(value, shown)
      {
        complain("Screen \(screen) shows \(shown), but the value of \(itemID) is \(value).")
      }
      if let told = subject.screens[screen].failures?(), told != failuresToTell[screen] {
        complain("Screen \(screen) reported \(told) failures, not \(failuresToTell[screen]).")
      }
      if !isPress, !Intent.isVisuallyEqual(before[screen], shown),
        subject.screens[screen].isAnimated()
      {
        complain("Screen \(screen) animates \(shown), but the user did not press.")
      }
    }
  }

  /// Checks that a failure with a wider reach than its tap also fails the queued taps in that
  /// reach.
  func checkReach(of error: ServiceError, from itemID: String) {
    guard error.scope != .intent, let waiting = ledgers.last?.waiting else { return }
    let reachesAll = error.scope == .session || network.isOneLane
    for other in waiting where reachesAll || other == itemID {
      complain("A tap on \(other) is still queued after \(itemID) failed for all: \(error).")
    }
  }

  /// Compares every screen with the server, and the server with the reported results of the taps.
  func compare(isReadAnew: Bool) async {
    for itemID in subject.itemIDs {
      guard let truth = await read(itemID), let known = knowledge[itemID] else { continue }
      for (screen, place) in places.enumerated()
      where place.itemID == itemID && place.lastShown == nil {
        let shown = subject.screens[screen].shown()
        let isKnown =
          !known.isLost && known.told >= known.secrets && !network.unread.contains(itemID)
        guard isReadAnew || isKnown else { continue }
        let value = Self.value(truth, shown)
        if !Intent.isVisuallyEqual(value, shown) {
          complain("Screen \(screen) shows \(shown) for \(itemID), but the server has \(value).")
        }
      }
      guard let expected = ledgers.last?.expected(itemID) else { continue }
      let value = Self.value(truth, expected)
      if !Intent.isVisuallyEqual(value, expected) {
        complain("The tap results give \(expected) for \(itemID), but the server has \(value).")
      }
    }
  }
}
