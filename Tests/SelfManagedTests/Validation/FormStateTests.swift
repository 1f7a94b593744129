import Components
import SelfManaged
import Testing

/// The reducer by hand: events in, effects out, without an `await`.
struct FormStateTests {
  /// A table of the verdicts of each field's rules.
  struct Rules {
    var findings: [FieldID: RuleFinding] = [:]
    var calls: [FieldID] = []
  }

  /// A form reducer that tests can drive.
  struct Bench {
    var form: FormState
    var rules = Rules()
    var now: UInt64 = 0

    init(_ policy: ValidationPolicy = ValidationPolicy(shows: .onChange), _ fields: FieldState...) {
      form = FormState(policy: policy)
      for field in fields { handle(.added(field)) }
    }

    @discardableResult
    mutating func handle(_ event: FormEvent) -> [FormEffect] {
      now += 1
      let findings = rules.findings
      var calls: [FieldID] = []
      defer { rules.calls += calls }
      return form.handle(event, at: LogicalTime(rawValue: now)) { id, _ in
        calls.append(id)
        return findings[id]
      }
    }

    /// Submits with an action, or without one.
    @discardableResult
    mutating func submit(_ id: UInt64, hasAction: Bool = false) -> [FormEffect] {
      handle(.submit(LogicalTime(rawValue: id), hasAction: hasAction))
    }

    func outcome(_ id: UInt64) -> Submission.State? {
      form.submission(LogicalTime(rawValue: id))?.state
    }
  }

  static let a = FieldID(form: 1, number: 1), b = FieldID(form: 1, number: 2)
  static let bad = RuleFinding(RuleFailure("bad"), at: 0)
  static let delay = Duration.milliseconds(300)

