import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// Random forms with components, a manager and a name check, compared with a model.
///
/// A failure names the seed that reproduces it. `FORMS=5000` in the environment runs more forms.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FormSimulationTests {
  private static var count: UInt64 {
    ProcessInfo.processInfo.environment["FORMS"].flatMap { UInt64($0) } ?? 60
  }

  @Test func formAgreesWithTheModel() async {
    for seed in 1...Self.count {
      let story = Story(seed: seed)
      await story.play()
      for violation in story.violations { Issue.record("seed \(seed): \(violation)") }
      guard story.violations.isEmpty else { return }
    }
  }

  /// A rule as data, so that the model can evaluate it independently.
  private enum Condition {
    case required
    case minDigits(Int)
    case atMost(Int)
    case equals(FieldHandle<String>)
  }

  /// A field as the model sees it.
  private struct Entry {
    let number: Int
    var conditions: [Condition]
    var isEnabled = true
    var refusal: String?
    var handle: FieldHandle<String>
  }

  @MainActor
  private final class Story {
    private var random: SeededRandom
    private var fields = (0...4).map { field("F\($0)") }
    private let names = FakeNameCheck(taken: ["12345", "x"])
    private let form: ValidationManager
    private var entries: [Entry] = []
    private var isChinese = false
    private(set) var violations: [String] = []
    /// The field that the next running rule removes.
    private var doomed: Int?
    /// The field that leaves the form when it is focused.
    private var shy: Int?

    /// The texts that are typed; chosen so that fields are often equal.
    private static let texts = ["", " ", "x", "123", "12345", "123456", "１２３４５", "12345\u{200B}"]
    /// The field whose name is checked asynchronously.
    private static let asking = 2

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      let timings: [FailureTiming] = [
        .onSubmit, .onEditingEnd, .onChange, .onChangeAfterFirstError,
      ]
      form = .fake(
        policy: ValidationPolicy(shows: timings.randomElement(using: &random) ?? .onSubmit))
    }

    func play() async {
      for number in fields.indices { join(number) }
      for step in 1...40 {
        let isSubmit = await act()
        await form.settled()
        compare(step, isAfterSubmit: isSubmit)
        guard violations.isEmpty else { return }
      }
    }

    /// Runs a random event; returns whether it was a submit.
    private func act(_ kind: Int? = nil) async -> Bool {
      let number = Int.random(in: fields.indices, using: &random)
      switch kind ?? Int.random(in: 0..<24, using: &random) {
      case 0...7: type(number, Self.texts.randomElement(using: &random) ?? "")
      case 8, 9: fields[number].endEditing()
      case 10:
        let text = Self.texts.randomElement(using: &random) ?? ""
        if text != fields[number].state.text { forgetRefusal(number) }
        fields[number].configure(title: "F\(number)", text: text)
      case 11, 12:
        guard let place = place(number) else { return false }
        entries[place].isEnabled.toggle()
        entries[place].isEnabled ? form.enable(fields[number]) : form.disable(fields[number])
      case 13:
        entries.removeAll { $0.number == number }
        form.remove(fields[number])
      case 14: join(number)
      case 15:
        guard let place = place(number) else { return false }
        entries[place].conditions = conditions(for: number)
        form.setRules(chain(entries[place].conditions, number), of: entries[place].handle)
      case 16:
        let left = form.receive(["F\(number)": .server("No \(number)")])
        if let place = place(number) { entries[place].refusal = "No \(number)" }
        if left.isEmpty != (place(number) != nil) {
          violations.append("a server failure was not received by the field with its key")
        }
      case 17:
        isChinese.toggle()
        form.language = isChinese ? .simplifiedChinese : .english
      case 18:  // The field is released, and a new field with its number is not yet added.
        fields[number] = field("F\(number)")
        entries.removeAll { $0.number == number }
        await laterTurn()
      case 19: return await actWhileARuleRemoves(number)
      case 20, 21: return await actWhileSubmitsWait()
      default:
        let message = await form.submit()
        if message.code != expectedFirst()?.code {
          violations.append("the submit returned \(message)")
        }
        return true
      }
      return false
    }

    /// Returns after the work that was queued on the main actor at the call.
    private func laterTurn() async { await Task { @MainActor in }.value }

    /// Performs an action during which the first rule that runs removes a field.
    private func actWhileARuleRemoves(_ number: Int) async -> Bool {
      doomed = number
      defer { doomed = nil }
      func expectNotNamed(_ messages: [ValidationMessage]) {
        guard doomed == nil, messages.contains(where: { $0.key == "F\(number)" }) else { return }
        violations.append("F\(number) was removed, but is named by \(messages)")
      }
      let isSubmit = Bool.random(using: &random)
      if isSubmit {
        expectNotNamed([await form.submit()])
      } else if Bool.random(using: &random) {
        expectNotNamed([form.check()])
        expectNotNamed(form.checkAll())
        expectNotNamed(form.failures(of: fields[number]))
      } else {
        _ = await act(0)
      }
      // The rule changed the form after the submit, so the resulting failures are not shown yet.
      return isSubmit && doomed != nil
    }

    private func ruleRuns() {
      guard let number = doomed else { return }
      doomed = nil
      entries.removeAll { $0.number == number }
      form.remove(fields[number])
    }

    /// Submits several times; while the submits wait, performs actions and cancels some callers.
    private func actWhileSubmitsWait() async -> Bool {
      names.hold()
      let tasks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Task { await form.submit() }
      }
      await laterTurn()
      let isOverlap = form.state.isSubmitting
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let wasOpen = form.state.isSubmitting
        _ = await act(Int.random(in: 0...17, using: &random))
        let asked = entries.first { $0.number == Self.asking && $0.isEnabled }
        if wasOpen, let asked, expected(asked).isEmpty, !form.state.isSubmitting {
          violations.append("a submit ended while a field is being checked")
        }
      }
      let canceled = tasks.filter { _ in Int.random(in: 0...2, using: &random) == 0 }
      for task in canceled { task.cancel() }
      let others = tasks.filter { !canceled.contains($0) }
      let isOpen = form.state.isSubmitting
      for task in canceled where isOverlap {
        if await task.value.isSuccess { violations.append("a canceled submit returned a success") }
      }
      if isOpen, others.isEmpty, form.state.isSubmitting {
        violations.append("every submit was canceled, but the form is submitting")
      }
      if Bool.random(using: &random) { shy = Int.random(in: fields.indices, using: &random) }
      defer { shy = nil }
      names.release()
      var codes: [RuleCode?] = []
      for task in others { codes.append(await task.value.code) }
      if form.state.isSubmitting {
        violations.append("every submit has ended, but the form is submitting")
      }
      if isOverlap, codes.filter({ $0 == nil }).count > 1 {
        violations.append("concurrent submits returned \(codes)")
      }
      guard isOpen, !others.isEmpty else { return false }
      let expected = expectedFirst()
      let success: [RuleCode?] = [nil] + others.dropFirst().map { _ in .alreadySubmitting }
      let wanted = expected.map { first in others.map { _ in first.code } } ?? success
      if codes.count(where: { $0 == nil }) != wanted.count(where: { $0 == nil })
        || Set(codes) != Set(wanted)
      {
        violations.append("submits returned \(codes) instead of \(wanted)")
      }
      if let key = expected?.key, let first = fields.first(where: { $0.key == key }),
        !first.state.isFocused
      {
        violations.append("\(key) fails first, but has no focus")
      }
      return true
    }

    private func type(_ number: Int, _ text: String) {
      if text != fields[number].state.text { forgetRefusal(number) }
      fields[number].edit(text)
    }

    private func forgetRefusal(_ number: Int) {
      if let place = place(number) { entries[place].refusal = nil }
    }

    private func place(_ number: Int) -> Int? { entries.firstIndex { $0.number == number } }

    private func join(_ number: Int) {
      let other = Int.random(in: fields.indices, using: &random)
      let isBefore = Bool.random(using: &random)
      let conditions = conditions(for: number)
      let present = place(number)
      entries.removeAll { $0.number == number }
      let handle = form.add(
        fields[number], key: "F\(number)", through: access(number), chain(conditions, number),
        before: isBefore ? fields[other] : nil)
      // A field of the form keeps its position, unless it is added before another field.
      let place = (isBefore ? place(other) : nil) ?? present ?? entries.count
      entries.insert(Entry(number: number, conditions: conditions, handle: handle), at: place)
    }

    private func access(_ number: Int) -> FieldAccess<TitledTextField, String> {
      FieldAccess(
        title: { $0.current.title }, value: { $0.currentText },
        show: { $0.show(failure: $1.text, isPending: $1.isPending) },
        focus: { [weak self] field in
          guard let self, shy == number else { return field.focus() }
          shy = nil
          entries.removeAll { $0.number == number }
          form.remove(field)
        },
        observe: { $0.observer = $1 })
    }

    private func conditions(for number: Int) -> [Condition] {
      (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .required
        case 1: .minDigits(Int.random(in: 1...6, using: &random))
        case 2: .atMost(Int.random(in: 0...6, using: &random))
        default:
          entries.filter { $0.number != number }.randomElement(using: &random)
            .map { .equals($0.handle) }
        }
      }
    }

    private func chain(_ conditions: [Condition], _ number: Int) -> RuleChain<String> {
      let rules = conditions.map { condition -> Rule<String> in
        switch condition {
        case .required: .required
        case .minDigits(let count): .minDigits(count)
        case .atMost(let count): .length(...count)
        case .equals(let other): .matches(other)
        }
      }
      let acting = Rule<String>("acting") { [weak self] _ in
        MainActor.assumeIsolated { self?.ruleRuns() }
        return true
      }
      return RuleChain(
        rules.isEmpty ? [] : [acting] + rules, then: number == Self.asking ? [names.rule] : [])
    }

    // MARK: The model's verdict

    private func text(_ number: Int) -> String { fields[number].state.text }

    private func fails(_ condition: Condition, _ entry: Entry) -> RuleCode? {
      let text = text(entry.number)
      switch condition {
      case .required: return ["", " "].contains(text) ? .required : nil
      case .minDigits(let count):
        guard !text.contains(where: { !"0123456789".contains($0) }) else { return .digits }
        return Array(text).count < count ? .minDigits : nil
      case .atMost(let count): return Array(text).count > count ? .tooLong : nil
      case .equals(let other):
        guard let read = readable(other), text != self.text(read.number) else { return nil }
        return .mismatch
      }
    }

    /// The entry of the field that a rule reads, if its value can be compared.
    private func readable(_ other: FieldHandle<String>) -> Entry? {
      guard let read = entries.first(where: { $0.handle == other }), read.isEnabled,
        !read.conditions.isEmpty || read.number == Self.asking
      else { return nil }
      for condition in read.conditions {
        if case .equals = condition { break }
        if fails(condition, read) != nil { return nil }
      }
      return read
    }

    private func expected(_ entry: Entry) -> [RuleCode] {
      guard !entry.conditions.isEmpty || entry.number == Self.asking else { return [.noRules] }
      return entry.conditions.compactMap { fails($0, entry) }
    }

    private func expectedFirst() -> (key: String, code: RuleCode)? {
      for entry in entries where entry.isEnabled {
        if let code = verdict(entry) { return ("F\(entry.number)", code) }
      }
      return entries.isEmpty ? ("", .noFields) : nil
    }

    /// The expected failure of a field once all checks are answered.
    private func verdict(_ entry: Entry) -> RuleCode? {
      if let code = expected(entry).first { return code }
      if entry.refusal != nil { return .server }
      return entry.number == Self.asking && names.taken.contains(text(entry.number)) ? .taken : nil
    }

    private func compare(_ step: Int, isAfterSubmit: Bool) {
      func expect(_ condition: Bool, _ violation: String) {
        if !condition { violations.append("step \(step): \(violation)") }
      }
      let enabled = entries.filter(\.isEnabled)
      let all = form.checkAll()
      expect(all.map(\.key) == enabled.map { "F\($0.number)" }, "the fields are out of order")
      for (entry, message) in zip(enabled, all) {
        let isOpen = message.code == .pending && entry.number == Self.asking && !isAfterSubmit
        expect(message.code == verdict(entry) || isOpen, "\(message) instead of \(expected(entry))")
        let failures = form.failures(of: fields[entry.number]).compactMap(\.code)
        let rules = failures.filter { ![.server, .taken].contains($0) }
        expect(rules == expected(entry), "all failures are \(failures)")
        expect(
          failures.contains(.server) == (entry.refusal != nil),
          "a server failure is lost, or kept too long")
      }
      let message = form.check()
      let failing = all.first { ![nil, .pending].contains($0.code) } ?? all.first { !$0.isSuccess }
      expect(
        message.code == (entries.isEmpty ? .noFields : failing?.code) && message.id == failing?.id,
        "the first failure is \(message)")
      for number in fields.indices {
        compareShown(number, isAfterSubmit: isAfterSubmit, expect)
      }
    }

    private func compareShown(
      _ number: Int, isAfterSubmit: Bool, _ expect: (Bool, String) -> Void
    ) {
      let shown = fields[number].state.failure
      let code = place(number).flatMap { entries[$0].isEnabled ? verdict(entries[$0]) : nil }
      let refusal = place(number).flatMap { entries[$0].refusal }
      let truth = code.map { _ in form.check(fields[number]).text }
      if isAfterSubmit {
        expect(shown == truth, "F\(number) shows \(shown ?? "nothing") after a submit")
      } else {
        // A server failure is shown at once, even if a preceding rule failure is not shown yet.
        expect(
          shown == nil || shown == truth || code != nil && shown == refusal,
          "F\(number) shows the wrong failure \(shown ?? "")")
      }
      guard let shown, shown != refusal else { return }
      expect(
        shown.unicodeScalars.contains { $0.value > 0x4E00 } == isChinese,
        "F\(number) shows a failure in the wrong language")
    }
  }
}
