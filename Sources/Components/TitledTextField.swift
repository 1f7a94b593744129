public import Observation

/// The model of a text field with a title: a text, the focus, and a validation message.
///
/// A plain field keeps a text and reports each change:
///
/// ```swift
/// let name = TitledTextField(title: "Name", key: "name")
/// name.onEdit = { print($0) }
/// ```
///
/// It has no rules. It shows the failure message that it is given, and reports when its text
/// changes and when editing ends. `ValidationManager`, in the module `SelfManaged`, adds rules.
///
/// Everything here happens on the main actor. A view observes one property, ``state``. Each change
/// of the state is one notification, so no observer sees a partial change.
@MainActor @Observable
public final class TitledTextField: AdoptableResponder, ObservedField {
  /// The state that a view draws.
  public private(set) var state: State

  /// The identifier of the field in code, for example in a server error; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each change of the text by the user with the newest text, after ``state`` shows it.
  ///
  /// If an observer of ``state`` changes the text, or a form trims it, this is called before ``state``
  /// shows it.
  public var onEdit: (@MainActor (String) -> Void)? {
    get { extras?.onEdit }
    set { storage.onEdit = newValue }
  }
  /// Called once for each call of ``endEditing()``, with the newest text.
  public var onEndEditing: (@MainActor (String) -> Void)? {
    get { extras?.onEndEditing }
    set { storage.onEndEditing = newValue }
  }

  /// The next responder for the field's events: its cell, section or page; `nil` if it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The observer of changes that a form sets, in addition to the callbacks.
  public var observer: FieldObserver? {
    get { extras?.observer }
    set {
      let former = observer
      storage.observer = newValue
      if newValue != nil { former?.replaced() }
    }
  }

  @ObservationIgnored package var newestState: State
  @ObservationIgnored package var publishing = Publishing.no
  package var publishedState: State { _state }
  package func setState(_ next: State) { state = next }
  /// The text of the newest state; reading the whole state would copy it.
  package var currentText: String { newestState.text }

  @ObservationIgnored private var extras: Extras?

  private var storage: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// The storage for callbacks and observer; absent until it is needed.
  private final class Extras {
    var onEdit: (@MainActor (String) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onEndEditing: (@MainActor (String) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var observer: FieldObserver? { didSet { releaseAfterAccess(oldValue) } }
  }

  /// Creates a field with an empty text.
  public init(title: String = "", key: String = "", placeholder: String = "") {
    self.key = key
    newestState = State(title: title, placeholder: placeholder)
    state = newestState
  }

  /// Reconfigures the field and resets its state: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: The title, which validation messages contain.
  ///   - key: The identifier of the field in code; `nil` keeps the current one.
  ///   - text: The text. Its change counts as made by the app.
  ///   - placeholder: The text that a view shows while the field is empty.
  public func configure(
    title: String, key: String? = nil, text: String = "", placeholder: String = ""
  ) {
    if let key { self.key = key }
    publish(State(title: title, text: text, placeholder: placeholder)) { $0.needsDisplay() }
  }

  /// Replaces the whole state; a form then shows its failure again.
  ///
  /// Showing an equal state publishes nothing.
  public func show(_ next: State) { publish(next) { $0.needsDisplay() } }

  /// Shows the validation message for the text, and whether an async check is pending.
  public func show(failure: String?, isPending: Bool = false) {
    var next = newestState
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// Handles a change of the text by the user; an equal text is ignored.
  public func edit(_ text: String) {
    var next = newestState
    let isChange = !isUnchanged(next.text, text)
    next.text = text
    publish(next, by: .user)
    if isChange { onEdit?(currentText) }
  }

  /// Moves the focus to the field, for the user or a form; the view follows ``State/isFocused``.
  public func focus() {
    var next = newestState
    next.isFocused = true
    publish(next)
  }

  /// Handles the end of editing; a view calls it each time the field loses the focus.
  public func endEditing() {
    var next = newestState
    next.isFocused = false
    publish(next) { $0.editingEnded() }
    onEndEditing?(currentText)
  }

  private func publish(
    _ next: State, by origin: FieldObserver.Origin = .app,
    then notify: (FieldObserver) -> Void = { _ in }
  ) {
    publish(next) { observer, previous in
      if !isUnchanged(previous.text, next.text) { observer.changed(origin) }
      notify(observer)
    }
  }

  /// The state of a titled text field that a view draws.
  ///
  /// Two states with texts of different Unicode scalars are not equal, even if Swift considers the
  /// texts equal.
  public struct State: Hashable, Sendable {
    /// The title, which validation messages contain.
    public var title: String
    /// The text.
    public var text: String
    /// The text that a view shows while the field is empty.
    public var placeholder: String
    /// Whether the field has the focus.
    public var isFocused: Bool
    /// The validation message to show; `nil` if there is none.
    public var failure: String?
    /// Whether an async check of the text is pending.
    public var isPending: Bool

    /// Creates a state.
    public init(
      title: String = "", text: String = "", placeholder: String = "", isFocused: Bool = false,
      failure: String? = nil, isPending: Bool = false
    ) {
      self.title = title
      self.text = text
      self.placeholder = placeholder
      self.isFocused = isFocused
      self.failure = failure
      self.isPending = isPending
    }

    /// Whether two states are the same.
    public static func == (first: Self, second: Self) -> Bool {
      isUnchanged(first.text, second.text) && isUnchanged(first.failure, second.failure)
        && first.title == second.title && first.placeholder == second.placeholder
        && first.isFocused == second.isFocused && first.isPending == second.isPending
    }
  }
}

extension TitledTextField {
  /// The VoiceOver description: the title, and a value with the text or its placeholder and the
  /// failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title,
      value: .spoken(state.text.isEmpty ? state.placeholder : state.text, state.failure))
  }
}
