public import Components

/// Controls one product in the cart.
extension NumberEditor {
  /// Makes the editor the control of one product in the cart.
  ///
  /// Plus adds, minus reduces, a committed text sets; the number shown is the server's newest with
  /// what the person did since. All editors of one product show one value and share one request.
  /// What fails, or comes out otherwise, rises along the responder chain as ``TapFailed`` or
  /// ``TapAdjusted`` from the editor that was used; so does a tap after the session has ended, or in
  /// a session without a cart service.
  ///
  /// A text that is being edited stays if the editor controls this product already, in this session.
  /// Else binding is the end of editing for the former product: the number is committed to that
  /// product first. A text that is no number, or was typed while the editor had no product, is
  /// reported as `TextDropped`.
  ///
  /// - Parameters:
  ///   - productID: Which product.
  ///   - quantity: How many are in the cart, as the app knows; `nil` shows a plus and reads it.
  ///   - limits: The server's limits, as the app's list says; `nil` keeps those that are known.
  ///   - version: The version of the list's data, where the back end has one.
  ///   - rules: Which quantities the app allows; the server's limits narrow them.
  ///   - began: When the quantity was asked for, as ``SelfManaged/Session/beginRead()`` told; `nil` if not known.
  ///   - session: Where the cart service comes from.
  /// - Returns: The editor's hold on the product: its last failure, `retry()`, whether it is pending.
  @discardableResult
  public func prepareForCart(
    productID: String, quantity: Int? = nil, limits: QuantityLimits? = nil, version: Int? = nil,
    rules: QuantityRules = QuantityRules(), asOf began: Stamp? = nil, in session: Session
  ) -> ManagedValue<QuantityIntent> {
    let item = AnyHashable(CartItem(session: ObjectIdentifier(session), productID: productID))
    let bind = { [self] in
      session.bind(
        QuantityIntent.self, to: productID,
        startingAt: CartValue(
          quantity: quantity ?? 0, limits: limits ?? QuantityLimits(), isKnown: quantity != nil),
        knowing: quantity.map { CartAnswer(quantity: $0, version: version, limits: limits) },
        asOf: began,
        through: .cart(session.cart, productID: productID),
        policy: session.policy.cart,
        replacing: { detach(before: item) }
      ) { [weak self] change in
        guard let self else { return }
        show(change, rules: rules)
        report(change, of: productID)
      }
    }
    let hold = item == self.item ? bind() : publishAsOneChange(bind)
    attach(
      Behavior(
        step: { amount in
          let value = hold.value
          hold.send(
            .step(
              amount, from: value.quantity, confirmed: hold.confirmed,
              predicted: hold.predicted.quantity, rules: rules.narrowed(by: value.limits)))
        },
        set: { hold.send(.set($0)) },
        detached: { hold.unbind() },
        item: item,
        status: { hold.status }))
    return hold
  }

  /// A change from the cart leaves a text that is being edited alone.
  private func show(_ change: ManagedChange<CartValue>, rules: QuantityRules) {
    let former = present  // Read once: each reading is observed, and copies it.
    var next = former
    next.quantity = change.value.quantity
    next.rules = rules.narrowed(by: change.value.limits)
    // What the reply tells of limits alone does not change why the number is what it is.
    let isNewItem = change.cause == .bind && !change.isSameItem
    if next.quantity != former.quantity || change.cause == .bind { next.change = change.cause }
    if let adjustment = change.adjustment {
      next.notice = .adjusted(
        requested: adjustment.requested.quantity, actual: adjustment.actual.quantity,
        rule: adjustment.rule)
    } else if let failure = change.failure {
      next.notice = .refused(failure.serverMessage.isEmpty ? nil : failure.serverMessage)
    } else if isNewItem || change.value.quantity != former.quantity {
      next.notice = nil
    }
    let dropped = isNewItem ? typedText : nil
    if isNewItem { next.text = nil }
    show(next)
    if let dropped { send(TextDropped(dropped)) }
  }
}

/// One product in the cart of one session.
private struct CartItem: Hashable {
  let session: ObjectIdentifier
  let productID: String
}

extension QuantityRules {
  /// The same rules under the server's limits as well; its minimum does not move the steps.
  func narrowed(by limits: QuantityLimits) -> Self {
    let least = max(minimum, limits.minimum ?? 1)
    let over = (least - minimum) % step
    let stepped = least.addingReportingOverflow(over == 0 ? 0 : step - over)
    return Self(
      minimum: stepped.overflow ? least : stepped.partialValue,
      maximum: min(maximum, limits.maximum ?? .max), step: step, zero: zero)
  }
}

extension Adjustment<CartValue> {
  /// What the person is told: the server's own words, else the limit.
  var rule: QuantityNotice.Rule {
    if let notice { return .server(notice) }
    return limit.map { .maximum($0) } ?? .server(nil)
  }
}

extension Transport where Intent == QuantityIntent {
  static func cart(_ service: Injected<any CartService>?, productID: String) -> Self {
    guard let service else { return .missing("CartService", "cart", for: productID) }
    let item = ItemService(injected: service, id: productID)
    return Self(
      send: { intent, info in
        switch intent {
        case .add(let amount) where amount < 0:
          try await item.service.reduce(-amount, of: item.id, info)
        case .add(let amount): try await item.service.add(amount, of: item.id, info)
        case .set(let quantity): try await item.service.set(quantity, of: item.id, info)
        }
      },
      read: { try await item.service.quantity(of: item.id) })
  }
}

extension ValidationManager {
  /// Attaches a chain of rules to a number editor.
  ///
  /// From then on it tells the form of changes by itself, and shows what is wrong with it. It works
  /// beside `prepareForCart`. An editor belongs to one form at a time: the last that it was added
  /// to.
  ///
  /// - Parameters:
  ///   - editor: The editor; its label is its name in messages.
  ///   - key: What it is called in code.
  ///   - chain: What its number has to be. Without rules it fails with ``RuleCode/noRules``.
  ///   - questions: Asynchronous rules, behind those of the chain.
  ///   - other: The field before which it is put; by default it comes last.
  /// - Returns: A name for the field, for rules that read it.
  @discardableResult
  public func add(
    _ editor: NumberEditor, key: String, _ chain: RuleChain<Int>, then questions: AsyncRule<Int>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<Int> {
    let access = FieldAccess<NumberEditor, Int>(
      title: { $0.label },
      value: { $0.presentQuantity },
      show: { $0.show(checkFailure: $1.text, isCheckPending: $1.isPending) },
      focus: { $0.beginEditing() },
      commit: { $0.endEditing() },
      watch: { $0.watcher = $1 })
    return add(
      editor, key, access, RuleChain(chain.rules, then: chain.questions + questions), other)
  }
}
