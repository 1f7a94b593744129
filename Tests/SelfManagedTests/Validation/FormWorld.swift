import Components
import SelfManaged

/// A form of two fields over the reducer alone, the world around it, and what must always hold.
///
/// Values are small numbers: 0 fails the field's own rule, 2 is rejected by an async
/// rule. The second field reads the first, and has to equal it. The world keeps its own account
/// of typed values, checks and answers, and reports where the reducer's differs.
struct FormWorld {
  enum Step: Hashable {
    case type(Int, Int)
    case set(Int, Int)
    case leave(Int)
    case toggle(Int)
    case remove(Int)
    case fire(Open)
    case answer(Open, isLost: Bool)
    case refuse(Int)
    case submit
    /// The caller of an open submit no longer waits.
    case withdraw(UInt64)
    case reset
    /// A removed field is added again, as a new entry.
    case join(Int)
    /// A field that is in the form is added again, in its place.
    case replace(Int)
  }

  /// A running timer or a pending check.
  struct Open: Hashable {
    let field: Int
    let stamp: UInt64
    let value: Int
  }

  private(set) var form: FormState
  private(set) var history: [Step] = []
  private(set) var complaint: String?

  private var now: UInt64 = 0
  private var values = [0, 0]
  private var isEnabled = [true, true]
  private var isThere = [false, false]
  /// The server's failure, as long as the value stays.
  private var isRefused = [false, false]
  /// Whether an event happened to a field that may let it show a failure.
  private var isTouched = [false, false]
  /// Whether the value changed since the last submit.
  private var isNewSinceSubmit = [true, true]
  private var timers: [Open] = []
  private var questions: [Open] = []
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

