import Components

/// The state of one component, and the cause of its last change.
package struct StatePatch: Hashable, Sendable, Encodable {
  package var id: String
  package var state: Shown
  /// The cause of the change; `nil` for components without causes.
  package var cause: String?
  /// Whether the page may animate the change.
  package var isAnimated = false
  /// The tag of the language of the component's texts; `nil` for that of the page.
  package var language: String?
  /// The accessibility data of the component and of its parts.
  package var accessibility: [String: Spoken] = [:]
  /// The number of presses that the device had received.
  ///
  /// The page uses it to ignore a stale text while the user types.
  package var heard = 0

  /// The part of a component's state that is drawn.
  package enum Shown: Hashable, Sendable, Encodable {
    case avatar(image: String?, phase: String, badge: String?)
    case like(isLiked: Bool, count: Int)
    case number(NumberShown)
    case field(FieldShown)
    case button(isMain: Bool)
    case total(TotalShown)
  }

  /// The amounts of the cart, as the server counted them.
  package struct TotalShown: Hashable, Sendable, Encodable {
    package var total: String?
    /// The amounts of which the total consists.
    package var parts: String?
    /// Whether the amounts contain every change.
    package var isUpToDate: Bool
    /// The shop's message, for example about a gift.
    package var notice: String?
  }

  package struct NumberShown: Hashable, Sendable, Encodable {
    package var title: String
    package var quantity: Int
    package var text: String
    package var isEditing: Bool
    package var isCollapsed: Bool
    package var minimum: Int
    package var maximum: Int?
    package var notice: String?
    package var failure: String?
  }

  package struct FieldShown: Hashable, Sendable, Encodable {
    package var title: String
    package var text: String
    package var placeholder = ""
    package var options: [String]?
    package var isSecret = false
    /// What the browser may fill in, as a token of HTML's attribute `autocomplete`.
    package var autocomplete = "off"
    package var isFocused: Bool
    package var isPending: Bool
    package var failure: String?
  }

  package struct Spoken: Hashable, Sendable, Encodable {
    package var label: String
    package var value: String?
    package var isToggle: Bool
    package var isEnabled: Bool

    init(_ data: AccessibilityData) {
      label = data.label
      value = data.value
      isToggle = data.traits.contains(.toggleButton)
      isEnabled = !data.traits.contains(.notEnabled)
    }
  }
}
