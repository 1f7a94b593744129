import Components
import SelfManaged

/// A model of a form of two fields, and the rules that the form's reducer must keep.
///
/// Values are small numbers: 0 fails the field's own rule, and 2 is rejected by an async rule. The
/// second field reads the first and must equal it. The model records typed values, checks and
/// answers, and reports where the reducer differs.
struct FormWorld {
  enum Step: Hashable {
    case type(Int, Int)
    case set(Int, Int)
    case leave(Int)
    case toggle(Int)
    case remove(Int)
    case fire(Pending)
    case answer(Pending, isLost: Bool)
    case refuse(Int)
    case submit
    /// The caller of a pending submit no longer waits.
    case withdraw(UInt64)
    case reset
    /// A removed field is added again, as a new entry.
    case join(Int)
    /// A field of the form is replaced by a new entry at the same position.
    case replace(Int)
  }

  /// A running timer or a pending check.
  struct Pending: Hashable {
    let field: Int
    let time: UInt64
    let value: Int
  }

  private(set) var form: FormState
  private(set) var history: [Step] = []
  private(set) var violation: String?

  private var now: UInt64 = 0
  private var values = [0, 0]
  private var isEnabled = [true, true]
  private var isThere = [false, false]
  /// Whether the server refused the field's current value.
  private var isRefused = [false, false]
  /// Whether the user touched a field, so that it may show a failure.
  private var isTouched = [false, false]
  /// Whether the value changed since the last submit.
  private var isNewSinceSubmit = [true, true]
  private var timers: [Pending] = []
  private var checks: [Pending] = []
  private var submissions: Set<UInt64> = []
  private let asks: [Bool]

  /// The current entry of each field.
  private var ids = [FieldID(form: 1, number: 1), FieldID(form: 1, number: 2)]
  private var lastNumber: UInt64 = 2
  /// Whether the second field reads the current entry of the first.
  private var readsFirst = true
  static let own = RuleFinding(RuleFailure("own"), at: 0)
  static let cross = RuleFinding(RuleFailure("cross"), at: 1)
  static let taken = RuleFinding(RuleFailure(.taken), at: 2)
  static let lost = RuleFinding(RuleFailure(.unanswered), at: 2)
  static let refused = RuleFinding(RuleFailure(.server))

  init(_ policy: ValidationPolicy, asks: [Bool] = [true, true]) {
    form = FormState(policy: policy)
    self.asks = asks
    for field in 0...1 {
      isThere[field] = true
      process(.added(spec(field), at: field))
    }
  }

  private func spec(_ field: Int) -> FieldState {
    FieldState(id: ids[field], reads: field == 1 ? [ids[0]] : [], hasAsyncRules: asks[field])
  }

  /// The steps that are possible now.
  var steps: [Step] {
    var steps: [Step] = [.submit, .reset]
    for field in 0...1 where isThere[field] {
      steps += (0...2).filter { $0 != values[field] }.map { .type(field, $0) }
      steps += [.set(field, (values[field] + 1) % 3), .leave(field), .toggle(field)]
      steps += [.remove(field), .refuse(field)]
    }
    steps += (0...1).map { isThere[$0] ? .replace($0) : .join($0) }
    steps += submissions.sorted().map { .withdraw($0) }
    steps += timers.map { .fire($0) }
    steps += checks.flatMap { [.answer($0, isLost: false), .answer($0, isLost: true)] }
    return steps
  }

