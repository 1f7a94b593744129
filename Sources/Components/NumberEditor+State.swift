extension NumberEditor {
  /// The state of a number editor that a view draws.
  public struct State: Hashable, Sendable {
    /// The number; a number below 0 counts as 0.
    public var quantity: Int { didSet { quantity = max(0, quantity) } }
    /// The text that is being edited; `nil` while no text is edited.
    public var text: String? {
      didSet { if !isUnchanged(oldValue, text) { isTextUnchanged = false } }
    }
    /// Whether ``text`` is the one that editing began with; it is not committed.
    public private(set) var isTextUnchanged = false
    /// The allowed numbers.
    public var rules: QuantityRules
    /// The cause of the last change of ``quantity``; editing the text does not change the cause.
    public var change: ChangeCause
    /// The notice for the user about the last requested number; `nil` if there is none.
    ///
    /// The next request or edit removes it.
    public var notice: QuantityNotice?
    /// The form's validation message to show; `nil` if there is none.
    ///
    /// ``NumberEditor/requestStatus`` has the failure of a request.
    public var checkFailure: String?
    /// Whether an async check of the number by a form is pending.
    ///
    /// ``NumberEditor/requestStatus`` shows whether a request is pending.
    public var isCheckPending: Bool
    /// Whether the number is the sum of several cart lines, which the editor does not change.
    ///
    /// A view then shows a button in place of the text field, and calls ``NumberEditor/add()`` when
    /// it is pressed. In the module `SelfManaged`, `prepareForCart` with several lines sets it.
    public var isSum: Bool

    /// Creates a state; a quantity below 0 counts as 0.
    public init(
      quantity: Int = 0, text: String? = nil, isTextUnchanged: Bool = false,
      rules: QuantityRules = QuantityRules(), change: ChangeCause = .bind,
      notice: QuantityNotice? = nil, checkFailure: String? = nil, isCheckPending: Bool = false,
      isSum: Bool = false
    ) {
      self.quantity = max(0, quantity)
      self.text = text
      self.isTextUnchanged = isTextUnchanged
      self.rules = rules
      self.change = change
      self.notice = notice
      self.checkFailure = checkFailure
      self.isCheckPending = isCheckPending
      self.isSum = isSum
    }

    /// Whether two states are the same; texts of different Unicode scalars are not.
    public static func == (first: Self, second: Self) -> Bool {
      first.quantity == second.quantity && isUnchanged(first.text, second.text)
        && first.isTextUnchanged == second.isTextUnchanged && first.rules == second.rules
        && first.change == second.change && first.notice == second.notice
        && isUnchanged(first.checkFailure, second.checkFailure)
        && first.isCheckPending == second.isCheckPending && first.isSum == second.isSum
    }

    /// Begins editing the number.
    mutating func beginEditing() {
      text = shownText
      isTextUnchanged = true
    }

    /// Whether a view shows only the plus: the quantity is 0, and no text is being edited.
    public var isCollapsed: Bool { quantity == 0 && text == nil }
    /// Whether a plus has an effect; `false` only at a known limit.
    public var canAdd: Bool { isSum || rules.next(after: basis) != nil }
    /// Whether a minus has an effect; `false` only at a known limit.
    public var canReduce: Bool { rules.previous(before: basis) != nil }
    /// The text between the minus and the plus: the edited text, or else the number.
    public var shownText: String { text ?? String(quantity) }
    /// Whether a view should animate the change to this state: the user made the change, and no
    /// text is being edited.
    public var isAnimated: Bool { change.animates && text == nil }

    /// The number that a plus or a minus starts from: the text that the user typed if it is a number,
    /// or else the quantity.
    private var basis: Int {
      if case .quantity(let quantity, _) = TextCommit(of: self) { quantity } else { quantity }
    }
  }

  /// The VoiceOver description of the editor: adjustable like a stepper, a button that shows a sum,
  /// or a plus button while collapsed; its value ends with the form's validation message.
  public var accessibility: AccessibilityData {
    guard state.isCollapsed else {
      return AccessibilityData(
        label: label, value: .spoken(state.shownText, state.checkFailure),
        traits: state.isSum ? .button : .adjustable)
    }
    var plus = plusAccessibility
    plus.value = state.checkFailure
    return plus
  }

  /// The VoiceOver description of the plus button.
  public var plusAccessibility: AccessibilityData {
    AccessibilityData(
      label: "\(label), \(words.increment)",
      traits: state.canAdd ? .button : [.button, .notEnabled])
  }

  /// The VoiceOver description of the minus button.
  public var minusAccessibility: AccessibilityData {
    AccessibilityData(
      label: "\(label), \(words.decrement)",
      traits: state.canReduce ? .button : [.button, .notEnabled])
  }
}
