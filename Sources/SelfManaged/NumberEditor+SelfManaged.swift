public import Components

extension NumberEditor {
  /// Makes the editor the control of one product in the cart.
  ///
  /// Plus adds, minus reduces, a committed text sets; the number shown is the server's newest with
  /// what the person did since. All editors of one product show one value and share one request.
  ///
  /// - Parameters:
  ///   - productID: Which product.
  ///   - quantity: How many are in the cart, as the app knows; `nil` shows a lone plus and asks.
  ///   - rules: Which quantities the app allows; the server's limits narrow them.
  ///   - began: When the quantity was asked for, as ``SelfManaged/Session/beginRead()`` told; `nil` if not known.
  ///   - session: Where the cart service comes from.
  /// - Returns: The editor's hold on the product: its last failure, `retry()`, whether it is pending.
  @discardableResult
  public func prepareForCart(
    productID: String, quantity: Int? = nil, rules: QuantityRules = QuantityRules(),
    asOf began: Stamp? = nil, in session: Session
  ) -> ManagedValue<QuantityIntent> {
    detach()
    let hold = session.bind(
      QuantityIntent.self, to: productID,
      startingAt: quantity.map { CartValue(quantity: $0) } ?? .unknown,
      knowing: quantity.map { CartAnswer(quantity: $0) },
      asOf: began,
      through: .cart(session.cart, productID: productID),
      policy: session.policy.cart
    ) { [weak self] change in
      self?.show(change, rules: rules)
    }
    attach(
      Behavior(
        step: { hold.send(.add($0)) },
        set: { hold.send(.set($0)) },
        detached: { hold.unbind() }))
    return hold
  }

  /// A change from the cart leaves a text that is being edited alone.
  private func show(_ change: ManagedChange<CartValue>, rules: QuantityRules) {
    var next = state
    next.quantity = change.value.quantity
    next.rules = rules.narrowed(by: change.value.limits)
    // What the reply tells of limits alone does not change why the number is what it is.
    if next.quantity != state.quantity || change.cause == .bind { next.change = change.cause }
    if let adjustment = change.adjustment {
      next.notice = .adjusted(
        requested: adjustment.requested.quantity, actual: adjustment.actual.quantity,
        rule: adjustment.rule)
    } else if let failure = change.failure {
      next.notice = .refused(failure.message.isEmpty ? nil : failure.message)
    } else if change.cause == .bind || change.value.quantity != state.quantity {
      next.notice = nil
    }
    if change.cause == .bind { next.text = nil }
    show(next)
  }
}

extension QuantityRules {
  /// The same rules under the server's limits as well.
  func narrowed(by limits: QuantityLimits) -> Self {
    Self(
      minimum: max(minimum, limits.minimum ?? 1), maximum: min(maximum, limits.maximum ?? .max),
      step: step, zero: zero)
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
  static func cart(_ service: (any CartService)?, productID: String) -> Self {
    guard let service else { return .missing("CartService", "cart") }
    return Self(
      send: { intent, info in
        do {
          switch intent {
          case .add(let amount) where amount < 0:
            return try await service.reduce(-amount, of: productID, info)
          case .add(let amount): return try await service.add(amount, of: productID, info)
          case .set(let quantity): return try await service.set(quantity, of: productID, info)
          }
        } catch var error as ServiceError
          where error.code == .limit && error.answer == nil && error.maximum != nil
        {
          error.answer = CartAnswer(limits: QuantityLimits(maximum: error.maximum))
          throw error
        }
      },
      read: { try await service.quantity(of: productID) })
  }
}
