import Components
import SelfManaged

// The rules that every schedule must keep.
extension AdversarialRun {
  /// Adds a violation, unless an earlier one was found.
  func addViolation(_ text: String) { violation = violation ?? text }

  /// Checks the rules after a step.
  func check(_ step: AdversarialStep, _ before: [Intent.Value]) {
    if let found = network.violation ?? ledgers.lazy.compactMap(\.violation).first {
      return addViolation(found)
    }
    if !network.keys.isSubset(of: keys) {
      return addViolation("A change was sent with a key that the session did not create.")
    }
    checkBadge()
    var isPress = false
    switch step {
    case .press, .undo: isPress = true
    default: break
    }
    if !session.activity.isPending, let itemID = ledgers.last?.pending.first {
      addViolation("The session reports no pending work, but a tap on \(itemID) is pending.")
    }
    if let tap = hopelessTaps.first(where: { ledgers.last?.isUnresolved($0) ?? false }) {
      addViolation("Tap \(tap) waits, although the server can't be reached.")
    }
    for (screen, state) in screens.all.enumerated() {
      let shown = subject.screens[screen].shown()
      if let last = state.lastShown {
        if !Intent.isVisuallyEqual(last, shown) {
          addViolation(
            "Screen \(screen) shows \(shown), but was closed or signed out with \(last).")
        }
      } else if let itemID = state.itemID, let value = ledgers.last?.shown(itemID),
        !Intent.isVisuallyEqual(value, shown)
      {
        addViolation("Screen \(screen) shows \(shown), but the value of \(itemID) is \(value).")
      }
      let expected = screens.expectedFailures[screen]
      if let reported = subject.screens[screen].failures?(), reported != expected {
        addViolation("Screen \(screen) reported \(reported) failures, not \(expected).")
      }
      if let page = subject.screens[screen].page, page.count != page.feedbackCount {
        addViolation(
          "Screen \(screen) gave the feedback of \(page.feedbackCount) failures, not \(page.count)."
        )
      }
      if !isPress, !Intent.isVisuallyEqual(before[screen], shown),
        subject.screens[screen].isAnimated()
      {
        addViolation("Screen \(screen) animates \(shown), but the user did not press.")
      }
    }
  }

  /// Checks that a failure whose scope is the lane or the session fails all queued taps in it.
  func checkScope(of error: ServiceError, from itemID: String) {
    guard error.scope != .intent, error.code != .busy, let waiting = ledgers.last?.waiting else {
      return
    }
    let isForAll = error.scope == .session || network.isOneLane
    for other in waiting where isForAll || other == itemID {
      addViolation("A tap on \(other) is still queued after \(itemID) failed: \(error).")
    }
  }

  /// Checks that the badge and the cart page show what the screens show.
  ///
  /// - Parameter cart: The server's cart, if the screens must show it.
  func checkBadge(_ cart: Cart? = nil) {
    guard usesCart else { return }
    let (units, lines) = (session.cart.units, session.cart.lines)
    if let cart {
      let expected = cart.lines.filter { $0.quantity > 0 }.map { "\($0.id): \($0.quantity)" }
      let shown = lines.map { "\($0.id): \($0.quantity)" }
      if shown != expected {
        addViolation("The cart page shows \(shown), but the server has \(expected).")
      }
      if !session.cart.isUpToDate { addViolation("The total is stale at rest.") }
      let status = session.cart.status
      if status != RequestStatus() { addViolation("The cart is at rest, but has \(status).") }
      if session.cart.total != cart.total {
        addViolation(
          "The total is \(session.cart.total ?? "none"), but the server's is \(cart.total ?? "none")."
        )
      }
    }
    let shown = ShownCart(lines.map { ($0.id, $0.quantity) }, total: session.cart.total)
    if subject.cart != nil, session.cart.isUpToDate, !formerCarts.contains(shown) {
      addViolation("The cart page shows \(shown) as up to date, but the server never had it.")
    }
    var quantities: [String: Int] = [:]
    for (screen, state) in screens.all.enumerated() {
      guard let itemID = state.itemID, state.lastShown == nil else { continue }
      quantities[itemID] = (subject.screens[screen].shown() as? CartValue)?.quantity
    }
    let sum = quantities.values.reduce(0, +)
    if quantities.count == subject.itemIDs.count, units != sum {
      addViolation("The badge shows \(units), but the screens show \(sum).")
    }
    let listed = lines.reduce(0) { $0 + $1.quantity }
    if units != listed { addViolation("The badge shows \(units), but the page \(listed).") }
    for (id, quantity) in quantities where quantity > 0 {
      let known = lines.filter { $0.productID == id }.map(\.quantity)
      if known != [quantity] {
        addViolation("A screen shows \(quantity) of \(id), but the cart page \(known).")
      }
    }
  }

  /// Compares every screen with the server, and the server with the reported outcomes of the taps.
  func compare(afterRefresh: Bool) async {
    let isAllCurrent = subject.itemIDs.allSatisfy {
      knowledge.isCurrent($0) && !network.isUnread($0)
    }
    let cart = await subject.cart?()
    checkBadge(afterRefresh || isAllCurrent ? cart : nil)
    for itemID in subject.itemIDs {
      guard let truth = await read(itemID) else { continue }
      let isCurrent = knowledge.isCurrent(itemID) && !network.isUnread(itemID)
      for (screen, state) in screens.all.enumerated() where state.shows(itemID) {
        let shown = subject.screens[screen].shown()
        guard afterRefresh || isCurrent else { continue }
        let value = Self.value(truth, shown)
        if truth.isComplete,
          let base = bases.first(where: { !Intent.isVisuallyEqual(Self.value(truth, $0), value) })
        {
          addViolation(
            "The answer \(truth) is complete, but gives \(value) over \(shown), and "
              + "\(Self.value(truth, base)) over \(base).")
        }
        if !Intent.isVisuallyEqual(value, shown) {
          addViolation(
            "Screen \(screen) shows \(shown) for \(itemID), but the server has \(value).")
        }
      }
      guard let expected = ledgers.last?.expected(itemID) else { continue }
      let value = Self.value(truth, expected)
      if !Intent.isVisuallyEqual(value, expected) {
        addViolation(
          "The tap outcomes give \(expected) for \(itemID), but the server has \(value).")
      }
    }
  }
}
