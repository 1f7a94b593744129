public import Observation

/// The model of a text field with a title: a text, the focus, and what is wrong with it.
///
/// Plain, it holds a text and tells:
///
/// ```swift
/// let name = TitledTextField(title: "Name", key: "name")
/// name.onEdit = { print($0) }
/// ```
///
/// It knows no rules. It shows the failure it is given, already in words, and says when its text
/// changes and when editing ends; `ValidationManager`, in the module `SelfManaged`, listens to
/// that.
///
/// Everything here happens on the main actor. A view observes one property, ``state``; each change
/// of it is one notification, so no observer sees half of one.
@MainActor @Observable
public final class TitledTextField: Responder {
  /// All that a view draws.
  public private(set) var state: State

  /// What the field is called in code, for example in an error that the server sends; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each change of the text by the person, after ``state`` shows it.
  public var onEdit: (@MainActor (String) -> Void)? {
    get { extras?.onEdit }
    set { made.onEdit = newValue }
  }
  /// Called each time when editing ends, with the text.
  public var onEndEditing: (@MainActor (String) -> Void)? {
    get { extras?.onEndEditing }
    set { made.onEndEditing = newValue }
  }

  /// Where events go that are sent from here: the cell, the section, the page.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// What is told of changes beside the callbacks; plugged in from outside.
  public var watcher: FieldWatcher? {
    get { extras?.watcher }
    set {
      let former = watcher
      made.watcher = newValue
      if newValue != nil { former?.replaced() }
    }
  }

  /// What is shown, or is about to be.
  package var present: State { extras?.staged ?? state }
  /// Of that, what a form judges; read alone, since all of it would be copied.
  package var presentText: String { extras?.staged?.text ?? state.text }

  @ObservationIgnored private var extras: Extras?

  private var made: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// Callbacks, what is plugged in, and what is under way.
  private final class Extras {
    var onEdit: (@MainActor (String) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onEndEditing: (@MainActor (String) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var watcher: FieldWatcher? { didSet { releaseAfterAccess(oldValue) } }
    /// A change that the watcher is being told of, and what it makes of it: not shown yet.
    var staged: State?
  }

  /// Creates an empty field.
  public init(title: String = "", key: String = "", placeholder: String = "") {
    self.key = key
    state = State(title: title, placeholder: placeholder)
  }

  /// Shows another field from its beginning: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: What stands beside the text; messages name the field by it.
  ///   - key: What the field is called in code; `nil` keeps the one it has.
  ///   - text: The text, which counts as the app's and not as the person's.
  ///   - placeholder: What a view shows where there is no text.
  public func configure(
    title: String, key: String? = nil, text: String = "", placeholder: String = ""
  ) {
    if let key { self.key = key }
    publish(State(title: title, text: text, placeholder: placeholder)) { $0.reshown() }
  }

  /// Shows a state as a whole.
  ///
  /// A state equal to the present one publishes nothing.
  public func show(_ next: State) { publish(next) }

  /// Shows what is wrong with the text, in words, and whether somebody is being asked about it.
  public func show(failure: String?, isPending: Bool = false) {
    var next = present
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// The person changed the text; the text that is there already is no change.
  public func edit(_ text: String) {
    var next = present
    let isChange = text != next.text
    next.text = text
    publish(next, by: .person)
    if isChange { onEdit?(text) }
  }

  /// The field gets the focus, from the person or from a form that points at it; a view follows.
  public func focus() {
    var next = present
    next.isFocused = true
    show(next)
  }

  /// The person left the field; a view calls it whenever focus is lost.
  public func endEditing() {
    var next = present
    next.isFocused = false
    publish(next) { $0.editingEnded() }
    onEndEditing?(state.text)
  }

  /// Shows a state, and whatever the watcher says when it is told, as one change.
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

  /// What a view draws of a titled text field.
  public struct State: Hashable, Sendable {
    /// What stands beside the text.
    public var title: String
    /// The text.
    public var text: String
    /// What a view shows where there is no text.
    public var placeholder: String
    /// Whether the field has the focus.
    public var isFocused: Bool
    /// What is wrong with the text, in words; `nil` where nothing is to be said.
    public var failure: String?
    /// Whether somebody is being asked about the text.
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
  /// What VoiceOver is told: the title, then the text or its placeholder, and the failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title,
      value: .spoken(state.text.isEmpty ? state.placeholder : state.text, state.failure))
  }
}
