public import Observation

/// The model of a select item: a title, the options, and the selected option.
///
/// ```swift
/// let city = SelectItem<City>(title: "City", key: "city") { $0.name }
/// city.configure(title: "City", options: cities)
/// city.onSelect = { print($0) }
/// ```
///
/// It has no rules. It shows a failure message that is passed to it; `ValidationManager`, in the
/// module `SelfManaged`, passes one.
///
/// Everything here happens on the main actor. A view observes one property, ``state``; each change
/// of it is one notification.
@MainActor @Observable
public final class SelectItem<Option: Hashable & Sendable>: Responder {
  /// Everything that a view draws.
  public private(set) var state: State { didSet { releaseAfterAccess(oldValue) } }

  /// The identifier of the item in code, for example in a server error; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each selection by the user, after ``state`` shows it; `nil` for none.
  public var onSelect: (@MainActor (Option?) -> Void)? {
    get { extras?.onSelect }
    set { made.onSelect = newValue }
  }

  /// Returns the text of an option.
  @ObservationIgnored public var describe: @MainActor (Option) -> String {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The next responder of the item's events: its cell, section or page.
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

  @ObservationIgnored private var extras: Extras?

  private var made: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// Storage for callbacks, observer and staged changes.
  private final class Extras {
    var onSelect: (@MainActor (Option?) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var watcher: FieldWatcher? { didSet { releaseAfterAccess(oldValue) } }
    /// A change that the watcher is being notified of, with the watcher's verdict; not shown yet.
    var staged: State? { didSet { releaseAfterAccess(oldValue) } }
  }

  /// Creates an item with nothing selected.
  public init(
    title: String = "", key: String = "", options: [Option] = [],
    describe: @escaping @MainActor (Option) -> String = { "\($0)" }
  ) {
    self.key = key
    self.describe = describe
    state = State(title: title, options: options)
  }

  /// Shows another item in its initial state: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: The title of the selection; messages name the item by it.
  ///   - key: The identifier of the item in code; `nil` keeps the current one.
  ///   - options: The options, in order.
  ///   - selection: The selected option. It is shown even if it is not among the options (any
  ///     more), so that a value from the server is not lost by being shown.
  public func configure(
    title: String, key: String? = nil, options: [Option], selection: Option? = nil
  ) {
    if let key { self.key = key }
    publish(State(title: title, options: options, selection: selection)) { $0.reshown() }
  }

  /// Replaces the whole state.
  ///
  /// A state equal to the current one publishes nothing.
  public func show(_ next: State) { publish(next) }

  /// Shows the validation message for the selection, and whether an async check of it is pending.
  public func show(failure: String?, isPending: Bool = false) {
    var next = present
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// Handles a selection by the user; `nil` selects none, and an option that is not offered is
  /// ignored.
  public func select(_ option: Option?) {
    if let option, !present.options.contains(option) { return }
    var next = present
    next.selection = option
    next.isFocused = false
    publish(next, by: .person) { $0.editingEnded() }
    onSelect?(option)
  }

  /// Gives the item the focus, from the user or from a form that points at it; a view follows.
  public func focus() {
    var next = present
    next.isFocused = true
    show(next)
  }

  /// Ends editing when the user leaves the item without a selection.
  public func endEditing() {
    var next = present
    next.isFocused = false
    publish(next) { $0.editingEnded() }
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
      if next.selection != former.selection { watcher.changed(origin) }
      if next.title != former.title { watcher.reshown() }
      tell(watcher)
    }
    guard !isNested, let final = extras?.staged else { return }
    extras?.staged = nil
    if final != state { state = final }
  }

  /// The state of a select item, drawn by a view.
  public struct State: Hashable, Sendable {
    /// The title of the selection.
    public var title: String
    /// The options, in order.
    public var options: [Option]
    /// The selected option; `nil` for none.
    public var selection: Option?
    /// Whether the item has the focus.
    public var isFocused: Bool
    /// The validation message for the selection; `nil` where there is none to show.
    public var failure: String?
    /// Whether an async check of the selection is pending.
    public var isPending: Bool

    /// Creates a state.
    public init(
      title: String = "", options: [Option] = [], selection: Option? = nil,
      isFocused: Bool = false, failure: String? = nil, isPending: Bool = false
    ) {
      self.title = title
      self.options = options
      self.selection = selection
      self.isFocused = isFocused
      self.failure = failure
      self.isPending = isPending
    }
  }
}

extension SelectItem {
  /// The VoiceOver description: a button with the title, then the selection and the failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title, value: .spoken(state.selection.map { describe($0) } ?? "", state.failure),
      traits: .button)
  }
}