  mutating func advance(by step: Step) {
    history.append(step)
    switch step {
    case .type(let field, let value): change(field, to: value, by: .user)
    case .set(let field, let value): change(field, to: value, by: .app)
    case .leave(let field):
      isTouched[field] = true
      process(.editingEnded(ids[field]))
    case .toggle(let field):
      isEnabled[field].toggle()
      isTouched[field] = false
      process(.enabled(ids[field], isEnabled[field]))
    case .remove(let field):
      isThere[field] = false
      process(.removed(ids[field]))
    case .fire(let open):
      timers.removeAll { $0 == open }
      process(.timer(ids[open.field], LogicalTime(rawValue: open.time)))
    case .answer(let open, let isLost):
      checks.removeAll { $0 == open }
      process(
        .asyncCheckEnded(ids[open.field], LogicalTime(rawValue: open.time), answer(open, isLost)))
    case .refuse(let field):
      isRefused[field] = true
      process(.refused([.init(ids[field], Self.refused.failure)], asOf: nil))
    case .submit:
      isTouched = [true, true]
      isNewSinceSubmit = [false, false]
      process(.submit)
    case .withdraw(let time):
      submissions.remove(time)
      process(.withdrawn(LogicalTime(rawValue: time)))
    case .join(let field): enter(field, replacing: nil)
    case .replace(let field): enter(field, replacing: ids[field])
    case .reset:
      (isTouched, isRefused) = ([false, false], [false, false])
      submissions = []
      process(.reset)
    }
  }

  private mutating func enter(_ field: Int, replacing former: FieldID?) {
    lastNumber += 1
    ids[field] = FieldID(form: 1, number: lastNumber)
    readsFirst = field == 1
    isThere[field] = true
    (isEnabled[field], isRefused[field]) = (true, false)
    (isTouched[field], isNewSinceSubmit[field]) = (false, true)
    let place = field == 1 && isThere[0] ? 1 : 0
    process(.added(spec(field), at: place, replacing: former))
  }

  /// Fires every timer and answers every check, and checks that the form is idle.
  mutating func settle() {
    for _ in 1...20 {
      guard violation == nil else { return }
      if let timer = timers.first {
        advance(by: .fire(timer))
      } else if let check = checks.first {
        advance(by: .answer(check, isLost: false))
      } else {
        if form.isPending { violation = "a field is pending, but no timer or check is" }
        if !submissions.isEmpty { violation = "a submit is pending, but no timer or check is" }
        return
      }
    }
    violation = "the form never becomes idle"
  }

  private var table: Table {
    Table(
      ids: ids, values: values, isThere: isThere, isEnabled: isEnabled, readsFirst: readsFirst)
  }

  private func answer(_ open: Pending, _ isLost: Bool) -> AsyncCheckResult {
    isLost ? .unanswered(Self.lost) : open.value == 2 ? .failed(Self.taken) : .passed
  }

  private mutating func change(_ field: Int, to value: Int, by origin: FieldObserver.Origin) {
    values[field] = value
    isRefused[field] = false
    isNewSinceSubmit[field] = true
    if origin == .user { isTouched[field] = true }
    process(.changed(ids[field], by: origin))
  }

  private mutating func process(_ event: FormEvent) {
    now += 1
    if event == .submit { submissions.insert(now) }
    var rules = table
    let effects = form.handle(event, at: LogicalTime(rawValue: now), rules: &rules)
    if rules.calls.count != Set(rules.calls).count { violation = "a rule ran twice in one event" }
    for effect in effects { carryOut(effect) }
    check()
  }

  private mutating func carryOut(_ effect: FormEffect) {
    switch effect {
    case .schedule(let id, _): open(id) { timers.append($0) }
    case .runAsyncRules(let id):
      open(id) { checks.append($0) }
      guard let field = ids.firstIndex(of: id) else { return }
      if truth(field) != nil { violation = "a check starts although a rule fails" }
      if !isEnabled[field] { violation = "a check starts for a disabled field" }
    case .cancel: break  // A canceled check may still be answered; the answer must be ignored.
    case .abandon(let times): submissions.subtract(times.map(\.rawValue))
    case .finish(let times):
      for time in times where submissions.remove(time.rawValue) == nil {
        violation = "a submit ended twice"
      }
      if !submissions.isEmpty { violation = "a submit did not end with the others" }
      isTouched = [true, true]
      isNewSinceSubmit = [false, false]
      checkTheEnd()
    }
  }