  @Test func keystrokeStartsADelayedCheck() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    #expect(bench.handle(.changed(Self.a, by: .user)) == [.schedule(Self.a, Self.delay)])
    #expect(bench.form[Self.a]?.asyncCheck == .debouncing(LogicalTime(rawValue: 2)))
    #expect(bench.handle(.timer(Self.a, LogicalTime(rawValue: 1))) == [])
    #expect(bench.handle(.timer(Self.a, LogicalTime(rawValue: 2))) == [.runAsyncRules(Self.a)])
    #expect(bench.form[Self.a]?.asyncCheck == .running(LogicalTime(rawValue: 4)))
    #expect(bench.handle(.timer(Self.a, LogicalTime(rawValue: 2))) == [])
    #expect(bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 3), .passed)) == [])
    #expect(bench.form.isPending)
    #expect(bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 4), .passed)) == [])
    #expect(!bench.form.isPending)
  }

  @Test func aSecondKeystrokeCancelsTheFirst() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    bench.handle(.changed(Self.a, by: .user))
    #expect(
      bench.handle(.changed(Self.a, by: .user))
        == [.cancel(Self.a), .schedule(Self.a, Self.delay)])
  }

  @Test func checkStartsAtOnceWithoutADelay() {
    var bench = Bench(.init(debounce: .zero), FieldState(id: Self.a, hasAsyncRules: true))
    #expect(bench.handle(.changed(Self.a, by: .user)) == [.runAsyncRules(Self.a)])
  }

  @Test func appChangeStartsNoCheckUntilTheSubmit() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    #expect(bench.handle(.changed(Self.a, by: .app)) == [])
    #expect(bench.submit(1) == [.runAsyncRules(Self.a)])
  }

  @Test("a reader is checked only if the user has changed it since the last reset")
  func untypedReaderStartsNoCheck() {
    var bench = Bench(
      .init(debounce: .zero), FieldState(id: Self.a),
      FieldState(id: Self.b, reads: [Self.a], hasAsyncRules: true))
    #expect(bench.handle(.changed(Self.a, by: .user)) == [])
    #expect(bench.handle(.changed(Self.b, by: .user)) == [.runAsyncRules(Self.b)])
    bench.rules.findings = [Self.b: Self.bad]
    #expect(bench.handle(.changed(Self.a, by: .user)) == [.cancel(Self.b)])
    bench.rules.findings = [:]
    #expect(bench.handle(.changed(Self.a, by: .user)) == [.runAsyncRules(Self.b)])
    #expect(bench.handle(.reset) == [.cancel(Self.b)])
    #expect(bench.handle(.changed(Self.a, by: .user)) == [])
    #expect(bench.handle(.reset) == [])
  }

  @Test func submitSkipsTheDelayAndKeepsAPendingCheck() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    bench.handle(.changed(Self.a, by: .user))
    #expect(bench.submit(1) == [.cancel(Self.a), .runAsyncRules(Self.a)])
    #expect(bench.submit(2) == [])
    #expect(bench.form.submissions.map(\.id.rawValue) == [1, 2])
    #expect(bench.outcome(1) == .waiting && bench.outcome(2) == .waiting)
    #expect(bench.form.isPending && bench.form.isSubmitting)
    #expect(bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 3), .passed)) == [])
    #expect(!bench.form.isPending && !bench.form.isSubmitting)
    #expect(bench.outcome(1) == .checked && bench.outcome(2) == .checked)
  }

  @Test func submitWithoutPendingChecksAwaitsNothing() {
    var bench = Bench(.init(), FieldState(id: Self.a), FieldState(id: Self.b))
    #expect(bench.submit(1) == [])
    #expect(bench.outcome(1) == .checked && bench.form.firstFailing == nil)
    bench.rules.findings[Self.b] = Self.bad
    #expect(bench.submit(2) == [])
    #expect(bench.outcome(2) == .checked)
    #expect(bench.form.firstFailing?.id == Self.b)
    #expect(bench.form[Self.b]?.shown == Self.bad)
  }

  // MARK: Outcomes of submissions

  @Test func submissionBeginsAgainIfTheFormChangesBeforeItsCallerResumes() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    bench.submit(1)
    bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 2), .passed))
    #expect(bench.handle(.changed(Self.a, by: .app)) == [])
    #expect(bench.outcome(1) == .checked)
    #expect(bench.submit(1) == [.runAsyncRules(Self.a)])
    #expect(bench.outcome(1) == .waiting)
    #expect(bench.form.submissions.count == 1)
  }

  @Test func oneFailureEndsAllCheckedSubmissions() {
    var bench = Bench(.init(), FieldState(id: Self.a))
    bench.submit(1)
    bench.form.fail()
    #expect(bench.outcome(1) == .checked, "no field fails")
    bench.rules.findings[Self.a] = Self.bad
    bench.submit(1)
    bench.submit(2, hasAction: true)
    bench.form.fail()
    #expect(bench.outcome(1) == .failed(Self.a, Self.bad))
    #expect(bench.outcome(2) == .failed(Self.a, Self.bad))
    bench.rules.findings = [:]
    bench.submit(2, hasAction: true)
    #expect(bench.outcome(2) == .checked, "a submission whose failure was fixed begins again")
    #expect(bench.outcome(1) == .failed(Self.a, Self.bad))
    #expect(bench.form.isSubmitting)
  }

  @Test func successOvertakesAllOtherSubmissions() {
    var bench = Bench(.init(), FieldState(id: Self.a))
    bench.rules.findings[Self.a] = Self.bad
    bench.submit(1)
    bench.form.fail()
    bench.rules.findings = [:]
    for id: UInt64 in [2, 3] { bench.submit(id, hasAction: true) }
    bench.form.accept(LogicalTime(rawValue: 2))
    #expect(bench.outcome(1) == .overtaken)
    #expect(bench.outcome(2) == .accepted(isRefused: false))
    #expect(bench.outcome(3) == .overtaken)
    bench.rules.calls = []
    bench.submit(3, hasAction: true)
    bench.submit(4)
    #expect(bench.outcome(3) == .overtaken && bench.outcome(4) == .overtaken)
    #expect(bench.rules.calls == [], "a submission during an action shows nothing")
    bench.form.withdraw(LogicalTime(rawValue: 2))
    bench.submit(5)
    #expect(bench.outcome(5) == .checked)
    bench.form.accept(LogicalTime(rawValue: 5))
    #expect(bench.outcome(5) == nil, "it has no action that runs")
  }

  @Test func formIsSubmittingWhileAnActionIsOrMayBeNext() {
    var bench = Bench(.init(), FieldState(id: Self.a))
    bench.submit(1)
    #expect(!bench.form.isSubmitting)
    bench.submit(2, hasAction: true)
    #expect(bench.form.isSubmitting)
    bench.rules.findings[Self.a] = Self.bad
    bench.handle(.changed(Self.a, by: .user))
    #expect(!bench.form.isSubmitting)
    bench.form.accept(LogicalTime(rawValue: 2))
    #expect(bench.form.isSubmitting)
    bench.form.withdraw(LogicalTime(rawValue: 2))
    #expect(!bench.form.isSubmitting)
  }

  @Test func resetEndsAllSubmissionsButTheAcceptedOne() {
    let (first, second, third) = (
      LogicalTime(rawValue: 1), LogicalTime(rawValue: 2), LogicalTime(rawValue: 3)
    )
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    for id in [first, second] { bench.handle(.submit(id, hasAction: true)) }
    #expect(bench.handle(.reset) == [.cancel(Self.a), .checkAfterReset([first, second])])
    #expect(bench.outcome(1) == .reset(isValid: false))
    #expect(bench.handle(.reset) == [], "they have ended")
    bench.handle(.validAfterReset([second]))
    bench.handle(.submit(third, hasAction: true))
    bench.form.accept(third)
    #expect(bench.outcome(1) == .reset(isValid: false), "the result after a reset stays")
    #expect(bench.outcome(2) == .overtaken)
    #expect(!bench.handle(.reset).contains(.checkAfterReset([third])))
    #expect(bench.outcome(3) == .accepted(isRefused: false))
  }

  @Test func refusalDuringAnActionMarksItsSubmission() {
    var bench = Bench(.init(), FieldState(id: Self.a))
    bench.submit(1, hasAction: true)
    bench.handle(.refused([.init(Self.a, .server("No"))], asOf: nil))
    #expect(bench.outcome(1) == .checked)
    bench.form.accept(LogicalTime(rawValue: 1))
    bench.handle(.refused([], asOf: nil))
    #expect(bench.outcome(1) == .accepted(isRefused: false))
    bench.handle(.refused([], form: ["zip": .server("No")], asOf: nil))
    #expect(bench.outcome(1) == .accepted(isRefused: true))
  }

  @Test func unansweredCheckIsRepeatedByTheNextSubmitOnly() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    bench.submit(1)
    let lost = AsyncCheckResult.unanswered(Self.bad)
    #expect(bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 2), lost)) == [])
    #expect(bench.form.firstFailing?.finding == Self.bad)
    #expect(bench.handle(.editingEnded(Self.a)) == [])
    #expect(bench.submit(2) == [.runAsyncRules(Self.a)])
  }

  @Test func changeRunsFieldAndReadersOnce() {
    var bench = Bench(
      .init(shows: .onChange), FieldState(id: Self.a, reads: [Self.b]),
      FieldState(id: Self.b, reads: [Self.a, Self.a]))
    bench.rules.calls = []
    bench.handle(.changed(Self.a, by: .user))
    #expect(bench.rules.calls == [Self.a, Self.b])
    bench.rules.calls = []
    bench.handle(.enabled(Self.a, false))
    #expect(bench.rules.calls == [Self.b])
    bench.rules.calls = []
    bench.handle(.enabled(Self.a, false))
    bench.handle(.changed(Self.a, by: .user))
    #expect(bench.rules.calls == [Self.b])
    bench.rules.calls = []
    bench.handle(.removed(Self.a))
    #expect(bench.rules.calls == [Self.b])
  }

  @Test func endOfEditingRunsOnlyRulesThatNeverRan() {
    var bench = Bench(.init(shows: .onEditingEnd), FieldState(id: Self.a))
    bench.handle(.editingEnded(Self.a))
    #expect(bench.rules.calls == [Self.a])
    bench.handle(.editingEnded(Self.a))
    #expect(bench.rules.calls == [Self.a])
  }

  @Test func serverFailuresFromBeforeAChangeAreIgnored() {
    var bench = Bench(.init(), FieldState(id: Self.a))
    bench.handle(.changed(Self.a, by: .user))
    let refusal = FormEvent.Refusal(Self.a, .server("No"))
    bench.handle(.refused([refusal], asOf: LogicalTime(rawValue: 1)))
    #expect(bench.form[Self.a]?.refusal == nil)
    bench.handle(.refused([refusal], asOf: LogicalTime(rawValue: 2)))
    #expect(bench.form[Self.a]?.shown == RuleFinding(.server("No")))
    bench.handle(.changed(Self.a, by: .app))
    #expect(bench.form[Self.a]?.shown == nil)
  }

  @Test func unknownFieldIsIgnored() {
    var bench = Bench(.init(), FieldState(id: Self.a))
    let before = bench.form
    for event in [
      .removed(Self.b), .enabled(Self.b, false), .changed(Self.b, by: .user),
      .editingEnded(Self.b), .timer(Self.b, LogicalTime(rawValue: 1)),
      .asyncCheckEnded(Self.b, LogicalTime(rawValue: 1), .passed),
      .rulesChanged(Self.b, reads: [], hasAsyncRules: true),
      .refused([.init(Self.b, .server("No"))], asOf: nil),
    ] as [FormEvent] {
      #expect(bench.handle(event) == [])
      #expect(bench.form == before)
    }
  }

  @Test func canceledSubmitEndsNothingLater() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    bench.submit(1)
    bench.submit(2)
    bench.form.withdraw(LogicalTime(rawValue: 1))
    #expect(bench.form.submissions.map(\.id.rawValue) == [2])
    bench.form.withdraw(LogicalTime(rawValue: 2))
    #expect(
      bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 2), .failed(Self.bad))) == [])
    #expect(bench.handle(.changed(Self.a, by: .app)) == [], "no submission waits for the check")
    bench.form.fail()
    #expect(bench.form.submissions.isEmpty)
  }

  @Test func replacedFieldKeepsTheSubmitPending() {
    let new = FieldID(form: 1, number: 3)
    var bench = Bench(
      .init(), FieldState(id: Self.a, hasAsyncRules: true), FieldState(id: Self.b, reads: [Self.a]))
    bench.submit(1)
    bench.rules.calls = []
    let field = FieldState(id: new, hasAsyncRules: true)
    #expect(
      bench.handle(.added(field, replacing: Self.a)) == [
        .cancel(Self.a), .runAsyncRules(new),
      ])
    #expect(bench.rules.calls == [Self.b, new], "the field that read the former one runs again")
    #expect(bench.form.fields.map(\.id) == [new, Self.b])
    #expect(bench.handle(.asyncCheckEnded(new, LogicalTime(rawValue: 4), .passed)) == [])
    #expect(bench.outcome(1) == .checked && bench.form.firstFailing == nil)
  }

  @Test(arguments: [(nil, nil, 2), (a, nil, 0), (b, nil, 1), (nil, a, 0), (b, a, 0), (b, b, 1)])
  func fieldIsAddedBeforeAnotherOrInThePlaceOfAnother(
    other: FieldID?, former: FieldID?, place: Int
  ) {
    let new = FieldID(form: 1, number: 3)
    var bench = Bench(.init(), FieldState(id: Self.a), FieldState(id: Self.b))
    bench.handle(.added(FieldState(id: new), before: other, replacing: former))
    #expect(bench.form.fields.firstIndex { $0.id == new } == place)
    #expect(bench.form.fields.count == (former == nil ? 3 : 2))
  }

  /// A rule that reads other data may fail although the value has not changed.
  @Test func submitDropsTheCheckOfAFieldThatFailsMeanwhile() {
    var bench = Bench(.init(debounce: .zero), FieldState(id: Self.a, hasAsyncRules: true))
    #expect(bench.handle(.changed(Self.a, by: .user)) == [.runAsyncRules(Self.a)])
    bench.rules.findings[Self.a] = Self.bad
    #expect(bench.submit(1).contains(.cancel(Self.a)))
    #expect(!bench.form.isPending)
  }
}
