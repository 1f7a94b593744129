extension NumberEditor {
  /// What a view draws of a number editor.
  public struct State: Hashable, Sendable {
    /// The number; never below 0.
    public var quantity: Int
    /// The text being edited; `nil` while nobody edits.
    public var text: String?
    /// Which numbers can be reached.
    public var rules: QuantityRules
    /// Why the number is what it is; editing the text leaves it alone.
    public var change: ChangeCause
    /// What to tell the person about the last number asked for; gone with the next.
    public var notice: QuantityNotice?
    /// What a form finds wrong with the number, in words; `nil` where it finds nothing.
    ///
    /// Why a request failed is in ``NumberEditor/requestStatus``.
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

    /// Whether only the plus is shown: there is nothing, and nobody edits.
    public var isCollapsed: Bool { quantity == 0 && text == nil }
    /// Whether a plus would do anything; `false` only at a known limit.
    public var canAdd: Bool { rules.next(after: basis) != nil }
    /// Whether a minus would do anything; `false` only at a known limit.
    public var canReduce: Bool { rules.previous(before: basis) != nil }
    /// What stands between the minus and the plus.
    public var shownText: String { text ?? String(quantity) }
    /// Whether a view should animate the change to this state: the user's own, and no typing.
    public var isAnimated: Bool { change.animates && text == nil }

    /// What a plus or a minus starts from: the text being edited, if it gives a number.
    private var basis: Int {
      guard let text, case .success(let number) = QuantityText.parse(text) else { return quantity }
      return rules.allowed(number, from: quantity).quantity
    }
  }

  /// What VoiceOver is told of the whole: adjustable like a stepper, a button while collapsed, and
  /// what a form finds wrong with the number.
  public var accessibility: AccessibilityData {
    guard state.isCollapsed else {
      return AccessibilityData(
        label: label, value: .spoken(state.shownText, state.checkFailure), traits: .adjustable)
    }
    var plus = plusAccessibility
    plus.value = state.checkFailure
    return plus
  }

  /// What VoiceOver is told of the plus.
  public var plusAccessibility: AccessibilityData {
    AccessibilityData(
      label: "\(label), \(words.increment)",
      traits: state.canAdd ? .button : [.button, .notEnabled])
  }

  /// What VoiceOver is told of the minus.
  public var minusAccessibility: AccessibilityData {
    AccessibilityData(
      label: "\(label), \(words.decrement)",
      traits: state.canReduce ? .button : [.button, .notEnabled])
  }
}
