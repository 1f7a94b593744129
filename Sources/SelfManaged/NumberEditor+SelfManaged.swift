public import Components

/// Optimistic cart quantities.
extension NumberEditor {
  /// Makes the editor edit one product's cart quantity.
  ///
  /// Plus adds, minus reduces, and a committed text sets the quantity. A step that also commits a
  /// text, or that the minimum or the maximum changes, sets the quantity as well. The displayed
  /// number is the server's last known quantity with the user's pending changes applied. All
  /// editors that one session binds to a product show one value and share one lane. The editor that
  /// was used sends a failure or an adjustment along the responder chain as ``TapFailed`` or
  /// ``TapAdjusted``. A tap after the session has ended, or in a session without a cart service, is
  /// sent as ``TapFailed`` too.
  ///
  /// If the cart is known as a whole and has several lines of the product, the editor shows their sum,
  /// as with ``prepareForCart(productID:lineIDs:quantities:rules:asOf:in:)``. If it has one line, the
  /// editor edits that line: the service gets the line's ID. The editor follows the lines.
  ///
  /// If the editor is already bound to this product in this session, a text that is being edited is
  /// kept. Otherwise the text is first committed to the previous product. The text is dropped and
  /// reported as `TextDropped` if it is not a number, if it was typed while the editor was not
  /// bound, if the editor is rebound to the same product after the session has ended, or if the cart has
  /// several lines of the product by then.
  ///
  /// - Parameters:
  ///   - productID: The ID of the product, or of a line of the cart. Both IDs of a product with one line
  ///     are one item.
  ///   - quantity: The cart quantity, according to the app's data. With `nil` the editor shows the
  ///     session's quantity, or only a plus until the quantity has been read.
  ///   - limits: The server's limits, according to the app's data. If `quantity` is adopted, known
  ///     limits that are absent here are removed. Without a quantity, the limits apply only if the
  ///     session does not know the product.
  ///   - version: The version of the app's data; `nil` if the back end has none.
  ///   - rules: The quantities that the app allows, further narrowed by the server's limits.
  ///   - began: When the read of the quantity began, from ``SelfManaged/Session/beginRead()``;
  ///     `nil` if unknown. With a version for the data and each reply, it is not needed.
  ///   - session: Provides the cart service.
  /// - Returns: The editor's binding to the product, with the status of its requests, the last
  ///   failure, and ``SelfManaged/ItemBinding/retry()``.
  @discardableResult
  public func prepareForCart(
    productID: String, quantity: Int? = nil, limits: QuantityLimits? = nil, version: Int? = nil,
    rules: QuantityRules = QuantityRules(), asOf began: LogicalTime? = nil, in session: Session
  ) -> ItemBinding<QuantityIntent> {
    let place = session.cartModel.place(of: productID)
    let item = AnyHashable(CartItem(session: ObjectIdentifier(session), productID: productID))
    let isSameProduct = self.item == item
    guard place.lineIDs.isEmpty else {
      if isSameProduct { dropText() }  // It was typed for one line.
      return prepareForLines(of: productID, place.lineIDs, rules: rules, in: session)
    }
    let notices = HeldNotices()
    defer { notices.open() }
    return publishAsOneChange {
      // The item may have been one of several lines, whose sum the editor showed.
      let former = lineBindings[place.itemID]
      if former == nil, !isSameProduct { detach() } else { endEditing(before: item) }
      hideSum()
      let itemBinding = bind(
        to: place.itemID, as: productID,
        startingAt: CartValue(
          quantity: quantity ?? 0, limits: limits ?? QuantityLimits(), isKnown: quantity != nil),
        knowing: quantity.map { CartAnswer(quantity: $0, version: version, limits: limits) },
        asOf: began, replacing: former, in: session, notices
      ) { [weak session] editor, change in
        var change = change
        // The item may have become another one, since the cart has arrived; the text stays.
        change.isSameItem = change.isSameItem || isSameProduct
        editor.show(change, rules: rules)
        // The cart was not known before, or has other lines now.
        if let session, change.cause != .user, session.cartModel.place(of: productID) != place {
          editor.prepareForCart(productID: productID, rules: rules, in: session)
        }
      }
      attach(behavior(of: itemBinding, item, rules: rules))
      let (value, shown) = (itemBinding.value, newestState)
      if shown.quantity != value.quantity || shown.rules != rules.narrowed(by: value.limits) {
        show(ManagedChange(value: value, cause: .bind), rules: rules)
      }
      // The user can't press plus at a learned limit, so nothing else would question it.
      if value.isKnown, let maximum = value.limits.maximum, value.quantity >= maximum,
        maximum != limits?.maximum
      {
        itemBinding.checkLimit()
      }
      return itemBinding
    }
  }

  private func behavior(
    of itemBinding: ItemBinding<QuantityIntent>, _ item: AnyHashable, rules: QuantityRules
  ) -> Behavior {
    Behavior(
      step: { amount in
        let value = itemBinding.value
        itemBinding.send(
          .step(
            amount, from: value.quantity, confirmed: itemBinding.confirmed,
            predicted: itemBinding.predicted.quantity, rules: rules.narrowed(by: value.limits)))
      },
      set: { itemBinding.send(.set($0)) },
      retry: {
        guard let failed = itemBinding.failedIntent else { return }
        itemBinding.send(failed.allowed(on: itemBinding.value, rules))
      },
      item: item,
      binding: itemBinding)
  }

  /// The message for the user about the last failure, in a language; `nil` if there is none.
  ///
  /// It is observable. The server's message, and the text of an app's own behavior, are returned
  /// as they are.
  public func requestFailure(in language: MessageLanguage) -> String? {
    requestStatus.failure(of: binding, in: language)
  }

