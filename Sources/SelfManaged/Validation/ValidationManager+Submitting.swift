// Submits; of several submits that wait, one returns the success.
extension ValidationManager {
  /// Shows the failure of each field, runs the async rules without a result, and awaits them.
  ///
  /// The submit commits text that is being edited, and ends the delays of async rules. Once the
  /// async rules have ended, the first failing field gets the focus and sends ``SubmitFailed``.
  ///
  /// If several submits of a valid form wait at the same time, exactly one returns the success. The
  /// others return a failure with ``RuleCode/alreadySubmitting``. If the form is invalid, all of
  /// them return the same failure. The user may submit again while the app acts on a success;
  /// ``submit(_:)`` prevents that.
  ///
  /// If its task is canceled, a submit is withdrawn. It returns the known failure, or else a
  /// failure with ``RuleCode/canceled``. It then moves no focus and sends no event, but the
  /// failures that it has shown stay visible.
  ///
  /// - Returns: The failure of the first failing field, or a success, which describes the values at
  ///   the return: those that the user typed in the meantime were checked too.
  public func submit() async -> ValidationMessage {
    let id = tick()
    defer { leave(id) }
    let message = await result(of: id, hasAction: false)
    if message.isSuccess {
      beginSaving()
      save()
    }
    return message
  }

  /// Submits the form, and runs an action once if the form is valid.
  ///
  /// ```swift
  /// await form.submit { submitted in
  ///   do { try await server.save(values) } catch {
  ///     form.receive(error.fields.mapValues { .server($0) }, asOf: submitted)
  ///   }
  /// }
  /// ```
  ///
  /// Until the action returns, ``State/isSubmitting`` is `true`. While it runs, every other submit
  /// returns at once with ``RuleCode/alreadySubmitting``; before that, a submit waits as described
  /// at ``submit()``. So a double tap saves once. If the task of the submit is canceled, the form can
  /// be submitted again at once, even if the action ignores the cancellation and still runs.
  ///
  /// - Parameter action: The work for a valid form. Called on the main actor, once if the form is
  ///   valid, and never otherwise. It receives the success, to pass to ``receive(_:asOf:)``.
  /// - Returns: The message that ``submit()`` returns.
  /// - Throws: The error of the action. The form can then be submitted again.
  @discardableResult
  public func submit(
    _ action: @MainActor (ValidationMessage) async throws -> Void
  ) async rethrows -> ValidationMessage {
    let id = tick()
    defer { leave(id) }
    let message = await result(of: id, hasAction: true)
    guard message.isSuccess else { return message }
    beginSaving()
    // An action that ignores the cancellation of its task must not lock the form.
    try await withTaskCancellationHandler {
      try await action(message)
    } onCancel: {
      Task { @MainActor in leave(id) }
    }
    if form.submission(id)?.state == .accepted(isRefused: false) { save() }
    return message
  }

  /// Notes the values that are submitted: those of the enabled fields.
  private func beginSaving() {
    for record in records { record.beginSaving(form[record.id]?.isEnabled == true) }
  }

  private func save() {
    for record in records { record.save() }
    revision += 1
  }

  private func leave(_ id: LogicalTime) {
    form.withdraw(id)
    republish()
  }

  /// Submits the form, and returns the result once the submission has an outcome.
  private func result(of id: LogicalTime, hasAction: Bool) async -> ValidationMessage {
    guard !Task.isCancelled else { return canceled() }
    guard !form.isAccepted else { return message(Self.overtaken, of: nil) }
    for record in records where form[record.id]?.isEnabled == true { record.commit() }
    process(.submit(id, hasAction: hasAction))
    while true {
      // A rule that submits the form does so after the current event.
      await waiters.wait { form.submission(id).map { $0.state == .waiting } ?? true }
      if Task.isCancelled { return canceled() }
      process()  // The user may have typed before this task resumed.
      let state = form.submission(id)?.state
      switch state {
      case nil, .waiting: continue
      case .checked where form.firstFailing?.shown != nil:
        if let message = showFailure(endingWith: id) { return message }
        process(.submit(id, hasAction: hasAction))
      case .checked, .reset(isValid: true):
        for record in records where form[record.id]?.isEnabled == true { record.tidy() }
        process()
        let message = check()
        if message.isSuccess {
          form.accept(id)
          waiters.resume()
          return message
        }
        // A submit that begins again would show the failures that a reset has hidden.
        if state != .checked || message.id == nil { return message }
        process(.submit(id, hasAction: hasAction))
      case .failed(let field, let finding):
        // The user may have fixed the failure meanwhile.
        if form.firstFailing?.id == field, form.firstFailing?.finding == finding {
          return message(finding, of: record(field))
        }
        process(.submit(id, hasAction: hasAction))
      case .reset: return canceled()
      case .overtaken, .accepted: return message(Self.overtaken, of: nil)
      }
    }
  }

  /// Moves the focus to the first failing field and sends the failure, once for all submits that it
  /// ends.
  ///
  /// Returns `nil` if the failure has ended meanwhile, or if the submit has another outcome.
  private func showFailure(endingWith id: LogicalTime) -> ValidationMessage? {
    focusFirstFailing()
    form.fail()
    waiters.resume()
    guard case .failed(let field, let finding) = form.submission(id)?.state else { return nil }
    let message = message(finding, of: record(field))
    message.rise()
    return message
  }

  /// Moves the focus to the first failing field.
  ///
  /// A field may become valid, leave the form or be released when it is focused; then the next failing
  /// field gets the focus.
  private func focusFirstFailing() {
    var focused: FieldID?
    for _ in records {
      guard let failing = form.firstFailing?.id, failing != focused else { break }
      focused = failing
      record(failing)?.focus()
      process()
    }
  }

  private func canceled() -> ValidationMessage {
    let known = check()
    return known.isSuccess ? message(RuleFinding(RuleFailure(.canceled)), of: nil) : known
  }

  private static let overtaken = RuleFinding(RuleFailure(.alreadySubmitting))
}
