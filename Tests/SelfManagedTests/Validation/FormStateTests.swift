import Components
import SelfManaged
import Testing

/// The reducer by hand: events in, effects out, without an `await`.
struct FormStateTests {
  /// A table of the verdicts of each field's rules.
  struct Rules: RuleRunner {
    var findings: [FieldID: RuleFinding] = [:]
    var calls: [FieldID] = []

    mutating func finding(of id: FieldID, in form: FormState) -> RuleFinding? {
      calls.append(id)
      return findings[id]
    }
  }

  /// A form reducer that tests can drive.
  struct Bench {
    var form: FormState
    var rules = Rules()
    var now: UInt64 = 0

    init(_ policy: ValidationPolicy = ValidationPolicy(shows: .onChange), _ fields: FieldState...) {
      form = FormState(policy: policy)
      for field in fields { handle(.added(field, at: .max)) }
    }

    @discardableResult
    mutating func handle(_ event: FormEvent) -> [FormEffect] {
      now += 1
      return form.handle(event, at: LogicalTime(rawValue: now), rules: &rules)
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
    #expect(bench.handle(.submit) == [.runAsyncRules(Self.a)])
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
    #expect(bench.handle(.submit) == [.cancel(Self.a), .runAsyncRules(Self.a)])
    #expect(bench.handle(.submit) == [])
    #expect(bench.form.submissions.map(\.rawValue) == [3, 4])
    #expect(
      bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 3), .passed))
        == [.finish([LogicalTime(rawValue: 3), LogicalTime(rawValue: 4)])])
    #expect(bench.form.submissions.isEmpty)
  }

  @Test func submitWithoutPendingChecksEndsAtOnce() {
    var bench = Bench(.init(), FieldState(id: Self.a), FieldState(id: Self.b))
    #expect(bench.handle(.submit) == [.finish([LogicalTime(rawValue: 3)])])
    bench.rules.findings[Self.b] = Self.bad
    #expect(bench.handle(.submit) == [.finish([LogicalTime(rawValue: 4)])])
    #expect(bench.form.firstFailing?.id == Self.b)
    #expect(bench.form[Self.b]?.shown == Self.bad)
  }

  @Test func unansweredCheckIsRepeatedByTheNextSubmitOnly() {
    var bench = Bench(.init(), FieldState(id: Self.a, hasAsyncRules: true))
    bench.handle(.submit)
    let lost = AsyncCheckResult.unanswered(Self.bad)
    #expect(
      bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 2), lost))
        == [.finish([LogicalTime(rawValue: 2)])])
    #expect(bench.handle(.editingEnded(Self.a)) == [])
    #expect(bench.handle(.submit) == [.runAsyncRules(Self.a)])
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
    bench.handle(.submit)
    bench.handle(.submit)
    #expect(bench.handle(.withdrawn(LogicalTime(rawValue: 2))) == [])
    #expect(bench.form.submissions == [LogicalTime(rawValue: 3)])
    #expect(bench.handle(.withdrawn(LogicalTime(rawValue: 3))) == [])
    #expect(
      bench.handle(.asyncCheckEnded(Self.a, LogicalTime(rawValue: 2), .failed(Self.bad))) == [])
    #expect(bench.handle(.withdrawn(LogicalTime(rawValue: 3))) == [])
  }

  @Test func replacedFieldKeepsTheSubmitPending() {
    let new = FieldID(form: 1, number: 3)
    var bench = Bench(
      .init(), FieldState(id: Self.a, hasAsyncRules: true), FieldState(id: Self.b, reads: [Self.a]))
    bench.handle(.submit)
    bench.rules.calls = []
    let field = FieldState(id: new, hasAsyncRules: true)
    #expect(
      bench.handle(.added(field, at: 0, replacing: Self.a)) == [
        .cancel(Self.a), .runAsyncRules(new),
      ])
    #expect(bench.rules.calls == [Self.b, new], "the field that read the former one runs again")
    #expect(bench.form.fields.map(\.id) == [new, Self.b])
    #expect(
      bench.handle(.asyncCheckEnded(new, LogicalTime(rawValue: 4), .passed)) == [
        .finish([LogicalTime(rawValue: 3)])
      ])
  }

  @Test(arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (99, 2)])
  func invalidPlaceIsClamped(place: Int, index: Int) {
    let new = FieldID(form: 1, number: 3)
    var bench = Bench(.init(), FieldState(id: Self.a), FieldState(id: Self.b))
    bench.handle(.added(FieldState(id: new), at: place))
    #expect(bench.form.fields.firstIndex { $0.id == new } == index)
  }

  /// A rule that reads other data may fail although the value has not changed.
  @Test func submitDropsTheCheckOfAFieldThatFailsMeanwhile() {
    var bench = Bench(.init(debounce: .zero), FieldState(id: Self.a, hasAsyncRules: true))
    #expect(bench.handle(.changed(Self.a, by: .user)) == [.runAsyncRules(Self.a)])
    bench.rules.findings[Self.a] = Self.bad
    #expect(bench.handle(.submit).contains(.cancel(Self.a)))
    #expect(!bench.form.isPending)
  }
}
