/// What a number editor does with a text.
extension NumberEditor {
  /// Handles a change of the text by the user, which may begin editing; commits nothing.
  ///
  /// A text equal to ``State/shownText`` is ignored and does not begin editing, because some text
  /// fields report their text once more when they lose the focus.
  public func edit(_ text: String) {
    var next = newestState
    guard !isUnchanged(next.shownText, text), !redirect(.keystroke) else { return }
    next.text = text
    next.notice = nil
    show(next, hasNewNotice: false)
  }

  /// Begins editing the current number, for example when a form focuses the editor; the view moves
  /// the focus.
  ///
  /// Does nothing while a text is being edited.
  public func beginEditing() {
    var next = newestState
    guard next.text == nil, !redirect(.focus) else { return }
    next.beginEditing()
    show(next, hasNewNotice: false)
  }

  /// Ends editing: commits a number, or shows the previous number with a notice.
  ///
  /// Does nothing while no text is being edited, so a view may call it whenever focus is lost. A
  /// text that is unchanged since editing began is not committed, and the number stays.
  public func endEditing() {
    extras?.isInputRedirected = false
    perform(textCommit)
  }

  /// The result of committing the edited text now.
  var textCommit: TextCommit {
    // Most often there is no text, and reading the whole state would copy it.
    guard newestState.text != nil else { return .none }
    // A behavior that handles the committed text may end editing as well.
    return extras?.request == nil ? TextCommit(of: newestState) : .none
  }

  /// Commits a text, or rejects it.
  func perform(_ commit: TextCommit) {
    let text = newestState.text ?? ""
    switch commit {
    case .none: break
    case .unchanged:
      drop()
      onInputComplete?(currentQuantity, text)
    case .invalid(let typed, let problem):
      drop(showing: .invalid(text: typed, problem: problem))
    case .quantity(let quantity, let notice):
      set(quantity, notice)
      onInputComplete?(quantity, text)
    }
  }

  /// Ends editing without requesting a number.
  private func drop(showing notice: QuantityNotice? = nil) {
    var next = newestState
    next.text = nil
    next.notice = notice ?? next.notice
    publish(next, then: { $0.editingEnded() })
  }

  /// Cancels editing: drops the text and commits nothing.
  public func cancelEditing() {
    extras?.isInputRedirected = false
    if newestState.text != nil { drop() }
  }

  /// Ends editing as in ``detach()``, unless the behavior has the item that is bound next.
  ///
  /// Call it before you bind the editor to an item, because binding shows the item's number. It does
  /// nothing without a behavior.
  ///
  /// - Parameter next: The item of the next behavior; `nil` if it has none.
  public func endEditing(before next: AnyHashable?) {
    guard let behavior, next == nil || next != behavior.item else { return }
    let commit = textCommit
    commit.isTyped ? endEditing() : cancelEditing()
    if case .invalid(let text, _) = commit { send(TextDropped(text)) }
  }

  /// Ends editing, and reports a text that is lost.
  package func dropText() {
    let dropped = typedText
    cancelEditing()
    if let dropped { send(TextDropped(dropped)) }
  }

  /// The text that the user typed and that is not committed; `nil` if there is none.
  package var typedText: String? { textCommit.isTyped ? newestState.text : nil }

  /// The uses of an editor that a behavior can redirect.
  enum Use { case step, focus, keystroke }

  /// Calls the behavior's `redirect`, if it has one; of the keystrokes of a text, only for the
  /// first.
  ///
  /// - Returns: Whether the behavior has one.
  func redirect(_ use: Use) -> Bool {
    guard let extras, let redirect = extras.behavior?.redirect else { return false }
    let isRepeated = use == .keystroke && extras.isInputRedirected
    extras.isInputRedirected = use != .step
    if !isRepeated { redirect() }
    return true
  }
}
