public import Observation

/// The model of a field for one value: a check box, a switch, a date picker, a slider.
///
/// ```swift
/// let terms = ValueField(title: "Terms of use", key: "terms", value: false)
/// let birthday = ValueField<Date?>(title: "Birthday", key: "birthday", value: nil)
/// terms.onChange = { print($0) }
/// ```
///
/// It has no rules. It shows the failure message that it is given. `ValidationManager`, in the
/// module `SelfManaged`, adds rules. For a text use ``TitledTextField``, for one of several options
/// ``SelectItem``.
///
/// Everything here happens on the main actor. A view observes one property, ``state``. Each change
/// of the state is one notification.
@MainActor @Observable
public final class ValueField<Value: Hashable & Sendable>: AdoptableResponder, ObservedField {
  /// The state that a view draws.
  public private(set) var state: State { didSet { releaseAfterAccess(oldValue) } }

  /// The identifier of the field in code, for example in a server error; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each call of ``change(to:)`` with the newest value, after ``state`` shows it, even
  /// if it stays the same.
  ///
  /// If an observer of ``state`` or a form changes the value, this is called before ``state`` shows it.
  @ObservationIgnored public var onChange: (@MainActor (Value) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Returns the text of a value, for VoiceOver; by default its description, without `Optional`, and
  /// empty for `nil`.
  @ObservationIgnored public var describe: @MainActor (Value) -> String {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The next responder for the field's events: its cell, section or page; `nil` if it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The observer of changes that a form sets, in addition to ``onChange``.
  @ObservationIgnored public var observer: FieldObserver? {
    didSet {
      releaseAfterAccess(oldValue)
      if observer != nil { oldValue?.replaced() }
    }
  }

  @ObservationIgnored package var newestState: State { didSet { releaseAfterAccess(oldValue) } }
  @ObservationIgnored package var publishing = Publishing.no
  package var publishedState: State { _state }
  package func setState(_ next: State) { state = next }

  /// Creates a field with a value.
  public init(
    title: String, key: String = "", value: Value,
    describe: @escaping @MainActor (Value) -> String = { spokenDescription(of: $0) }
  ) {
    self.key = key
    self.describe = describe
    newestState = State(title: title, value: value)
    state = newestState
  }

  /// Reconfigures the field and resets its state: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: The title, which validation messages contain.
  ///   - key: The identifier of the field in code; `nil` keeps the current one.
  ///   - value: The value. Its change counts as made by the app.
  public func configure(title: String, key: String? = nil, value: Value) {
    if let key { self.key = key }
    publish(State(title: title, value: value)) { $0.needsDisplay() }
  }

  /// Replaces the whole state; a form then shows its failure again.
  ///
  /// Showing an equal state publishes nothing.
  public func show(_ next: State) { publish(next) { $0.needsDisplay() } }

  /// Shows the validation message for the value, and whether an async check is pending.
  public func show(failure: String?, isPending: Bool = false) {
    var next = newestState
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// Handles a change of the value by the user, for example a tap on a check box.
  ///
  /// A field without the focus has then been edited, so a form may show its failure. A field with
  /// the focus, for example an open date picker, has been edited when it loses the focus.
  public func change(to value: Value) {
    var next = newestState
    next.value = value
    publish(next, by: .user) { if !next.isFocused { $0.editingEnded() } }
    onChange?(newestState.value)
  }

  /// Moves the focus to the field, for the user or a form; the view follows ``State/isFocused``.
  public func focus() {
    var next = newestState
    next.isFocused = true
    publish(next)
  }

  /// Handles the end of editing when the user leaves the field.
  public func endEditing() {
    var next = newestState
    next.isFocused = false
    publish(next) { $0.editingEnded() }
  }

  private func publish(
    _ next: State, by origin: FieldObserver.Origin = .app,
    then notify: (FieldObserver) -> Void = { _ in }
  ) {
    publish(next) { observer, previous in
      if !isUnchanged(previous.value, next.value) { observer.changed(origin) }
      notify(observer)
    }
  }

  /// The state of a field that a view draws.
  public struct State: Hashable, Sendable {
    /// The title, which validation messages contain.
    public var title: String
    /// The value.
    public var value: Value
    /// Whether the field has the focus.
    public var isFocused = false
    /// The validation message to show; `nil` if there is none.
    public var failure: String?
    /// Whether an async check of the value is pending.
    public var isPending = false

    /// Creates a state.
    public init(title: String, value: Value) {
      self.title = title
      self.value = value
    }

    /// Whether two states are the same: texts of different Unicode scalars are not, and a value that
    /// is unequal to itself, such as NaN, is the same as its copy.
    public static func == (first: Self, second: Self) -> Bool {
      isUnchanged(first.value, second.value) && isUnchanged(first.failure, second.failure)
        && first.title == second.title && first.isFocused == second.isFocused
        && first.isPending == second.isPending
    }
  }
}

extension ValueField {
  /// The VoiceOver description: a button with the title, and a value with the field's value and the
  /// failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title, value: .spoken(describe(state.value), state.failure), traits: .button)
  }
}
