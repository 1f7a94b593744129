public import Observation

/// The model of a select item: a title, the options, and which of them is selected.
///
/// ```swift
/// let city = SelectItem<City>(title: "City", key: "city") { $0.name }
/// city.configure(title: "City", options: cities)
/// city.onSelect = { print($0) }
/// ```
///
/// It knows no rules. It shows the failure it is given, already in words; `ValidationManager`, in
/// the module `SelfManaged`, gives it one.
///
/// Everything here happens on the main actor. A view observes one property, ``state``; each change
/// of it is one notification.
@MainActor @Observable
public final class SelectItem<Option: Hashable & Sendable>: Responder {
  /// All that a view draws.
  public private(set) var state: State { didSet { releaseAfterAccess(oldValue) } }

  /// What the item is called in code, for example in an error that the server sends; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each selection by the person, after ``state`` shows it; `nil` for none.
  public var onSelect: (@MainActor (Option?) -> Void)? {
    get { extras?.onSelect }
    set { made.onSelect = newValue }
  }

  /// An option in words.
  @ObservationIgnored public var describe: @MainActor (Option) -> String {
    didSet { releaseAfterAccess(oldValue) }
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

  @ObservationIgnored private var extras: Extras?

  private var made: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// Callbacks, what is plugged in, and what is under way.
  private final class Extras {
    var onSelect: (@MainActor (Option?) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var watcher: FieldWatcher? { didSet { releaseAfterAccess(oldValue) } }
    /// A change that the watcher is being told of, and what it makes of it: not shown yet.
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

  /// Shows another item from its beginning: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: What stands beside the selection; messages name the item by it.
  ///   - key: What the item is called in code; `nil` keeps the one it has.
  ///   - options: What can be selected, in order.
  ///   - selection: What is selected. It is shown even if it is not offered (any more), so that
  ///     nothing the server knows is lost by being shown.
  public func configure(
    title: String, key: String? = nil, options: [Option], selection: Option? = nil
  ) {
    if let key { self.key = key }
    publish(State(title: title, options: options, selection: selection)) { $0.reshown() }
  }

  /// Shows a state as a whole.
  ///
  /// A state equal to the present one publishes nothing.
  public func show(_ next: State) { publish(next) }

  /// Shows what is wrong with the selection, in words, and whether somebody is being asked about
  /// it.
  public func show(failure: String?, isPending: Bool = false) {
    var next = present
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// The person selected an option, or none; what is not offered is ignored.
  public func select(_ option: Option?) {
    if let option, !present.options.contains(option) { return }
    var next = present
    next.selection = option
    next.isFocused = false
    publish(next, by: .person) { $0.editingEnded() }
    onSelect?(option)
  }

  /// The item gets the focus, from the person or from a form that points at it; a view follows.
  public func focus() {
    var next = present
    next.isFocused = true
    show(next)
  }

  /// The person left the item without selecting anything.
  public func endEditing() {
    var next = present
    next.isFocused = false
    publish(next) { $0.editingEnded() }
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
      if next.selection != former.selection { watcher.changed(origin) }
      if next.title != former.title { watcher.reshown() }
      tell(watcher)
    }
    guard !isNested, let final = extras?.staged else { return }
    extras?.staged = nil
    if final != state { state = final }
  }

  /// What a view draws of a select item.
  public struct State: Hashable, Sendable {
    /// What stands beside the selection.
    public var title: String
    /// What can be selected, in order.
    public var options: [Option]
    /// What is selected; `nil` for nothing.
    public var selection: Option?
    /// Whether the item has the focus.
    public var isFocused: Bool
    /// What is wrong with the selection, in words; `nil` where nothing is to be said.
    public var failure: String?
    /// Whether somebody is being asked about the selection.
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
  /// What VoiceOver is told: a button with the title, then the selection and the failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title, value: .spoken(state.selection.map { describe($0) } ?? "", state.failure),
      traits: .button)
  }
}
