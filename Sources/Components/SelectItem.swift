public import Observation

/// The model of a select item: a title, the options, and the selected option.
///
/// ```swift
/// let city = SelectItem<City>(title: "City", key: "city") { $0.name }
/// city.configure(title: "City", options: cities)
/// city.onSelect = { print($0) }
/// ```
///
/// It has no rules. It shows the failure message that it is given. `ValidationManager`, in the
/// module `SelfManaged`, adds rules.
///
/// Everything here happens on the main actor. A view observes one property, ``state``. Each change
/// of the state is one notification.
@MainActor @Observable
public final class SelectItem<Option: Hashable & Sendable>: AdoptableResponder, ObservedField {
  /// The state that a view draws.
  public private(set) var state: State { didSet { releaseAfterAccess(oldValue) } }

  /// The identifier of the item in code, for example in a server error; never shown.
  @ObservationIgnored public private(set) var key: String

  /// Called once for each selection by the user, after ``state`` shows it, even if the selection
  /// stays the same; with `nil` if the user selected none.
  ///
  /// If an observer of ``state`` selects, this is called before ``state`` shows the selection.
  public var onSelect: (@MainActor (Option?) -> Void)? {
    get { extras?.onSelect }
    set { storage.onSelect = newValue }
  }

  /// Returns the text of an option, for VoiceOver and views; by default its description, without
  /// `Optional`, and empty for `nil`.
  @ObservationIgnored public var describe: @MainActor (Option) -> String {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The next responder for the item's events: its cell, section or page; `nil` if it has none.
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

  @ObservationIgnored package var newestState: State { didSet { releaseAfterAccess(oldValue) } }
  @ObservationIgnored package var publishing = Publishing.no
  package var publishedState: State { _state }
  package func setState(_ next: State) { state = next }

  @ObservationIgnored private var extras: Extras?

  private var storage: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// The storage for callbacks and observer; absent until it is needed.
  private final class Extras {
    var onSelect: (@MainActor (Option?) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var observer: FieldObserver? { didSet { releaseAfterAccess(oldValue) } }
  }

  /// Creates an item without a selection.
  public init(
    title: String = "", key: String = "", options: [Option] = [],
    describe: @escaping @MainActor (Option) -> String = { spokenDescription(of: $0) }
  ) {
    self.key = key
    self.describe = describe
    newestState = State(title: title, options: options)
    state = newestState
  }

  /// Reconfigures the item and resets its state: no focus, no failure.
  ///
  /// - Parameters:
  ///   - title: The title, which validation messages contain.
  ///   - key: The identifier of the item in code; `nil` keeps the current one.
  ///   - options: The options, in order.
  ///   - selection: The selected option. It is kept even if it is not one of the options, so that a
  ///     value from the server is not lost. Its change counts as made by the app.
  public func configure(
    title: String, key: String? = nil, options: [Option], selection: Option? = nil
  ) {
    if let key { self.key = key }
    publish(State(title: title, options: options, selection: selection)) { $0.needsDisplay() }
  }

  /// Replaces the whole state; a form then shows its failure again.
  ///
  /// Showing an equal state publishes nothing.
  public func show(_ next: State) { publish(next) { $0.needsDisplay() } }

  /// Shows the validation message for the selection, and whether an async check is pending.
  public func show(failure: String?, isPending: Bool = false) {
    var next = newestState
    next.failure = failure
    next.isPending = isPending
    publish(next)
  }

  /// Handles a selection by the user, which ends editing; `nil` selects none.
  ///
  /// An option that is not one of the options is ignored.
  public func select(_ option: Option?) {
    if let option, !newestState.options.contains(option) { return }
    var next = newestState
    next.selection = option
    next.isFocused = false
    publish(next, by: .user) { $0.editingEnded() }
    onSelect?(option)
  }

  /// Moves the focus to the item, for the user or a form; the view follows ``State/isFocused``.
  public func focus() {
    var next = newestState
    next.isFocused = true
    publish(next)
  }

  /// Handles the end of editing when the user leaves the item without selecting.
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
      if !isUnchanged(previous.selection, next.selection) { observer.changed(origin) }
      notify(observer)
    }
  }

  /// The state of a select item that a view draws.
  public struct State: Hashable, Sendable {
    /// The title, which validation messages contain.
    public var title: String
    /// The options, in order.
    public var options: [Option]
    /// The selected option; `nil` for none.
    public var selection: Option?
    /// Whether the item has the focus.
    public var isFocused: Bool
    /// The validation message to show; `nil` if there is none.
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

    /// Whether two states are the same; texts of different Unicode scalars are not.
    public static func == (first: Self, second: Self) -> Bool {
      isUnchanged(first.selection, second.selection) && isUnchanged(first.failure, second.failure)
        && first.title == second.title && first.options == second.options
        && first.isFocused == second.isFocused && first.isPending == second.isPending
    }
  }
}

extension SelectItem {
  /// The VoiceOver description: a button with the title, and a value with the selection and the
  /// failure.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: state.title, value: .spoken(state.selection.map { describe($0) } ?? "", state.failure),
      traits: .button)
  }
}
