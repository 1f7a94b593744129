public import Observation

/// The model of a number editor: a plus, a minus, and a text between them.
///
/// At 0 it shows only the plus; above 0 it shows the minus, the number and the plus. A plain editor
/// edits a number and reports each change:
///
/// ```swift
/// editor.configure(quantity: 2, rules: QuantityRules(minimum: 2, maximum: 10, step: 2))
/// editor.onAdd = { [unowned editor] in print(editor.state.quantity) }
/// ```
///
/// With `prepareForCart`, in the module `SelfManaged`, the editor edits one product's cart
/// quantity.
///
/// A text is committed when editing ends and never at a keystroke, so clearing the field to type
/// "15" sends neither "" nor "1". Everything here happens on the main actor. A view observes one
/// property, ``state``. Each change of the state is one notification.
@MainActor @Observable
public final class NumberEditor: Responder {
  /// The state that a view draws.
  public private(set) var state: State

  /// Called once for each plus that the rules allow, after ``state`` shows its result.
  public var onAdd: (@MainActor () -> Void)? {
    get { extras?.onAdd }
    set { storage.onAdd = newValue }
  }
  /// Called once for each minus that the rules allow, after ``state`` shows its result.
  public var onReduce: (@MainActor () -> Void)? {
    get { extras?.onReduce }
    set { storage.onReduce = newValue }
  }
  /// Called once each time editing ends with a number in the text, after ``state`` shows the
  /// result.
  ///
  /// The argument is the number, clamped to the rules. A text that is unchanged since editing began
  /// is not committed, and the argument is the current number.
  public var onInputComplete: (@MainActor (Int) -> Void)? {
    get { extras?.onInputComplete }
    set { storage.onInputComplete = newValue }
  }

  /// The next responder for the editor's events: its cell, section or page; `nil` if it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name that VoiceOver speaks, for example the product's name.
  @ObservationIgnored public var label: String {
    didSet { if label != oldValue { watcher?.reshown() } }
  }
  /// The other words that VoiceOver speaks.
  @ObservationIgnored public var words = AccessibilityWords()

  /// The observer of changes that a form sets, in addition to the callbacks and the behavior.
  public var watcher: FieldWatcher? {
    get { extras?.watcher }
    set {
      let former = watcher
      storage.watcher = newValue
      if newValue != nil { former?.replaced() }
    }
  }

  /// The newest state: ``state``, or a change that is not published yet.
  package var current: State { extras?.staged ?? state }
  /// The quantity of the newest state; reading the whole state would copy it.
  package var currentQuantity: Int { extras?.staged?.quantity ?? state.quantity }

  @ObservationIgnored private var extras: Extras?

