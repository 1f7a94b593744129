public import Components

/// The cart quantity of a product with several lines.
extension NumberEditor {
  /// Makes the editor show the cart quantity of a product with several lines, for example with
  /// options or subscriptions.
  ///
  /// If the service is a ``WholeCartService``, the session knows the lines:
  /// ``prepareForCart(productID:quantity:limits:version:rules:asOf:in:)`` does all of this, and
  /// follows the lines of the cart.
  ///
  /// The editor shows the sum of the lines' quantities, at most `Int.max`, and follows every line. A
  /// quantity that is not known yet counts as 0. The editor can't know which line the user wants to
  /// change. So a plus, a minus or the beginning of a text changes nothing, and the editor sends
  /// ``LinesWanted`` along the responder chain. After the session has ended, it sends ``TapFailed``.
  ///
  /// The failure or the adjustment of a change is reported by the editor that made the change, and
  /// not by the sum. `requestStatus` is pending, uncertain, waiting or in doubt if a line is, and
  /// never failed. `retry()` and `undo()` do nothing. A view shows a button in place of the text
  /// field if `state.isSum` is `true`.
  ///
  /// With exactly one line the editor edits that line, as after
  /// ``prepareForCart(productID:quantity:limits:version:rules:asOf:in:)`` with the line's ID.
  /// Without lines it shows 0, and a plus sends ``LinesWanted`` without lines.
  ///
  /// Call the method again when the lines have changed. Pending changes are kept, and a text that is
  /// being edited is first committed to the previous product or line.
  ///
  /// - Parameters:
  ///   - productID: The product's ID, for ``LinesWanted``.
  ///   - lineIDs: The lines' IDs, by which the ``CartService`` knows them. A repeated ID counts once.
  ///   - quantities: The cart quantities by line ID, according to the app's data. The quantity of a
  ///     line that is left out is the session's, or is read.
  ///   - rules: The quantities that the app allows if there is one line; ignored otherwise.
  ///   - began: When the read of the quantities began, from ``SelfManaged/Session/beginRead()``;
  ///     `nil` if unknown.
  ///   - session: Provides the cart service.
  public func prepareForCart(
    productID: String, lineIDs: [String], quantities: [String: Int] = [:],
    rules: QuantityRules = QuantityRules(), asOf began: LogicalTime? = nil, in session: Session
  ) {
    let lines = CartLines(of: productID, lineIDs, in: session)
    guard lines.ids.count != 1 else {
      let lineID = lines.ids[0]
      prepareForCart(
        productID: lineID, quantity: quantities[lineID], rules: rules, asOf: began, in: session)
      return
    }
    bind(lines, quantities, asOf: began)
  }

  /// Makes the editor show the lines that the session's cart has of a product.
  ///
  /// - Parameters:
  ///   - productID: The product's ID.
  ///   - lineIDs: The lines' IDs.
  ///   - rules: The quantities that the app allows once there is one line.
  ///   - session: Provides the cart service.
  /// - Returns: The editor's binding to the product.
  func prepareForLines(
    of productID: String, _ lineIDs: [String], rules: QuantityRules, in session: Session
  ) -> ItemBinding<QuantityIntent> {
    let lines = CartLines(of: productID, lineIDs, in: session)
    lines.followCart = { [weak self, weak lines, weak session] in
      guard let self, let lines, let session, lines.isShown,
        session.cartModel.place(of: productID).lineIDs != lines.ids
      else { return }
      lines.isShown = false
      prepareForCart(productID: productID, rules: rules, in: session)
    }
    // There is one, since `followCart` is set.
    return bind(lines, [:], asOf: nil).unsafelyUnwrapped
  }

  @discardableResult
  private func bind(
    _ lines: CartLines, _ quantities: [String: Int], asOf began: LogicalTime?
  ) -> ItemBinding<QuantityIntent>? {
    let notices = HeldNotices()
    defer { notices.open() }
    publishAsOneChange {
      endEditing(before: lines.item)
      let former = lineBindings
      for id in lines.boundIDs {
        let quantity = quantities[id]
        // A notice can only be of a tap that was made while the editor was bound to this item alone.
        lines.bindings[id] = bind(
          to: id, as: id,
          startingAt: CartValue(quantity: quantity ?? 0, isKnown: quantity != nil),
          knowing: quantity.map { CartAnswer(quantity: $0) }, asOf: began,
          replacing: former[id], in: lines.session, notices
        ) { [weak lines] editor, change in
          guard let lines else { return }
          lines.record(change.value, of: id)
          if lines.isShown { editor.show(sum: lines.sum, change.cause) }
          lines.followCart?()
        }
      }
      attach(behavior(of: lines))
      lines.isShown = true
      showFirst(sum: lines.sum)
    }
    return lines.bindings[lines.productID]
  }

