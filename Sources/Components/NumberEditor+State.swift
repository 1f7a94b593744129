extension NumberEditor {
  /// The state of a number editor, drawn by a view.
  public struct State: Hashable, Sendable {
    /// The number; never below 0.
    public var quantity: Int
    /// The text being edited; `nil` while it is not edited.
    public var text: String?
    /// The rules that say which numbers are allowed.
    public var rules: QuantityRules
    /// The reason for the number; editing the text does not change it.
    public var change: ChangeCause
    /// The notice for the user about the last requested number; removed with the next request.
    public var notice: QuantityNotice?
    /// The form's validation message for the number; `nil` where the number is valid.
    ///
    /// The failure of a request is in ``NumberEditor/requestStatus``.
    public var checkFailure: String?
    /// Whether a form's check of the number is pending.
    ///
    /// Whether a request is pending is in ``NumberEditor/requestStatus``.
    public var isCheckPending: Bool

    /// Creates a state; a quantity below 0 counts as 0.
    public init(
      quantity: Int = 0, text: String? = nil, rules: QuantityRules = QuantityRules(),
      change: ChangeCause = .bind, notice: QuantityNotice? = nil, checkFailure: String? = nil,
      isCheckPending: Bool = false
    ) {
      self.quantity = max(0, quantity)
      self.text = text
      self.rules = rules
      self.change = change
      self.notice = notice
      self.checkFailure = checkFailure
      self.isCheckPending = isCheckPending
    }

    /// Whether only the plus is shown: the quantity is 0, and the text is not being edited.
    public var isCollapsed: Bool { quantity == 0 && text == nil }
    /// Whether a plus has an effect; `false` only at a known limit.
    public var canAdd: Bool { rules.next(after: basis) != nil }
    /// Whether a minus has an effect; `false` only at a known limit.
    public var canReduce: Bool { rules.previous(before: basis) != nil }
    /// The text between the minus and the plus.
    public var shownText: String { text ?? String(quantity) }
    /// Whether a view should animate the change to this state: the user's own change, and no
    /// typing.
    public var isAnimated: Bool { change.animates && text == nil }

    /// The number that a plus or a minus starts from: the edited text, if it is a number.
    private var basis: Int {
      guard let text, case .success(let number) = QuantityText.parse(text) else { return quantity }
      return rules.allowed(number, from: quantity).quantity
    }
  }

  /// The VoiceOver description of the editor: adjustable like a stepper, a button while collapsed,
  /// with the form's validation message.
  public var accessibility: AccessibilityData {
    guard state.isCollapsed else {
      return AccessibilityData(
        label: label, value: .spoken(state.shownText, state.checkFailure), traits: .adjustable)
    }
    var plus = plusAccessibility
    plus.value = state.checkFailure
    return plus
  }

  /// The VoiceOver description of the plus.
  public var plusAccessibility: AccessibilityData {
    AccessibilityData(
      label: "\(label), \(words.increment)",
      traits: state.canAdd ? .button : [.button, .notEnabled])
  }

  /// The VoiceOver description of the minus.
  public var minusAccessibility: AccessibilityData {
    AccessibilityData(
      label: "\(label), \(words.decrement)",
      traits: state.canReduce ? .button : [.button, .notEnabled])
  }
}
