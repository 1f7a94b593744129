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
/// It has no rules. It shows a failure message that is passed to it, and reports when its text
/// changes and when editing ends; `ValidationManager`, in the module `SelfManaged`, observes both.
///
/// Everything here happens on the main actor. A view observes one property, ``state``; each change
/// of it is one notification, so no observer sees a partial change.
@MainActor @Observable
public final class TitledTextField: Responder {
  /// Everything that a view draws.
  public private(set) var state: State

  /// The identifier of the field in code, for example in a server error; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each change of the text by the user, after ``state`` shows it.
  public var onEdit: (@MainActor (String) -> Void)? {
    get { extras?.onEdit }
    set { made.onEdit = newValue }
  }
  /// Called each time editing ends, with the text.
  public var onEndEditing: (@MainActor (String) -> Void)? {
    get { extras?.onEndEditing }
    set { made.onEndEditing = newValue }
  }

  /// The next responder of the field's events: its cell, section or page.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// An observer of changes, in addition to the callbacks; set by a form.
  public var watcher: FieldWatcher? {
    get { extras?.watcher }
    set {
      let former = watcher
      made.watcher = newValue
      if newValue != nil { former?.replaced() }
    }
  }

  /// The state that is shown, or is about to be shown.
  package var present: State { extras?.staged ?? state }
  /// The text of `present`, read alone because reading the whole state would copy it.
  package var presentText: String { extras?.staged?.text ?? state.text }

  @ObservationIgnored private var extras: Extras?

  private var made: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// Storage for callbacks, observer and staged changes.
  private final class Extras {
    var onEdit: (@MainActor (String) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onEndEditing: (@MainActor (String) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var watcher: FieldWatcher? { didSet { releaseAfterAccess(oldValue) } }
    /// A change that the watcher is being notified of, with the watcher's verdict; not shown yet.
    var staged: State?
  }

  /// Creates an empty field.
  public init(title: String = "", key: String = "", placeholder: String = "") {
    self.key = key
    state = State(title: title, placeholder: placeholder)
  }

  /// Shows another field in its initial state: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: The title of the text; messages name the field by it.
  ///   - key: The identifier of the field in code; `nil` keeps the current one.
  ///   - text: The text, which counts as a change by the app and not by the user.
  ///   - placeholder: The text that a view shows while the field is empty.
  public func configure(
    title: String, key: String? = nil, text: String = "", placeholder: String = ""
  ) {
    if let key { self.key = key }
    publish(State(title: title, text: text, placeholder: placeholder)) { $0.reshown() }
  }

  /// Replaces the whole state.
  ///
  /// A state equal to the current one publishes nothing.
  public func show(_ next: State) { publish(next) }

  /// Shows the validation message for the text, and whether an async check of it is pending.
  public func show(failure: String?, isPending: Bool = false) {
    var next = present
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// Handles a change of the text by the user; a text equal to the current one is no change.
  public func edit(_ text: String) {
    var next = present
    let isChange = text != next.text
    next.text = text
    publish(next, by: .person)
    if isChange { onEdit?(text) }
  }

  /// Gives the field the focus, from the user or from a form that points at it; a view follows.
  public func focus() {
    var next = present
    next.isFocused = true
    show(next)
  }

  /// Ends editing when the user leaves the field; a view calls it whenever focus is lost.
  public func endEditing() {
    var next = present
    next.isFocused = false
    publish(next) { $0.editingEnded() }
    onEndEditing?(state.text)
  }

  /// Notifies the watcher, and publishes the state and the watcher's verdict as one change.
  private func publish(
    _ next: State, by origin: FieldWatcher.Origin = .app,
    then tell: (FieldWatcher) -> Void = { _ in }
  ) {
    let former = present
    let isNested = extras?.staged != nil
    guard isNested || watcher != nil else {
      if next != state { state = next }
      return
    }
    extras?.staged = next
    if let watcher {
      if next.text != former.text { watcher.changed(origin) }
      if next.title != former.title { watcher.reshown() }
      tell(watcher)
    }
    guard !isNested, let final = extras?.staged else { return }
    extras?.staged = nil
    if final != state { state = final }
  }

  /// The state of a titled text field, drawn by a view.
  public struct State: Hashable, Sendable {
    /// The title of the text.
    public var title: String
    /// The text.
    public var text: String
    /// The text that a view shows while the field is empty.
    public var placeholder: String
    /// Whether the field has the focus.
    public var isFocused: Bool
    /// The validation message for the text; `nil` where there is none to show.
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
  }
}

extension TitledTextField {
  /// The VoiceOver description: the title, then the text or its placeholder, and the failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title,
      value: .spoken(state.text.isEmpty ? state.placeholder : state.text, state.failure))
  }
}
