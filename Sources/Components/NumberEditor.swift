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
/// property, ``state``. Each change of the state is one notification. With a behavior, a change
/// that is made while another change of the item is being shown waits for it, so the closures may
/// be called before ``state`` shows it.
@MainActor @Observable
public final class NumberEditor: AdoptableResponder {
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
  /// If editing ends because the editor is bound to another item, the number is committed to the
  /// former item, and ``state`` changes once, to the new item. This is called before that change,
  /// while ``state`` still shows the text, so use the arguments.
  ///
  /// The arguments are the number, clamped to the rules, and the text as it was typed. A text that
  /// is unchanged since editing began is not committed, and the number is the current one. If plus
  /// or minus ended editing, the number is the typed one, and ``state`` already contains the step;
  /// a text that is unchanged then causes no call.
  public var onInputComplete: (@MainActor (_ quantity: Int, _ text: String) -> Void)? {
    get { extras?.onInputComplete }
    set { storage.onInputComplete = newValue }
  }

  /// Called after ``state`` shows the user's own change, its adjustment or its failure; see
  /// ``Feedback``.
  ///
  /// Of all editors that are bound to an item, only the used one calls it, once for each change. A
  /// typed number that the rules change is an adjustment. A confirmation, or a change by another
  /// device, gives none. For a number that is committed because the editor is bound to another
  /// item, it is called before ``state`` changes, as ``onInputComplete`` is.
  public var onFeedback: (@MainActor (Feedback) -> Void)? {
    get { extras?.onFeedback }
    set { storage.onFeedback = newValue }
  }

  /// The next responder for the editor's events: its cell, section or page; `nil` if it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name that VoiceOver speaks, for example the product's name.
  @ObservationIgnored public var label: String {
    didSet { if label != oldValue { observer?.needsDisplay() } }
  }
  /// The other words that VoiceOver speaks.
  public var words: AccessibilityWords {
    get { extras?.words ?? AccessibilityWords() }
    set { storage.words = newValue }
  }

  /// The observer of changes that a form sets, in addition to the callbacks and the behavior.
  public var observer: FieldObserver? {
    get { extras?.observer }
    set {
      let former = observer
      storage.observer = newValue
      if newValue != nil { former?.replaced() }
    }
  }

  // Unchecked, since no other code runs during an access: 3 % of a cart's cycle (`Benchmarks/count`).
  @ObservationIgnored @exclusivity(unchecked) package var newestState: State
  @ObservationIgnored @exclusivity(unchecked) package var publishing = Publishing.no
  package var publishedState: State { _state }
  package func setState(_ next: State) { state = next }
  /// The quantity of the newest state, read with observation; reading the whole state would copy it.
  package var currentQuantity: Int {
    access(keyPath: \.state)
    return newestState.quantity
  }

  @ObservationIgnored private(set) var extras: Extras?

  private var storage: Extras {
    if let extras { return extras }
    let new = Extras()
    extras = new
    return new
  }

  /// The storage for callbacks, words, observer and behavior; absent until it is needed.
  final class Extras {
    var onAdd: (@MainActor () -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onReduce: (@MainActor () -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var onInputComplete: (@MainActor (Int, String) -> Void)? {
      didSet { releaseAfterAccess(oldValue) }
    }
    var onFeedback: (@MainActor (Feedback) -> Void)? { didSet { releaseAfterAccess(oldValue) } }
    var words = AccessibilityWords()
    var observer: FieldObserver? { didSet { releaseAfterAccess(oldValue) } }
    var behavior: Behavior? { didSet { releaseAfterAccess(oldValue) } }
    /// Whether the behavior has redirected the text that the user is entering.
    var isInputRedirected = false
    /// The request that is being made for a number.
    ///
    /// The edited text and the previous notice are removed together with the change of the number,
    /// as one change.
    var request: Request?
  }

  struct Request {
    let notice: QuantityNotice?
  }

  /// Creates a plain editor with the number 0, which shows only its plus.
  public init(label: String = "Quantity") {
    self.label = label
    newestState = State()
    state = newestState
  }

  /// Detaches the behavior, if any, and shows these values; see ``detach()``.
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
      publish(State(quantity: quantity, rules: rules), then: { $0.needsDisplay() })
      return dropped
    }
    if let dropped { send(TextDropped(dropped)) }
  }

  /// Replaces the whole state; a form then shows its failure again.
  ///
  /// Showing an equal state publishes nothing.
  public func show(_ next: State) {
    publishAsOneChange {
      show(next, hasNewNotice: false)
      observer?.needsDisplay()
    }
  }

  /// Replaces the whole state.
  ///
  /// - Parameters:
  ///   - next: The new state.
  ///   - hasNewNotice: Whether its notice is about the request that is being made, even if it equals
  ///     the previous one.
  ///   - origin: The origin of the change.
  package func show(_ next: State, hasNewNotice: Bool, by origin: FieldObserver.Origin = .app) {
    guard let request = extras?.request.take() else { return publish(next, by: origin) }
    finish(request, next, hasNewNotice: hasNewNotice)
  }

