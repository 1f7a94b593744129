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
    let submit = Submit(hasAction: false)
    defer { leave(submit) }
    let message = await wait(for: submit)
    if message.isSuccess { save(records.map { $0.saving() }) }
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
    let submit = Submit(hasAction: true)
    defer { leave(submit) }
    let message = await wait(for: submit)
    guard message.isSuccess else { return message }
    let saving = records.map { $0.saving() }
    accepted = submit
    // An action that ignores the cancellation of its task must not lock the form.
    try await withTaskCancellationHandler {
      try await action(message)
    } onCancel: {
      Task { @MainActor in leave(submit) }
    }
    if accepted === submit, !submit.isRefused { save(saving) }
    return message
  }

  private func save(_ saving: [@MainActor () -> Void]) {
    for save in saving { save() }
    revision += 1
  }

  private func wait(for submit: Submit) async -> ValidationMessage {
    guard !Task.isCancelled else { return canceled() }
    guard accepted == nil else { return message(Self.overtaken, of: nil) }
    submits.append(submit)
    for record in records where form[record.id]?.isEnabled == true { record.commit() }
    let began = successes
    while true {
      // The failure that ended this submit may have been fixed, and another one succeeded.
      guard successes == began else { return message(Self.overtaken, of: nil) }
      process()
      submit.outcome = .open(tick())
      process(.submit, at: submit.time)
      await submit.waiters.wait { submit.time != nil }
      if Task.isCancelled {
        if let time = submit.time { process(.withdrawn(time)) }
        return canceled()
      }
      switch submit.outcome {
      case .open, .interrupted: continue
      case .overtaken: return message(Self.overtaken, of: nil)
      case .failed(let failure):
        // The user may have fixed the failure before this task resumed.
        process()
        guard isCurrent(failure.message) else { continue }
        show(failure)
        if failure.message.isFinal { return failure.message }
      case .succeeded, .abandoned:
        // The user may have typed after the last async result, before this task resumed. So the
        // values are those of now.
        for record in records where form[record.id]?.isEnabled == true { record.tidy() }
        process()
        let message = check()
        // A submit that begins again would show the failures that a reset has hidden.
        if case .abandoned(let result) = submit.outcome, !result.isSuccess { return result }
        guard message.isSuccess else {
          if case .abandoned = submit.outcome { return message }
          continue
        }
        overtakeAll()
        submit.outcome = .succeeded
        return message
      }
    }
  }

  private func leave(_ submit: Submit) {
    submits.removeAll { $0 === submit }
    if accepted === submit { accepted = nil }
    publish()
  }

  /// Ends submits that no pending check holds up any more.
  func finish(_ times: [LogicalTime]) {
    let message = result()
    end(
      times,
      message.isSuccess
        ? .succeeded : message.isFinal ? .failed(Submit.Failure(message)) : .interrupted)
  }

  /// The form's result; showing a failure or moving the focus may have changed the form.
  private func result() -> ValidationMessage {
    form.firstFailing.map { message($0.finding, of: record($0.id)) } ?? check()
  }

  /// Whether a failure is still the form's result.
  private func isCurrent(_ message: ValidationMessage) -> Bool {
    let now = result()
    return now.id == message.id && now.failure == message.failure
  }

  /// Ends all submits because the form was reset.
  ///
  /// A submit may have ended in the form just before, with a result of the former failures.
  func abandonAll() {
    abandon(
      submits.filter { submit in
        switch submit.outcome {
        case .open, .interrupted, .failed: true
        case .succeeded: submit !== accepted
        case .abandoned, .overtaken: false
        }
      })
  }

  /// Ends submits because the form was reset.
  func abandon(_ times: [LogicalTime]) {
    abandon(submits.filter { $0.time.map(times.contains) == true })
  }

  private func abandon(_ ended: [Submit]) {
    guard !ended.isEmpty else { return }
    // A rule may reset the form again, while the form is checked; these have ended then.
    let preliminary = message(Self.overtaken, of: nil)
    for submit in ended { submit.outcome = .abandoned(preliminary) }
    let message = check()
    for submit in ended { submit.end(.abandoned(message)) }
  }

  private func end(_ times: [LogicalTime], _ outcome: Submit.Outcome) {
    for submit in submits where submit.time.map(times.contains) == true { submit.end(outcome) }
  }

  /// Moves the focus to the first failing field and sends the failure, once for all submits that it
  /// ended.
  private func show(_ failure: Submit.Failure) {
    guard !failure.isShown else { return }
    failure.isShown = true
    let (focused, id) = (focusFirstFailing(), failure.message.id)
    let isOfAnotherField = focused != nil && focused != id
    if isOfAnotherField || id.flatMap({ form[$0] }) == nil { failure.message = result() }
    if failure.message.isFinal { failure.message.rise() }
  }

  /// Moves the focus to the first failing field.
  ///
  /// A field may become valid, leave the form or be released when it is focused; then the next failing
  /// field gets the focus.
  ///
  /// - Returns: The field that was focused last.
  private func focusFirstFailing() -> FieldID? {
    var focused: FieldID?
    for _ in records {
      guard let failing = form.firstFailing?.id, failing != focused else { break }
      focused = failing
      record(failing)?.focus()
      process()
    }
    return focused
  }

  /// Ends all submits, since the caller returns the success.
  ///
  /// A failure that has ended one of them was fixed meanwhile. The result after a reset stays.
  private func overtakeAll() {
    successes += 1
    for submit in submits {
      switch submit.outcome {
      case .abandoned(let message) where !message.isSuccess: continue
      case .open, .interrupted, .succeeded, .failed, .abandoned, .overtaken: break
      }
      if let time = submit.time { process(.withdrawn(time)) }
      submit.end(.overtaken)
    }
  }

  private func canceled() -> ValidationMessage {
    let known = check()
    return known.isSuccess ? message(RuleFinding(RuleFailure(.canceled)), of: nil) : known
  }

  private static let overtaken = RuleFinding(RuleFailure(.alreadySubmitting))

  /// A call of `submit` that has not returned.
  @MainActor
  final class Submit {
    var outcome = Outcome.overtaken
    /// Whether the server refused the form while the action ran.
    var isRefused = false
    let waiters = Waiters()
    private let hasAction: Bool

    init(hasAction: Bool) { self.hasAction = hasAction }

    /// The progress of the submit.
    enum Outcome {
      /// The submit waits in the form, where its logical time identifies it.
      case open(LogicalTime)
      /// The form was changed while it showed the result, so the submit begins again.
      case interrupted
      /// The form is valid.
      case succeeded
      /// The form has a failure.
      case failed(Failure)
      /// The form was reset, and then had this result.
      case abandoned(ValidationMessage)
      /// Another submit returned the success.
      case overtaken
    }

    /// A failure that ended one or more submits.
    @MainActor
    final class Failure {
      var message: ValidationMessage
      /// Whether its field has the focus, and the event was sent.
      var isShown = false

      init(_ message: ValidationMessage) { self.message = message }
    }

    /// The logical time that identifies the submit while it waits in the form; `nil` once it has
    /// ended.
    var time: LogicalTime? { if case .open(let time) = outcome { time } else { nil } }

    /// Whether the submit awaits async rules, or its action runs or is about to run.
    func isRunning(in form: FormState) -> Bool {
      switch outcome {
      case .open(let time):
        form.submissions.contains(time) || hasAction && form.firstFailing == nil
      case .interrupted: true
      case .succeeded: hasAction
      case .failed, .abandoned, .overtaken: false
      }
    }

    func end(_ outcome: Outcome) {
      self.outcome = outcome
      waiters.resume()
    }
  }
}

extension ValidationMessage {
  /// Whether it is a failure that ends a submit: no success, and no check is pending.
  fileprivate var isFinal: Bool { !isSuccess && code != .pending }
}
