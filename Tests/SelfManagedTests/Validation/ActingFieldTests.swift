import Components
import Fakes
import Foundation
import SelfManaged
import TestSupport
import Testing

/// Fields of an app's own type, in two forms, that act at random while they are shown, focused or
/// committed, and observers of the forms that act before a change.
///
/// `FORMS=15000 swift test --filter ActingFieldTests` plays more forms.
@MainActor
@Suite(.timeLimit(.minutes(300)))
struct ActingFieldTests {
  private static var count: UInt64 {
    ProcessInfo.processInfo.environment["FORMS"].flatMap { UInt64($0) } ?? 60
  }

  @Test func fieldsThatActAtRandomLeaveConsistentForms() async {
    // With 1553, the check of a field begins and ends while another field is shown.
    for seed in Array(1...Self.count) + [1553] {
      let page = Page(seed: seed)
      await page.play()
      if let violation = page.violation {
        Issue.record("seed \(seed): \(violation)\n\(page.story.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// A field that shows the status that its form gave it last.
@MainActor
private final class ActingField {
  let name: String
  var title: String
  var value = ""
  var shown: FieldStatus?
  var observer: FieldObserver?
  var isBeingAdded = false
  weak var page: Page?

  init(_ name: String) { (self.name, title) = (name, name) }

  static let access = FieldAccess<ActingField, String>(
    title: { $0.title }, value: { $0.value },
    show: { field, status in
      field.shown = status
      field.page?.mayAct()
    },
    focus: { $0.page?.mayAct() },
    commit: { $0.page?.commit() },
    observe: { field, observer in
      let former = field.observer
      field.observer = observer
      former?.replaced()
    })
}

/// Two forms, their fields, and the submits that wait.
@MainActor
private final class Page {
  private let forms = [
    ValidationManager.fake(),
    ValidationManager.fake(policy: ValidationPolicy(shows: .onChange, debounce: .zero)),
  ]
  private let fields = (0...3).map { ActingField("F\($0)") }
  private let names = FakeNameCheck(taken: ["x"])
  private var random: SeededRandom
  private var submits: [Task<Void, Never>] = []
  /// The number of successes of each form, and whether an action runs.
  private var successes = [0, 0], isSaving = [false, false]
  /// The number of resets after which each form was invalid.
  private var invalidResets = [0, 0], isCommitting = false
  /// The number of actions that contain the current one.
  private var depth = 0
  private var actions = 0
  private(set) var violation: String?
  private(set) var story: [String] = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    for field in fields { field.page = self }
    names.hold()
  }

  func play() async {
    for _ in 1...25 where violation == nil {
      for form in forms { watch(form) }
      act()
      check()
      guard Int.random(in: 0...2, using: &random) == 0 else { continue }
      if Bool.random(using: &random) { names.releaseNext() }
      for _ in 0..<12 { await Task { @MainActor in }.value }
      check()
    }
    names.release()
    for form in forms { await form.settled() }
    actions = .max  // Nothing acts any more.
    for submit in submits { await submit.value }
    check()
    if forms.contains(where: \.state.isSubmitting) { record("a form is still being submitted") }
  }

  /// Lets an observer of a form act before the form's next change, now and then.
  private func watch(_ form: ValidationManager) {
    let readsState = Bool.random(using: &random)
    let act: @MainActor @Sendable () -> Void = { [weak self] in self?.mayAct(once: 4) }
    if readsState { beforeChange({ form.state }, act) } else { beforeChange({ form.check() }, act) }
  }

  /// Acts within a callback of a field or an observer, at random: once in the given number of times.
  func mayAct(once times: Int = 10) {
    guard depth < 3, actions < 60, Int.random(in: 1...times, using: &random) == 1 else { return }
    depth += 1
    act()
    depth -= 1
  }

  /// A submit begins by committing the fields; a reset until then comes before it.
  func commit() {
    let wasCommitting = isCommitting
    isCommitting = true
    mayAct()
    isCommitting = wasCommitting
  }

  private func act() {
    actions += 1
    let number = Int.random(in: forms.indices, using: &random), form = forms[number]
    let field = fields[Int.random(in: fields.indices, using: &random)]
    let other = fields[Int.random(in: fields.indices, using: &random)]
    let kind = Int.random(in: 0...15, using: &random)
    story.append("\(kind) form \(number) \(field.name) \(other.name) depth \(depth)")
    switch kind {
    case 0...2: add(field, to: form, before: kind == 0 ? other : nil, isTaken: kind < 2)
    case 3, 4: form.remove(field)
    case 5: form.disable(field)
    case 6: form.enable(field)
    case 7, 8, 9:
      field.value = ["", "x", "ok"].randomElement(using: &random) ?? ""
      field.observer?.changed(.user)
    case 10: field.observer?.editingEnded()
    case 11: form.receive([field.name: .server("No")])
    case 12:
      switch Int.random(in: 0...3, using: &random) {
      case 0: reset(number)
      // Perhaps between the last async result and the return of a submit.
      case 1: Task { reset(number) }
      default: submits.last?.cancel()
      }
    case 13:
      field.title = ["A", "B"].randomElement(using: &random) ?? ""
      field.observer?.needsDisplay()
    default: if submits.count < 12 { submit(number, hasAction: kind == 14) }
    }
  }

  /// Adds a field, unless it is being added: nested additions of one field are not supported.
  private func add(
    _ field: ActingField, to form: ValidationManager, before other: ActingField?, isTaken: Bool
  ) {
    guard !field.isBeingAdded else { return }
    field.isBeingAdded = true
    if isTaken {
      form.add(
        field, key: field.name, through: ActingField.access, [.required], then: names.rule,
        before: other)
    } else {
      form.add(field, key: field.name, through: ActingField.access, [.required], before: other)
    }
    field.isBeingAdded = false
  }

  /// Resets a form; if it is invalid then, no submit that waits runs its action.
  private func reset(_ number: Int) {
    forms[number].reset()
    if !isCommitting, !forms[number].check().isSuccess { invalidResets[number] += 1 }
  }

  private func submit(_ number: Int, hasAction: Bool) {
    let form = forms[number]
    submits.append(
      Task {
        let (before, resets) = (successes[number], invalidResets[number])
        guard hasAction else {
          if await form.submit().isSuccess { succeed(number, since: before) }
          return
        }
        await form.submit { _ in
          succeed(number, since: before)
          if isSaving[number] { record("two actions run at the same time") }
          if !form.check().isSuccess { record("the action runs with \(form.check())") }
          if invalidResets[number] != resets { record("the action runs after a reset") }
          isSaving[number] = true
          await Task { @MainActor in }.value  // So another action could begin meanwhile.
          isSaving[number] = false
        }
      })
  }

  private func succeed(_ number: Int, since before: Int) {
    if successes[number] != before { record("two submits that waited together succeeded") }
    successes[number] += 1
  }

  private func record(_ text: String) { violation = violation ?? text }

  private func check() {
    for form in forms where form.state.fields.contains(where: { $0.isPending && !$0.isEnabled }) {
      record("a disabled field is pending")
    }
    for field in fields {
      let homes = forms.filter { form in form.objects.contains { $0 === field } }
      if homes.count > 1 { record("\(field.name) is in two forms") }
      if let home = homes.first, let place = home.objects.firstIndex(where: { $0 === field }) {
        let status = home.state.fields[place]
        if field.shown != status {
          record("\(field.name) shows \(String(describing: field.shown)), its form has \(status)")
        }
        if status.failure?.code == .required {
          let text = "\(field.title) must not be empty"
          if status.text != text { record("\(status) has an old title") }
          if !field.value.isEmpty { record("\(status) is about an old value") }
        }
      } else if let shown = field.shown, shown.isEnabled || shown.isPending || shown.text != nil {
        record("\(field.name) has left, but shows \(shown)")
      }
    }
  }
}