  private func open(_ id: FieldID, _ add: (Pending) -> Void) {
    guard let field = ids.firstIndex(of: id) else { return }
    add(Pending(field: field, time: now, value: values[field]))
  }

  /// The verdict of a field's synchronous rules on the values alone.
  private func truth(_ field: Int) -> RuleFinding? {
    table.truth(field)
  }

  /// Checks that all async checks are answered and all failures are shown when a submit ends.
  private mutating func checkTheEnd() {
    for field in 0...1 where isThere[field] && isEnabled[field] {
      guard let state = form[ids[field]] else { continue }
      if state.verdict == .unknown { violation = "a submit ended before a field was checked" }
      if state.verdict == .passed, asks[field] {
        guard case .ended = state.asyncCheck else {
          violation = "a submit ended before an async check was answered"
          return
        }
      }
      if state.shown != state.finding {
        violation = "a submit ended, but a failure is not shown"
      }
    }
  }

  /// Checks the rules after each event.
  private mutating func check() {
    let present = (0...1).filter { isThere[$0] }
    if form.fields.map(\.id) != present.map({ ids[$0] }) {
      violation = "the fields are out of order"
    }
    for field in present {
      guard let state = form[ids[field]] else { continue }
      check(state, field)
    }
  }

  private mutating func check(_ state: FieldState, _ field: Int) {
    let truth = truth(field)
    if state.isEnabled != isEnabled[field] { violation = "a field is enabled or disabled wrongly" }
    if isEnabled[field] {
      if case .failed(let finding) = state.verdict, finding != truth {
        violation = "the verdict belongs to other values"
      }
      if state.verdict == .passed, truth != nil { violation = "a failing field has passed" }
    }
    if (state.refusal != nil) != isRefused[field] {
      violation = "a server failure is lost, or kept too long"
    }
    switch state.asyncCheck {
    case .none: break
    case .debouncing(let time):
      let isOpen = timers.contains {
        $0.field == field && $0.time == time.rawValue && $0.value == values[field]
      }
      if !isOpen { violation = "a field waits for a timer of another value" }
    case .running(let time):
      let isOpen = checks.contains {
        $0.field == field && $0.time == time.rawValue && $0.value == values[field]
      }
      if !isOpen { violation = "a field waits for a check of another value" }
    case .ended(.failed):
      if values[field] != 2 { violation = "an answer for another value is used" }
    case .ended(.passed):
      if values[field] == 2 { violation = "an answer for another value is used" }
    case .ended(.unanswered): break
    }
    if state.isPending, !isEnabled[field] || truth != nil {
      violation = "a disabled or failing field is pending"
    }
    guard let shown = state.shown else { return }
    if !isEnabled[field] { violation = "a disabled field shows a failure" }
    if shown == Self.refused { return }
    if !isTouched[field] { violation = "an untouched field shows a failure" }
    if shown == Self.own || shown == Self.cross, shown != truth {
      violation = "a field shows a failure of another value"
    }
    if form.policy.shows == .onSubmit, isNewSinceSubmit[field] {
      violation = "a failure is shown before the submit"
    }
  }

  /// The expected findings, from the values alone.
  struct Table: RuleRunner {
    let ids: [FieldID]
    let values: [Int]
    let isThere: [Bool]
    let isEnabled: [Bool]
    let readsFirst: Bool
    var calls: [FieldID] = []

    mutating func finding(of id: FieldID, in form: FormState) -> RuleFinding? {
      calls.append(id)
      return ids.firstIndex(of: id).flatMap { truth($0) }
    }

    func truth(_ field: Int) -> RuleFinding? {
      if values[field] == 0 { return FormWorld.own }
      let isRead = field == 1 && readsFirst && isThere[0] && isEnabled[0] && values[0] != 0
      return isRead && values[0] != values[1] ? FormWorld.cross : nil
    }
  }
}
