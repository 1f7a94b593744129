public import Observation

/// The model of a number editor: a plus, a minus, and a text between them.
///
/// It shows only a plus at 0, and − n + above 0. A plain editor edits a number and reports each
/// change:
///
/// ```swift
/// editor.configure(quantity: 2, rules: QuantityRules(minimum: 2, maximum: 10, step: 2))
/// editor.onAdd = { [unowned editor] in print(editor.state.quantity) }
/// ```
///
/// `prepareForCart`, in the module `SelfManaged`, attaches a behavior with which the editor edits
/// one product's cart quantity.
///
/// A text is committed when editing ends and never at a keystroke, so clearing the field to type
/// "15" sends neither "" nor "1". Everything here happens on the main actor. A view observes one
/// property, ``state``; each change of it is one notification.
@MainActor @Observable
public final class NumberEditor: Responder {
  /// Everything that a view draws.
  public private(set) var state: State

  /// Called once for each plus that was possible, after ``state`` shows it.
  public var onAdd: (@MainActor () -> Void)? {
    get { extras?.onAdd }
    set { made.onAdd = newValue }
  }
  /// Called once for each minus that was possible, after ``state`` shows it.
  public var onReduce: (@MainActor () -> Void)? {
    get { extras?.onReduce }
    set { made.onReduce = newValue }
  }
  /// Called once for each committed text that is a number, with the number adjusted to the rules;
  /// for an unchanged text, with the unchanged number.
  public var onInputComplete: (@MainActor (Int) -> Void)? {
    get { extras?.onInputComplete }
    set { made.onInputComplete = newValue }
  }

  /// The next responder of the editor's events: its cell, section or page; `nil` while it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name that VoiceOver speaks, for example the product's name.
  @ObservationIgnored public var label: String {
    didSet { if label != oldValue { watcher?.reshown() } }
  }
  /// The other words that VoiceOver speaks.
  @ObservationIgnored public var words = AccessibilityWords()

  /// An observer of changes, in addition to callbacks and behavior; set by a form.
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
  /// The quantity of `present`, read alone because reading the whole state would copy it.
  package var presentQuantity: Int { extras?.staged?.quantity ?? state.quantity }

  @ObservationIgnored private var extras: Extras?