  /// The bindings of the attached behavior, by line ID.
  var lineBindings: [String: ItemBinding<QuantityIntent>] {
    if let lines = binding as? CartLines { return lines.bindings }
    guard let single = binding as? ItemBinding<QuantityIntent> else { return [:] }
    return [single.itemID: single]
  }

  /// Shows the sum of several lines no more, although they may change until they are detached.
  func hideSum() { (binding as? CartLines)?.isShown = false }

  private func behavior(of lines: CartLines) -> Behavior {
    lines.hideSum = { [weak self] in self?.showNoSum() }
    var behavior = Behavior(step: { _ in }, set: { _ in }, item: lines.item, binding: lines)
    behavior.redirect = { [weak self] in self?.sendWanted(lines) }
    return behavior
  }

  private func sendWanted(_ lines: CartLines) {
    guard !lines.session.hasEnded else {
      let error = ServiceError.sessionEnded
      debugMessage("Tap on \(lines.productID): \(error.debugMessage)")
      send(TapFailed(itemID: lines.productID, error: error))
      return
    }
    let wanted = LinesWanted(
      productID: lines.productID, lineIDs: lines.ids, quantities: lines.knownQuantities)
    if !send(wanted).isHandled, EventRouting.onUnhandled == nil {
      debugMessage(
        """
        A tap on "\(lines.productID)" did nothing, because no responder handled LinesWanted. Set \
        the nextResponder of each responder from this NumberEditor to the page, and let the page \
        open the lines: table.on(LinesWanted.self) { wanted, _ in … }.
        """)
    }
  }

  /// Shows the sum for the first time since the editor was configured.
  private func showFirst(sum: Int) {
    var next = newestState
    (next.quantity, next.change, next.rules) = (sum, .bind, QuantityRules())
    (next.notice, next.isSum, next.text) = (nil, true, nil)
    show(next, hasNewNotice: false)
  }

  private func show(sum: Int, _ cause: ChangeCause) {
    var next = newestState
    guard sum != next.quantity else { return }
    (next.quantity, next.change) = (sum, cause)
    show(next, hasNewNotice: false)
  }

  private func showNoSum() {
    var next = newestState
    next.isSum = false
    show(next, hasNewNotice: false)
  }
}

/// One editor's bindings to the lines of a product.
@MainActor
private final class CartLines: ComponentBinding {
  let productID: String
  let ids: [String]
  let session: Session
  /// Whether the editor shows the sum; before that, it binds the lines.
  var isShown = false
  /// Binds the editor again once the session's cart has other lines; `nil` if the app names them.
  var followCart: (@MainActor () -> Void)?
  /// Ends the display of the sum, once the lines are unbound.
  var hideSum: (@MainActor () -> Void)?
  var bindings: [String: ItemBinding<QuantityIntent>] = [:]
  /// The values that the lines' changes reported.
  private var values: [String: CartValue] = [:]

  init(of productID: String, _ lineIDs: [String], in session: Session) {
    self.productID = productID
    self.session = session
    var known: Set<String> = []
    ids = lineIDs.filter { known.insert($0).inserted }
  }

  /// The product and the session, whatever the lines.
  var item: AnyHashable {
    Item(session: ObjectIdentifier(session), productID: productID)
  }

  private struct Item: Hashable {
    let session: ObjectIdentifier
    let productID: String
  }

  /// The lines, and the product if the session's cart names them: its changes are those of the cart.
  var boundIDs: [String] { followCart == nil ? ids : ids + [productID] }

  /// Records the value that a change of a line, or of the product, reports.
  func record(_ value: CartValue, of id: String) {
    if ids.contains(id) { values[id] = value }
  }

  func unbind() {
    for id in boundIDs { bindings[id]?.unbind() }
    hideSum?()
  }

  // The failures and the removals of lines belong to the editors that were tapped.
  func retry() {}
  func undo() {}

  /// The sum of the displayed quantities, at most `Int.max`.
  var sum: Int {
    values.values.reduce(0) { sum, value in
      let next = sum.addingReportingOverflow(value.quantity)
      return next.overflow ? .max : next.partialValue
    }
  }

  /// The displayed quantities, without the unknown ones.
  var knownQuantities: [String: Int] {
    values.filter(\.value.isKnown).mapValues(\.quantity)
  }

  /// The status of all lines, without their failures.
  var status: RequestStatus {
    var status = RequestStatus()
    for line in bindings.values.map(\.status) {
      if line.isPending { status.isPending = true }
      if line.isUncertain { status.isUncertain = true }
      if line.isWaiting { status.isWaiting = true }
      if line.isInDoubt { status.isInDoubt = true }
    }
    return status
  }
}