  /// Binds the editor to a product or a line, with the feedback of an editor.
  func bind(
    to id: String, as name: String, startingAt guess: CartValue, knowing answer: CartAnswer?,
    asOf began: LogicalTime?, replacing former: ItemBinding<QuantityIntent>?, in session: Session,
    _ notices: HeldNotices,
    show: @escaping @MainActor (NumberEditor, ManagedChange<CartValue>) -> Void
  ) -> ItemBinding<QuantityIntent> {
    bind(
      to: id, as: name, startingAt: guess, knowing: answer, asOf: began, replacing: former,
      in: session, notices,
      feedback: { editor, change in
        guard let onFeedback = editor.onFeedback,
          let feedback = change.feedback(editor.words, { "\($0.quantity)" })
        else { return }
        onFeedback(feedback.haptic == .lightTap ? editor.ownFeedback : feedback)
      },
      show: show)
  }

  /// Shows a change of the quantity; a text that is being edited stays if the item is the same.
  private func show(_ change: ManagedChange<CartValue>, rules: QuantityRules) {
    var next = newestState
    let former = next.quantity
    next.quantity = change.value.quantity
    next.rules = rules.narrowed(by: change.value.limits)
    // A change of the limits alone does not change the cause of the number.
    let isNewItem = change.cause == .bind && !change.isSameItem
    if next.quantity != former || change.cause == .bind { next.change = change.cause }
    if let adjustment = change.adjustment {
      next.notice = .adjusted(
        requested: adjustment.requested.quantity, actual: adjustment.actual.quantity,
        rule: adjustment.rule)
    } else if let failure = change.failure {
      next.notice = failure.notice
    } else if next.notice != nil,
      isNewItem || next.quantity != former && !next.hasNotice(about: next.quantity)
    {
      next.notice = nil
    }
    let dropped = isNewItem ? typedText : nil
    if isNewItem { next.text = nil }
    let isOwnChange = change.isOwnTap && change.cause == .user
    let hasNewNotice = change.adjustment != nil || change.failure != nil
    show(next, hasNewNotice: hasNewNotice, by: isOwnChange ? .user : .app)
    if let dropped { send(TextDropped(dropped)) }
  }
}

extension NumberEditor.State {
  /// Whether the notice is about this quantity, which a request made during another notice set.
  fileprivate func hasNotice(about quantity: Int) -> Bool {
    if case .adjusted(_, quantity, _) = notice { true } else { false }
  }
}

/// One product in the cart of one session.
private struct CartItem: Hashable {
  let session: ObjectIdentifier
  let productID: String
}

extension QuantityRules {
  /// Returns the rules narrowed by the server's limits.
  ///
  /// The server's minimum does not move the steps, which are counted from the rules' minimum.
  func narrowed(by limits: QuantityLimits) -> Self {
    let least = max(minimum, limits.minimum ?? 1)
    let over = (least - minimum) % step
    let stepped = least.addingReportingOverflow(over == 0 ? 0 : step - over)
    return Self(
      minimum: stepped.overflow ? least : stepped.partialValue,
      maximum: min(maximum, limits.maximum ?? .max), step: step, zero: zero)
  }
}

extension ServiceError {
  /// The reason for the user: the server's message, or else the limit.
  fileprivate var notice: QuantityNotice {
    guard serverMessage.isEmpty else { return .refused(serverMessage) }
    return code == .limit ? .limited(maximum: maximum) : .refused(nil)
  }
}

extension Adjustment<CartValue> {
  /// The reason for the user: the server's message, or else the limit.
  var rule: QuantityNotice.Rule {
    if let notice { return .server(notice) }
    return limit.map { .maximum($0) } ?? .server(nil)
  }
}

extension ValidationManager {
  /// Attaches a chain of rules to a number editor.
  ///
  /// The editor then notifies the form of its changes and shows the form's validation failure. It
  /// can be bound with `prepareForCart` as well. An editor belongs to one form at a time: adding it
  /// to another form removes it from the first.
  ///
  /// - Parameters:
  ///   - editor: The editor; messages contain its label.
  ///   - key: The field's identifier in code.
  ///   - chain: The rules for the number. Without rules the field fails with ``RuleCode/noRules``.
  ///   - asyncRules: The async rules, which run after those of the chain.
  ///   - other: The field before which the editor is inserted; by default it is added last.
  /// - Returns: A handle to the field, for rules that read it.
  @discardableResult
  public func add(
    _ editor: NumberEditor, key: String, _ chain: RuleChain<Int>,
    then asyncRules: AsyncRule<Int>..., before other: AnyObject? = nil
  ) -> FieldHandle<Int> {
    add(editor, key, NumberEditor.access, chain.appending(asyncRules), other)
  }
}

/// Rules that are attached to a number editor.
extension NumberEditor {
  /// Attaches a chain of rules to the editor itself, before a form exists.
  ///
  /// ``ValidationManager/add(_:before:)`` then adds the editor with this chain. See
  /// ``ValidationManager/attach(_:to:key:through:)``.
  ///
  /// - Parameters:
  ///   - chain: The rules for the number.
  ///   - key: The field's identifier in code.
  public func attach(_ chain: RuleChain<Int>, key: String) {
    AttachedRules.attach(chain, to: self, key: { _ in key }, through: Self.access)
  }

  /// The closures that make the editor a field of a form.
  fileprivate static var access: FieldAccess<NumberEditor, Int> {
    FieldAccess<NumberEditor, Int>(
      title: { $0.label },
      value: { $0.currentQuantity },
      show: { $0.show(checkFailure: $1.text, isCheckPending: $1.isPending) },
      focus: { $0.beginEditing() },
      commit: { $0.endEditing() },
      observe: { $0.observer = $1 })
  }
}