  private var made: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// Storage that a plain editor in a list does not need: callbacks, observer, behavior, staged
  /// changes.
  private final class Extras {
    var onAdd: (@MainActor () -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onReduce: (@MainActor () -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onInputComplete: (@MainActor (Int) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var watcher: FieldWatcher? { didSet { releaseAfterAccess(oldValue) } }
    var behavior: Behavior? { didSet { releaseAfterAccess(oldValue) } }
    /// A change that the watcher is being notified of, with the watcher's verdict; not shown yet.
    var staged: State?
    /// The text that editing began with, while it is unchanged.
    var untouched: String?
    /// A number that is being requested: its text and the previous notice are removed together with
    /// the change of the number, as one change.
    var asking: Asking?
  }

  private struct Asking {
    let notice: QuantityNotice?
  }

  /// Creates a collapsed editor.
  public init(label: String = "Quantity") {
    self.label = label
    state = State()
  }

  /// Shows a plain editor; a behavior that is attached is detached first, see ``detach()``.
  ///
  /// A text that is being edited in an editor without a behavior is dropped, and reported as
  /// ``TextDropped``.
  ///
  /// - Parameters:
  ///   - quantity: The number; below 0 counts as 0. It may lie outside the rules until it is
  ///     edited.
  ///   - rules: The rules that say which numbers are allowed.
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
  /// A state equal to the current one publishes nothing.
  public func show(_ next: State) {
    guard extras?.asking != nil else { return publish(next) }
    answer(next)
  }

  /// Shows a form's validation message for the number, and whether its check is pending.
  public func show(checkFailure: String?, isCheckPending: Bool = false) {
    var next = present
    next.checkFailure = checkFailure
    next.isCheckPending = isCheckPending
    publish(next)
  }

  /// Handles a press of plus by the user.
  ///
  /// A text being edited is committed first; at the limit nothing happens.
  public func add() {
    let notice = commitBeforeStep()
    let now = present
    guard let next = now.rules.next(after: now.quantity) else { return }
    step(by: next - now.quantity, notice)
    onAdd?()
  }

  /// Handles a press of minus by the user.
  ///
  /// A text being edited is committed first; at the limit nothing happens.
  public func reduce() {
    let notice = commitBeforeStep()
    let now = present
    guard let next = now.rules.previous(before: now.quantity) else { return }
    step(by: next - now.quantity, notice)
    onReduce?()
  }

  /// Handles a change of the text by the user; begins editing if it has not begun.
  ///
  /// Nothing is committed. A text equal to the shown one is no change and does not begin editing,
  /// because some text fields report their text once more when the focus is lost.
  public func edit(_ text: String) {
    var next = present
    guard text != next.shownText else { return }
    next.text = text
    next.notice = nil
    show(next)
  }

  /// Begins editing the shown number, for example when a form focuses the editor; a view moves the
  /// focus.
  ///
  /// While a text is being edited it does nothing.
  public func beginEditing() {
    var next = present
    guard next.text == nil else { return }
    next.text = next.shownText
    made.untouched = next.text
    show(next)
  }

  /// Ends editing: commits the text, or shows the previous number with the reason.
  ///
  /// Without a text being edited it does nothing, so it may be called whenever focus is lost. A
  /// text that is unchanged since editing began is not committed, and the number stays.
  public func endEditing() {
    guard isUntouched else { return commit() }
    drop()
    onInputComplete?(present.quantity)
  }

  private var isUntouched: Bool {
    guard let untouched = extras?.untouched else { return false }
    return present.text == untouched
  }

  /// The text that the user typed and that is not committed; `nil` where there is none.
  package var typedText: String? { isUntouched ? nil : present.text }

  /// Ends editing without a request.
  private func drop(saying notice: QuantityNotice? = nil) {
    var next = present
    next.text = nil
    next.notice = notice ?? next.notice
    publish(next) { $0.editingEnded() }
  }

  private func commit() {
    let now = present
    guard let text = now.text else { return }
    switch QuantityText.parse(text) {
    case .failure(let problem): drop(saying: .rejected(text: text, problem: problem))
    case .success(let requested):
      let (quantity, rule) = now.rules.allowed(requested, from: now.quantity)
      let notice = rule.map {
        QuantityNotice.adjusted(requested: requested, actual: quantity, rule: $0)
      }
      ask(notice) { if let behavior { behavior.set(quantity) } else { showOwn(quantity) } }
      onInputComplete?(quantity)
    }
  }

  /// Cancels editing: the text is dropped and nothing is committed.
  public func cancelEditing() {
    if present.text != nil { drop() }
  }

  /// Removes the notice after the user has read it.
  public func dismissNotice() {
    var next = present
    next.notice = nil
    show(next)
  }

  private var behavior: Behavior? { extras?.behavior }

  /// Whether requests for the editor's item are pending, uncertain or failed; observed.
  ///
  /// It changes independently of ``state``: a view that reads only one of the two observes only
  /// that one. The result of a form's check is in the state: ``State/checkFailure`` and
  /// ``State/isCheckPending``.
  public var requestStatus: RequestStatus {
    access(keyPath: \.requestStatus)
    return behavior?.status() ?? RequestStatus()
  }

  /// Whether a behavior is attached.
  public var isManaged: Bool { behavior != nil }

  /// Attaches a behavior; the previous one, if any, is detached first, before this returns.
  ///
  /// A text that is being edited stays if both behaviors name the same ``Behavior/item``; otherwise
  /// editing ends as in ``detach()``.
  public func attach(_ behavior: Behavior) {
    detach(before: behavior.item)
    let meanwhile = self.behavior  // Attached by the previous one while it was detached.
    withMutation(keyPath: \.requestStatus) { made.behavior = behavior }
    meanwhile?.detached()
  }

  /// Detaches the behavior; the editor edits a plain number again.
  ///
  /// The value shown stays. A text that is being edited is committed to the behavior first, as by
  /// ``endEditing()``; a text that is no number is reported as ``TextDropped``.
  public func detach() { detach(before: nil) }

  /// Detaches the behavior in favor of one of `item`.
  package func detach(before item: AnyHashable?) {
    guard let behavior else { return }
    if item == nil || item != behavior.item { endEditingOfFormerItem() }
    // The app's callbacks may have detached it already, or attached another.
    guard let former = self.behavior else { return }
    withMutation(keyPath: \.requestStatus) { extras?.behavior = nil }
    former.detached()
  }

  /// The item of the behavior.
  package var item: AnyHashable? { behavior?.item }

  /// The binding of the behavior.
  package var binding: AnyObject? { behavior?.binding }

  private func endEditingOfFormerItem() {
    guard let text = typedText else { return cancelEditing() }
    endEditing()
    if case .failure = QuantityText.parse(text) { send(TextDropped(text)) }
  }

  /// Notifies the watcher, and publishes the state and the watcher's verdict as one change.
  private func publish(_ next: State, then tell: ((FieldWatcher) -> Void)? = nil) {
    if next.text != extras?.untouched { extras?.untouched = nil }
    let isNested = extras?.staged != nil
    let isNews = next.quantity != presentQuantity
    guard let watcher, isNews || tell != nil else {
      if isNested { extras?.staged = next } else if next != state { state = next }
      return
    }
    extras?.staged = next
    if isNews { watcher.changed(next.change == .user ? .person : .app) }
    tell?(watcher)
    guard !isNested, let final = extras?.staged else { return }
    extras?.staged = nil
    if final != state { state = final }
  }

  /// Publishes all changes made by `show` as one change, so that no observer sees the last number
  /// of a previous item.
  package func publishAsOneChange<Result>(_ show: () -> Result) -> Result {
    guard extras?.staged == nil else { return show() }
    made.staged = state
    let result = show()
    let final = extras?.staged
    extras?.staged = nil
    if let final, final != state { state = final }
    return result
  }

  /// Ends editing before a step, and returns the notice about the text, to be shown with the step.
  ///
  /// An unchanged text is not committed, and is removed with the step.
  private func commitBeforeStep() -> QuantityNotice? {
    guard present.text != nil, !isUntouched else { return nil }
    commit()
    return present.notice
  }

  private func step(by amount: Int, _ notice: QuantityNotice?) {
    ask(notice) {
      if let behavior { behavior.step(amount) } else { showOwn(present.quantity + amount) }
    }
  }

  /// Requests a number, and shows its notice even if the number stays the same.
  private func ask(_ notice: QuantityNotice?, _ request: () -> Void) {
    made.asking = Asking(notice: notice)
    request()
    if extras?.asking != nil { answer(present) }
  }

  /// Shows the result of a requested number, and removes the text and the previous notice with it.
  private func answer(_ next: State) {
    var next = next
    let asking = extras?.asking
    extras?.asking = nil
    next.text = nil
    if next.notice == nil || next.notice == present.notice { next.notice = asking?.notice }
    publish(next) { $0.editingEnded() }
  }

  private func showOwn(_ quantity: Int) {
    var next = present
    if quantity != next.quantity { (next.quantity, next.change) = (quantity, .user) }
    show(next)
  }

  /// Makes a number editor self-managed.
  ///
  /// Called on the main actor.
  public struct Behavior {
    /// Handles a plus (above 0) or a minus (below 0) by the given amount; the rules allow it.
    public var step: @MainActor (Int) -> Void
    /// Handles a committed number; the rules allow it.
    public var set: @MainActor (Int) -> Void
    /// Returns the status of the item's requests; called at each reading of ``requestStatus``.
    ///
    /// The values it reads have to be observable, or a view does not update with the status.
    public var status: @MainActor () -> RequestStatus
    /// The item whose number is edited; `nil` means unspecified.
    ///
    /// A text that is being edited stays when a behavior of the same item replaces this one.
    public var item: AnyHashable?
    /// The binding to the item, which a behavior for the same item continues.
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