  private var storage: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// The storage for callbacks, watcher, behavior and staged changes; absent until it is needed.
  private final class Extras {
    var onAdd: (@MainActor () -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onReduce: (@MainActor () -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onInputComplete: (@MainActor (Int) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var watcher: FieldWatcher? { didSet { releaseAfterAccess(oldValue) } }
    var behavior: Behavior? { didSet { releaseAfterAccess(oldValue) } }
    /// The change that is not published yet; the watcher adds its validation result to it.
    var staged: State?
    /// The text that editing began with; `nil` once the user has changed it.
    var untouched: String?
    /// The request that is being made for a number.
    ///
    /// The edited text and the previous notice are removed together with the change of the number,
    /// as one change.
    var request: Request?
  }

  private struct Request {
    let notice: QuantityNotice?
  }

  /// Creates a plain editor with the number 0, which shows only its plus.
  public init(label: String = "Quantity") {
    self.label = label
    state = State()
  }

  /// Shows a plain editor, after detaching the behavior, if any; see ``detach()``.
  ///
  /// If the editor has no behavior, a text that is being edited is dropped and reported as
  /// ``TextDropped``. An unchanged text is not reported.
  ///
  /// - Parameters:
  ///   - quantity: The number; below 0 counts as 0. It is shown even if the rules do not allow it.
  ///   - rules: The allowed numbers.
  public func configure(quantity: Int, rules: QuantityRules = QuantityRules()) {
    let dropped = publishAsOneChange {
      detach()
      let dropped = typedText
      publish(State(quantity: quantity, rules: rules)) { $0.reshown() }
      return dropped
    }
    if let dropped { send(TextDropped(dropped)) }
  }

  /// Replaces the whole state.
  ///
  /// Showing an equal state publishes nothing.
  public func show(_ next: State) {
    guard extras?.request != nil else { return publish(next) }
    finishRequest(next)
  }

  /// Shows a form's validation message, and whether an async check of the number is pending.
  public func show(checkFailure: String?, isCheckPending: Bool = false) {
    var next = current
    next.checkFailure = checkFailure
    next.isCheckPending = isCheckPending
    publish(next)
  }

  /// Handles a press of plus by the user.
  ///
  /// A text that is being edited is committed first. At the limit the number stays, and ``onAdd``
  /// is not called.
  public func add() {
    let notice = commitBeforeStep()
    let now = current
    guard let next = now.rules.next(after: now.quantity) else { return }
    step(by: next - now.quantity, notice)
    onAdd?()
  }

  /// Handles a press of minus by the user.
  ///
  /// A text that is being edited is committed first. At the limit the number stays, and
  /// ``onReduce`` is not called.
  public func reduce() {
    let notice = commitBeforeStep()
    let now = current
    guard let next = now.rules.previous(before: now.quantity) else { return }
    step(by: next - now.quantity, notice)
    onReduce?()
  }

  /// Handles a change of the text by the user, which may begin editing; commits nothing.
  ///
  /// A text equal to ``State/shownText`` is ignored and does not begin editing, because some text
  /// fields report their text once more when they lose the focus.
  public func edit(_ text: String) {
    var next = current
    guard text != next.shownText else { return }
    next.text = text
    next.notice = nil
    show(next)
  }

  /// Begins editing the current number, for example when a form focuses the editor; the view moves
  /// the focus.
  ///
  /// Does nothing while a text is being edited.
  public func beginEditing() {
    var next = current
    guard next.text == nil else { return }
    next.text = next.shownText
    storage.untouched = next.text
    show(next)
  }

  /// Ends editing: commits a number, or shows the previous number with a notice.
  ///
  /// Does nothing while no text is being edited, so a view may call it whenever focus is lost. A
  /// text that is unchanged since editing began is not committed, and the number stays.
  public func endEditing() {
    guard isUntouched else { return commit() }
    drop()
    onInputComplete?(current.quantity)
  }

  private var isUntouched: Bool {
    guard let untouched = extras?.untouched else { return false }
    return current.text == untouched
  }

  /// The text that the user typed and that is not committed; `nil` if there is none.
  package var typedText: String? { isUntouched ? nil : current.text }

  /// Ends editing without requesting a number.
  private func drop(showing notice: QuantityNotice? = nil) {
    var next = current
    next.text = nil
    next.notice = notice ?? next.notice
    publish(next) { $0.editingEnded() }
  }

  private func commit() {
    let now = current
    guard let text = now.text else { return }
    switch QuantityText.parse(text) {
    case .failure(let problem): drop(showing: .rejected(text: text, problem: problem))
    case .success(let requested):
      let (quantity, rule) = now.rules.allowed(requested, from: now.quantity)
      let notice = rule.map {
        QuantityNotice.adjusted(requested: requested, actual: quantity, rule: $0)
      }
      perform(notice) { if let behavior { behavior.set(quantity) } else { showLocally(quantity) } }
      onInputComplete?(quantity)
    }
  }

  /// Cancels editing: drops the text and commits nothing.
  public func cancelEditing() {
    if current.text != nil { drop() }
  }

  /// Removes the notice after the user has read it.
  public func dismissNotice() {
    var next = current
    next.notice = nil
    show(next)
  }

  private var behavior: Behavior? { extras?.behavior }

  /// The status of the requests for the editor's item: pending, uncertain or failed; observable.
  ///
  /// The status changes independently of ``state``. A view that reads only one of the two observes
  /// only that one. The state has the result of a form's check: ``State/checkFailure`` and
  /// ``State/isCheckPending``.
  public var requestStatus: RequestStatus {
    access(keyPath: \.requestStatus)
    return behavior?.status() ?? RequestStatus()
  }

  /// Whether a behavior is attached.
  public var isManaged: Bool { behavior != nil }

  /// Attaches a behavior, after detaching the previous one, if any.
  ///
  /// If both behaviors have the same ``Behavior/item``, a text that is being edited stays.
  /// Otherwise editing ends as in ``detach()``.
  public func attach(_ behavior: Behavior) {
    detach(before: behavior.item)
    let meanwhile = self.behavior  // Attached by the `detached` closure of the previous behavior.
    withMutation(keyPath: \.requestStatus) { storage.behavior = behavior }
    meanwhile?.detached()
  }

  /// Detaches the behavior, if any; the editor edits a plain number again and keeps its number.
  ///
  /// A text that is being edited is first committed to the behavior, as by ``endEditing()``. A text
  /// that is not a number is dropped and reported as ``TextDropped``.
  public func detach() { detach(before: nil) }

  /// Detaches the behavior before a behavior for `item` is attached; `nil` means no item.
  package func detach(before item: AnyHashable?) {
    guard let behavior else { return }
    if item == nil || item != behavior.item { endEditingOfPreviousItem() }
    // The app's callbacks may have detached the behavior already, or attached another one.
    guard let former = self.behavior else { return }
    withMutation(keyPath: \.requestStatus) { extras?.behavior = nil }
    former.detached()
  }

  /// The behavior's item; `nil` without one.
  package var item: AnyHashable? { behavior?.item }

  /// The behavior's binding to the item; `nil` without one.
  package var binding: AnyObject? { behavior?.binding }

  private func endEditingOfPreviousItem() {
    guard let text = typedText else { return cancelEditing() }
    endEditing()
    if case .failure = QuantityText.parse(text) { send(TextDropped(text)) }
  }

  /// Notifies the watcher, and publishes the state and the validation result as one change.
  private func publish(_ next: State, then notify: ((FieldWatcher) -> Void)? = nil) {
    if next.text != extras?.untouched { extras?.untouched = nil }
    let isNested = extras?.staged != nil
    let isNewQuantity = next.quantity != current.quantity
    guard let watcher, isNewQuantity || notify != nil else {
      if isNested { extras?.staged = next } else if next != state { state = next }
      return
    }
    extras?.staged = next
    if isNewQuantity { watcher.changed(next.change == .user ? .person : .app) }
    notify?(watcher)
    guard !isNested, let final = extras?.staged else { return }
    extras?.staged = nil
    if final != state { state = final }
  }

  /// Publishes all changes that `show` makes as one change, so that no observer sees the last
  /// number of the previous item.
  package func publishAsOneChange<Result>(_ show: () -> Result) -> Result {
    guard extras?.staged == nil else { return show() }
    storage.staged = state
    let result = show()
    let final = extras?.staged
    extras?.staged = nil
    if let final, final != state { state = final }
    return result
  }

  /// Commits the edited text before a step, and returns the notice about it, to show with the step.
  ///
  /// An unchanged text is not committed. The step removes it.
  private func commitBeforeStep() -> QuantityNotice? {
    guard current.text != nil, !isUntouched else { return nil }
    commit()
    return current.notice
  }

  private func step(by amount: Int, _ notice: QuantityNotice?) {
    perform(notice) {
      if let behavior { behavior.step(amount) } else { showLocally(current.quantity + amount) }
    }
  }

  /// Makes a request, and shows its notice even if the number stays the same.
  private func perform(_ notice: QuantityNotice?, _ request: () -> Void) {
    storage.request = Request(notice: notice)
    request()
    if extras?.request != nil { finishRequest(current) }
  }

  /// Shows the result of a request, and removes the text and the previous notice with it.
  private func finishRequest(_ next: State) {
    var next = next
    let request = extras?.request
    extras?.request = nil
    next.text = nil
    if next.notice == nil || next.notice == current.notice { next.notice = request?.notice }
    publish(next) { $0.editingEnded() }
  }

  private func showLocally(_ quantity: Int) {
    var next = current
    if quantity != next.quantity { (next.quantity, next.change) = (quantity, .user) }
    show(next)
  }

  /// The closures that make a number editor self-managed.
  ///
  /// All of them are called on the main actor.
  public struct Behavior {
    /// Handles a step by an amount that the rules allow: above 0 for a plus, below 0 for a minus.
    ///
    /// Called once for each step.
    public var step: @MainActor (Int) -> Void
    /// Handles a committed number that the rules allow; called once for each commit.
    public var set: @MainActor (Int) -> Void
    /// Returns the status of the item's requests; called each time ``requestStatus`` is read.
    ///
    /// The closure must read observable values. Otherwise a view does not update with the status.
    public var status: @MainActor () -> RequestStatus
    /// The item whose number is edited; `nil` means unspecified.
    ///
    /// A text that is being edited stays when a behavior for the same item replaces this one.
    public var item: AnyHashable?
    /// The binding to the item; the next behavior for the same item continues it.
    package var binding: AnyObject?
    /// Called once when the behavior is detached, not when the editor is released.
    public var detached: @MainActor () -> Void

    /// Creates a behavior.
    public init(
      step: @escaping @MainActor (Int) -> Void,
      set: @escaping @MainActor (Int) -> Void,
      detached: @escaping @MainActor () -> Void = {},
      item: AnyHashable? = nil,
      status: @escaping @MainActor () -> RequestStatus = { RequestStatus() }
    ) {
      self.step = step
      self.set = set
      self.status = status
      self.item = item
      self.detached = detached
    }
  }
}