  /// All events that are possible now.
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
    steps += questions.flatMap { [.answer($0, isLost: false), .answer($0, isLost: true)] }
    return steps
  }

  mutating func take(_ step: Step) {
    history.append(step)
    switch step {
    case .type(let field, let value): change(field, to: value, by: .person)
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
      process(.timer(ids[open.field], LogicalTime(rawValue: open.stamp)))
    case .answer(let open, let isLost):
      questions.removeAll { $0 == open }
      process(
        .asyncCheckEnded(ids[open.field], LogicalTime(rawValue: open.stamp), answer(open, isLost)))
    case .refuse(let field):
      isRefused[field] = true
      process(.refused([.init(ids[field], Self.refused.failure)], asOf: nil))
    case .submit:
      isTouched = [true, true]
      isNewSinceSubmit = [false, false]
      process(.submit)
    case .withdraw(let stamp):
      submissions.remove(stamp)
      process(.withdrawn(LogicalTime(rawValue: stamp)))
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

  /// Fires every timer and answers every check, and verifies that the form is idle.
  mutating func settle() {
    for _ in 1...20 {
      guard complaint == nil else { return }
      if let timer = timers.first {
        take(.fire(timer))
      } else if let question = questions.first {
        take(.answer(question, isLost: false))
      } else {
        if form.isPending { complaint = "a field is pending, and nothing is under way" }
        if !submissions.isEmpty { complaint = "a submit waits, and nothing is under way" }
        return
      }
    }
    complaint = "it does not come to rest"
  }

  private var table: Table {
    Table(
      ids: ids, values: values, isThere: isThere, isEnabled: isEnabled, readsFirst: readsFirst)
  }

  private func answer(_ open: Open, _ isLost: Bool) -> AsyncCheckResult {
    isLost ? .unanswered(Self.lost) : open.value == 2 ? .failed(Self.taken) : .passed
  }

  private mutating func change(_ field: Int, to value: Int, by origin: FieldWatcher.Origin) {
    values[field] = value
    isRefused[field] = false
    isNewSinceSubmit[field] = true
    if origin == .person { isTouched[field] = true }
    process(.changed(ids[field], by: origin))
  }

  private mutating func process(_ event: FormEvent) {
    now += 1
    if event == .submit { submissions.insert(now) }
    var rules = table
    let effects = form.handle(event, at: LogicalTime(rawValue: now), rules: &rules)
    if rules.calls.count != Set(rules.calls).count { complaint = "a rule ran twice in one event" }
    for effect in effects { carryOut(effect) }
    if effects.contains(where: { if case .finish = $0 { true } else { false } }),
      form.firstFailing != nil, !effects.contains(.focusFirstFailing)
    {
      complaint = "a submit failed, and no field gets the focus"
    }
    check()
  }

  private mutating func carryOut(_ effect: FormEffect) {
    switch effect {
    case .schedule(let id, _): open(id) { timers.append($0) }
    case .runAsyncRules(let id):
      open(id) { questions.append($0) }
      guard let field = ids.firstIndex(of: id) else { return }
      if truth(field) != nil { complaint = "a check starts although a rule fails" }
      if !isEnabled[field] { complaint = "a check starts for a disabled field" }
    case .cancel: break  // A canceled check may still be answered; the answer must be ignored.
    case .focusFirstFailing:
      if form.firstFailing == nil { complaint = "a field is to get the focus, and none fails" }
    case .abandon(let stamps): submissions.subtract(stamps.map(\.rawValue))
    case .finish(let stamps):
      for stamp in stamps where submissions.remove(stamp.rawValue) == nil {
        complaint = "a submit ended twice"
      }
      if !submissions.isEmpty { complaint = "a submit was left behind" }
      isTouched = [true, true]
      isNewSinceSubmit = [false, false]
      checkTheEnd()
    }
  }

  private func open(_ id: FieldID, _ add: (Open) -> Void) {
    guard let field = ids.firstIndex(of: id) else { return }
    add(Open(field: field, stamp: now, value: values[field]))
  }

  /// The verdict of a field's synchronous rules on the values alone.
  private func truth(_ field: Int) -> RuleFinding? {
    table.truth(field)
  }

  /// When a submit ends, all checks are answered, and all failures are shown.
  private mutating func checkTheEnd() {
    for field in 0...1 where isThere[field] && isEnabled[field] {
      guard let state = form[ids[field]] else { continue }
      if state.verdict == .unknown { complaint = "a submit ended with a field not looked at" }
      if state.verdict == .passed, asks[field] {
        guard case .ended = state.asyncCheck else {
          complaint = "a submit ended with a question open"
          return
        }
      }
      if state.shown != state.finding {
        complaint = "a submit ended with a failure that is not shown"
      }
    }
  }

  /// The invariants after each event.
  private mutating func check() {
    let present = (0...1).filter { isThere[$0] }
    if form.fields.map(\.id) != present.map({ ids[$0] }) { complaint = "the order is lost" }
    for field in present {
      guard let state = form[ids[field]] else { continue }
      check(state, field)
    }
  }

  private mutating func check(_ state: FieldState, _ field: Int) {
    let truth = truth(field)
    if state.isEnabled != isEnabled[field] { complaint = "a field is enabled and should not be" }
    if isEnabled[field] {
      if case .failed(let finding) = state.verdict, finding != truth {
        complaint = "the verdict is that of other values"
      }
      if state.verdict == .passed, truth != nil { complaint = "what fails has passed" }
    }
    if (state.refusal != nil) != isRefused[field] {
      complaint = "the server's word is lost or kept"
    }
    switch state.asyncCheck {
    case .none: break
    case .debouncing(let stamp):
      let isOpen = timers.contains {
        $0.field == field && $0.stamp == stamp.rawValue && $0.value == values[field]
      }
      if !isOpen { complaint = "it waits for a timer that was not started for this value" }
    case .running(let stamp):
      let isOpen = questions.contains {
        $0.field == field && $0.stamp == stamp.rawValue && $0.value == values[field]
      }
      if !isOpen { complaint = "it waits for a check that was not started for this value" }
    case .ended(.failed):
      if values[field] != 2 { complaint = "an answer to another value counts" }
    case .ended(.passed):
      if values[field] == 2 { complaint = "an answer to another value counts" }
    case .ended(.unanswered): break
    }
    if state.isPending, !isEnabled[field] || truth != nil {
      complaint = "it is pending for nothing"
    }
    guard let shown = state.shown else { return }
    if !isEnabled[field] { complaint = "a disabled field shows something" }
    if shown == Self.refused { return }
    if !isTouched[field] { complaint = "an untouched field shows a failure" }
    if shown == Self.own || shown == Self.cross, shown != truth {
      complaint = "what is shown is not true"
    }
    if form.policy.shows == .onSubmit, isNewSinceSubmit[field] {
      complaint = "a failure is shown before the submit"
    }
  }

  /// The rules, by the values alone.
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
