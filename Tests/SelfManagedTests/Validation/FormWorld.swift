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
    case withdraw(LogicalTime)
    /// The caller of a submit resumes, since nothing is pending, or since the submit has ended.
    case resume(LogicalTime)
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
      process(.added(spec(field)))
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
    steps += form.submissions.map { .withdraw($0.id) }
    steps += form.submissions.filter { $0.state != .waiting }.map { .resume($0.id) }
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
    case .submit: submit(LogicalTime(rawValue: now + 1))
    case .withdraw(let id): form.withdraw(id)
    case .resume(let id): resume(id)
    case .join(let field): enter(field, replacing: nil)
    case .replace(let field): enter(field, replacing: ids[field])
    case .reset:
      (isTouched, isRefused) = ([false, false], [false, false])
      process(.reset)
      if form.submissions.contains(where: \.state.mayEnd) {
        violation = "a submit goes on after a reset"
      }
    }
  }

  private mutating func submit(_ id: LogicalTime) {
    isTouched = [true, true]
    isNewSinceSubmit = [false, false]
    process(.submit(id, hasAction: false))
    guard let submission = form.submission(id) else { return violation = "a submit is lost" }
    if !submission.state.mayEnd { violation = "a submit has ended before it began" }
  }

  /// Resumes the caller of a submit, as the manager does.
  private mutating func resume(_ id: LogicalTime) {
    guard let submission = form.submission(id) else { return violation = "a submit is lost" }
    let isValid = (0...1).allSatisfy { !isThere[$0] || !isEnabled[$0] || isPassed($0) }
    switch submission.state {
    case .checked where form.firstFailing?.shown != nil:
      if isValid { violation = "a valid form fails" }
      form.fail()
      guard case .failed = form.submission(id)?.state else { return violation = "no failure" }
      form.withdraw(id)
    case .checked where isValid && !form.isPending:
      form.accept(id)
      if form.submissions.contains(where: { $0.state.mayEnd || $0.state.isFailed }) {
        violation = "two submits may succeed"
      }
    case .checked: submit(id)
    case .failed(let field, let finding):
      guard form.firstFailing?.id == field, form.firstFailing?.finding == finding else {
        return submit(id)
      }
      form.withdraw(id)
    case .overtaken, .reset: form.withdraw(id)
    case .waiting, .accepted: violation = "the caller of a submit resumes too early"
    }
  }

  /// Whether a field has no failure, according to the values and the answers.
  private func isPassed(_ field: Int) -> Bool {
    guard truth(field) == nil, !isRefused[field] else { return false }
    return !asks[field] || form[ids[field]]?.asyncCheck == .ended(.passed)
  }

  private mutating func enter(_ field: Int, replacing former: FieldID?) {
    lastNumber += 1
    ids[field] = FieldID(form: 1, number: lastNumber)
    readsFirst = field == 1
    isThere[field] = true
    (isEnabled[field], isRefused[field]) = (true, false)
    (isTouched[field], isNewSinceSubmit[field]) = (false, true)
    let other = field == 0 && isThere[1] && former == nil ? ids[1] : nil
    process(.added(spec(field), before: other, replacing: former))
  }

  /// Fires every timer and answers every check, and checks that the form is idle.
  mutating func settle() {
    for _ in 1...30 {
      guard violation == nil else { return }
      if let timer = timers.first {
        advance(by: .fire(timer))
      } else if let check = checks.first {
        advance(by: .answer(check, isLost: false))
      } else if form.isPending {
        violation = "a field is pending, but no timer or check is"
      } else if let submission = form.submissions.first {
        advance(by: .resume(submission.id))
      } else {
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
    let (table, checked) = (table, form.submissions.filter { $0.state == .checked }.count)
    var calls: [FieldID] = []
    let effects = form.handle(event, at: LogicalTime(rawValue: now)) { id, _ in
      calls.append(id)
      return table.ids.firstIndex(of: id).flatMap { table.truth($0) }
    }
    if calls.count != Set(calls).count { violation = "a rule ran twice in one event" }
    for effect in effects { carryOut(effect) }
    if form.submissions.filter({ $0.state == .checked }).count > checked {
      isTouched = [true, true]
      isNewSinceSubmit = [false, false]
      checkTheEnd()
    }
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
    case .checkAfterReset(let ids):
      let isValid = (0...1).allSatisfy { !isThere[$0] || !isEnabled[$0] || isPassed($0) }
      if isValid { process(.validAfterReset(ids)) }
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

  /// Checks that all async checks are answered and all failures are shown when a submit may end.
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
    if form.submissions.contains(where: { $0.state == .waiting }), !form.isPending {
      violation = "a submit waits, but no field is pending"
    }
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
  struct Table {
    let ids: [FieldID]
    let values: [Int]
    let isThere: [Bool]
    let isEnabled: [Bool]
    let readsFirst: Bool

    func truth(_ field: Int) -> RuleFinding? {
      if values[field] == 0 { return FormWorld.own }
      let isRead = field == 1 && readsFirst && isThere[0] && isEnabled[0] && values[0] != 0
      return isRead && values[0] != values[1] ? FormWorld.cross : nil
    }
  }
}

extension Submission.State {
  /// Whether the submission has no outcome.
  fileprivate var mayEnd: Bool { self == .waiting || self == .checked }

  /// Whether a failure has ended the submission.
  fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
