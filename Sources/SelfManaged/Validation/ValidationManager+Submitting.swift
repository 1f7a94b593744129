// Submits: who waits for one, and which of several gets the success.
extension ValidationManager {
  /// Shows what is wrong with each field, asks what is open, and waits for the answers.
  ///
  /// A number that is being typed is committed, and a delay after a keystroke is cut short. Then the
  /// first failing field gets the focus.
  ///
  /// Of submits that overlap, exactly one gets the success. The others get a failure with
  /// ``RuleCode/alreadySubmitting``, or the failing field that all of them found. What is done with
  /// a success takes time of its own, in which the user may press again: use ``submit(_:)`` for it.
  ///
  /// A submit whose task is canceled is withdrawn. It returns what is known to be wrong, or else a
  /// failure with ``RuleCode/canceled``; it moves no focus and sends no event later. What it has
  /// shown stays.
  ///
  /// - Returns: The first failing field, or a success: then `check()` is one when the call returns,
  ///   whatever was typed meanwhile.
  public func submit() async -> ValidationMessage {
    guard !Task.isCancelled else { return canceled() }
    guard accepted == nil else { return message(Self.overtaken, of: nil) }
    let submit = Submit()
    submits.append(submit)
    defer { submits.removeAll { $0 === submit } }
    for record in records where form[record.id]?.isEnabled == true { record.commit() }
    while true {
      process()
      submit.outcome = .open(tick())
      process(.submit, at: submit.stamp)
      while let stamp = submit.stamp {
        await submit.waiters.wait()
        if Task.isCancelled {
          process(.withdrawn(stamp))
          return canceled()
        }
      }
      guard !Task.isCancelled else { return canceled() }
      guard case .ended(let message) = submit.outcome else {
        return self.message(Self.overtaken, of: nil)
      }
      guard message.isSuccess else { return message }
      // The user may have typed between the last answer and this turn.
      if check().isSuccess {
        overtake(except: submit)
        return message
      }
    }
  }

  /// Submits the form, and carries out what has to be done with a valid one, once.
  ///
  /// ```swift
  /// await form.submit { submitted in
  ///   do { try await server.save(values) } catch {
  ///     form.receive(error.fields.mapValues { .server($0) }, asOf: submitted)
  ///   }
  /// }
  /// ```
  ///
  /// Until the action returns, ``State/isSubmitting`` is true and every other submit returns at once
  /// with ``RuleCode/alreadySubmitting``, so that a double tap saves once.
  ///
  /// - Parameter action: What has to be done; called on the main actor, once if the form is valid
  ///   and never if it is not. It gets the success, for ``receive(_:asOf:)``.
  /// - Returns: What ``submit()`` returns.
  /// - Throws: What the action throws; then the form can be submitted again.
  @discardableResult
  public func submit(
    _ action: @MainActor (ValidationMessage) async throws -> Void
  ) async rethrows -> ValidationMessage {
    let message = await submit()
    guard message.isSuccess else { return message }
    accepted = Submit()
    defer { accepted = nil }
    try await action(message)
    return message
  }

  func finish(_ stamps: [Stamp], _ message: ValidationMessage) {
    for submit in submits where submit.stamp.map(stamps.contains) == true {
      submit.end(.ended(message))
    }
  }

  /// Lets no other submit that is open succeed.
  private func overtake(except winner: Submit) {
    for submit in submits where submit !== winner {
      if case .ended(let message) = submit.outcome, !message.isSuccess { continue }
      if let stamp = submit.stamp { process(.withdrawn(stamp)) }
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
    let waiters = Waiters()

    /// How far a submit is.
    enum Outcome {
      /// It waits in the form, under that stamp.
      case open(Stamp)
      /// The form has decided.
      case ended(ValidationMessage)
      /// Another submit got the success.
      case overtaken
    }

    /// The stamp under which it waits in the form.
    var stamp: Stamp? { if case .open(let stamp) = outcome { stamp } else { nil } }

    func end(_ outcome: Outcome) {
      self.outcome = outcome
      waiters.resume()
    }
  }
}