  /// Shows a form's validation message, and whether an async check of the number is pending.
  public func show(checkFailure: String?, isCheckPending: Bool = false) {
    var next = newestState
    next.checkFailure = checkFailure
    next.isCheckPending = isCheckPending
    publish(next)
  }

  /// Handles a press of plus by the user.
  ///
  /// A typed number and the step are one change. Any other text is first rejected, with a notice. At
  /// the limit the number stays, an unchanged text is removed, and ``onAdd`` is not called.
  public func add() {
    if step(to: { $0.next(after: $1) }) { onAdd?() }
  }

  /// Handles a press of minus by the user.
  ///
  /// A typed number and the step are one change. Any other text is first rejected, with a notice. At
  /// the limit the number stays, an unchanged text is removed, and ``onReduce`` is not called.
  public func reduce() {
    if step(to: { $0.previous(before: $1) }) { onReduce?() }
  }

  /// Commits the edited text, and steps from it to another quantity.
  ///
  /// An unchanged text is not committed. The step removes it, even if the rules do not allow one.
  ///
  /// - Returns: Whether the rules allow the step.
  private func step(to target: (QuantityRules, Int) -> Int?) -> Bool {
    if redirect(.step) { return false }
    var notice: QuantityNotice?
    switch textCommit {
    case .none, .unchanged: break
    case .quantity(let typed, let notice): return step(from: typed, notice, to: target)
    case .invalid:
      perform(textCommit)
      notice = newestState.notice
    }
    let former = newestState.quantity
    guard let quantity = target(newestState.rules, former) else {
      cancelEditing()
      return false
    }
    request(notice) {
      let amount = quantity - former
      if let step = extras?.behavior?.step { step(amount) } else { showLocally(quantity) }
    }
    return true
  }

  /// Commits the typed number together with a step from it, as one number.
  ///
  /// - Returns: Whether the rules allow the step; otherwise only the typed number is committed.
  private func step(
    from typed: Int, _ notice: QuantityNotice?, to target: (QuantityRules, Int) -> Int?
  ) -> Bool {
    let (text, quantity) = (newestState.text ?? "", target(newestState.rules, typed))
    set(quantity ?? typed, notice)
    onInputComplete?(typed, text)
    return quantity != nil
  }

  func set(_ quantity: Int, _ notice: QuantityNotice?) {
    let former = currentQuantity
    request(notice) {
      if let set = extras?.behavior?.set { set(quantity) } else { showLocally(quantity) }
    }
    let isUnchanged = quantity == former && currentQuantity == former
    if isUnchanged, let notice, notice == newestState.notice { onFeedback?(ownFeedback) }
  }

  /// Removes the notice after the user has read it.
  public func dismissNotice() {
    var next = newestState
    next.notice = nil
    show(next, hasNewNotice: false)
  }

  var behavior: Behavior? {
    get { extras?.behavior }
    set { storage.behavior = newValue }
  }

  /// Ends the request that is being made for a number of the previous item, without its notice.
  func dropRequest() { extras?.request = nil }

  /// The status of the requests for the editor's item; observable.
  ///
  /// The status changes independently of ``state``. A view that reads only one of the two observes
  /// only that one. The state has the result of a form's check: ``State/checkFailure`` and
  /// ``State/isCheckPending``.
  public var requestStatus: RequestStatus {
    access(keyPath: \.requestStatus)
    return behavior?.binding?.status ?? RequestStatus()
  }

  /// Sends the last change again after it failed; does nothing without a behavior or a failure.
  public func retry() {
    if let retry = behavior?.retry { retry() } else { binding?.retry() }
  }

  /// Undoes the last change that set the number to 0, until the next change; without a behavior,
  /// does nothing.
  public func undo() { binding?.undo() }

  func publish(
    _ next: State, by origin: FieldObserver.Origin = .app,
    then notify: ((FieldObserver) -> Void)? = nil
  ) {
    publish(next) { observer, previous in
      if next.quantity != previous.quantity { observer.changed(origin) }
      notify?(observer)
    }
  }

  /// Makes a request, and shows its notice even if the number stays the same.
  private func request(_ notice: QuantityNotice?, _ request: () -> Void) {
    storage.request = Request(notice: notice)
    request()
    if let request = extras?.request.take() {
      finish(request, newestState, hasNewNotice: false)
    }
  }

  /// Shows the result of a request, and removes the text and the previous notice with it.
  private func finish(_ request: Request, _ next: consuming State, hasNewNotice: Bool) {
    next.text = nil
    if next.notice == nil || !hasNewNotice && next.notice == newestState.notice {
      next.notice = request.notice
    }
    publish(next, by: next.change == .user ? .user : .app, then: { $0.editingEnded() })
  }

  private func showLocally(_ quantity: Int) {
    var next = newestState
    let isChanged = quantity != next.quantity
    if isChanged { (next.quantity, next.change) = (quantity, .user) }
    show(next, hasNewNotice: false)
    if isChanged { onFeedback?(ownFeedback) }
  }
}
