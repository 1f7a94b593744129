import Components
import TestSupport
import Testing

/// A behavior attached to a number editor.
@MainActor
struct NumberEditorBehaviorTests {
  /// The calls that the behavior received.
  final class Log { var calls: [String] = [] }

  let editor = NumberEditor()
  let log = Log()
  let dozens = QuantityRules(minimum: 2, maximum: 10, step: 2)

  init() {
    editor.configure(quantity: 4, rules: dozens)
    editor.attach(
      .init(
        step: { [log] in log.calls.append("step \($0)") },
        set: { [log] in log.calls.append("set \($0)") },
        binding: FakeBinding { [log] in log.calls.append("detached") }))
  }

  /// A cell that configures itself again while a number is committed keeps the commit.
  @Test func behaviorThatAttachesItselfAgainCommitsOnce() {
    let editor = NumberEditor()
    var committed: [Int] = []
    func attach() {
      editor.attach(
        NumberEditor.Behavior(
          step: { _ in },
          set: {
            committed.append($0)
            attach()
          }, item: "tea"))
    }
    attach()
    editor.edit("15")
    editor.endEditing()
    editor.endEditing()
    #expect(committed == [15])
    #expect(editor.state.text == nil)
    editor.detach()  // The behavior retains the editor.
  }

  @Test func noticeOfARequestDoesNotReachTheItemThatItsBehaviorIsReplacedBy() {
    let editor = NumberEditor(label: "Tea")
    editor.attach(
      .init(
        step: { _ in },
        set: { [unowned editor] _ in
          editor.attach(.init(step: { _ in }, set: { _ in }, item: "milk"))
          editor.show(.init(quantity: 2))
        }, item: "tea"))
    editor.show(.init(quantity: 1, rules: QuantityRules(maximum: 5)))
    editor.edit("9")
    editor.endEditing()
    #expect(editor.state == .init(quantity: 2))
  }

  @Test func stepFromATypedNumberReportsTheText() {
    let editor = NumberEditor(label: "Tea")
    var completed: [String] = []
    editor.onInputComplete = { completed.append("\($0) from \($1)") }
    editor.edit("07")
    editor.add()
    #expect(completed == ["7 from 07"])
    #expect(editor.state.quantity == 8)
  }

  /// The behavior shows the editor's state with another number, and so the notice with it.
  @Test func stepRemovesTheNoticeOfTheFormerInput() {
    let editor = NumberEditor(label: "Tea")
    editor.attach(
      .init(
        step: { [unowned editor] amount in
          var next = editor.state
          next.quantity += amount
          editor.show(next)
        }, set: { _ in }))
    editor.edit("x")
    editor.endEditing()
    #expect(editor.state.notice != nil)
    editor.add()
    #expect(editor.state.quantity == 1)
    #expect(editor.state.notice == nil)
  }

  @Test func behaviorGetsRuleStepsAndEditorStaysUnchanged() {
    let before = editor.state
    editor.add()
    editor.reduce()
    #expect(editor.isManaged)
    #expect(log.calls == ["step 2", "step -2"])
    #expect(editor.state == before)
  }

  @Test func stepOutsideTheRulesReachesTheNextAllowed() {
    editor.show(.init(quantity: 7, rules: dozens, change: .external))
    editor.add()
    editor.reduce()
    #expect(log.calls == ["step 1", "step -1"])
  }

  @Test func behaviorGetsTheCommittedNumberWithinTheRules() {
    editor.edit("7")
    #expect(log.calls == [])
    editor.endEditing()
    #expect(log.calls == ["set 6"])
    #expect(editor.state.quantity == 4)
    #expect(editor.state.notice == .adjusted(requested: 7, actual: 6, rule: .step(2)))
  }

  @Test func invalidTextNeverReachesTheBehavior() {
    editor.edit("abc")
    editor.endEditing()
    #expect(log.calls == [])
  }

  @Test func behaviorIsNotCalledAtALimit() {
    editor.show(.init(quantity: 10, rules: dozens, change: .external))
    editor.add()
    editor.show(.init(quantity: 0, rules: dozens, change: .external))
    editor.reduce()
    #expect(log.calls == [])
  }

  @Test func theCallbacksComeAfterTheBehavior() {
    editor.onAdd = { [log] in log.calls.append("onAdd") }
    editor.onReduce = { [log] in log.calls.append("onReduce") }
    editor.onInputComplete = { [log] number, _ in
      log.calls.append("onInputComplete \(number)")
    }
    editor.add()
    editor.reduce()
    editor.edit("99")
    editor.endEditing()
    #expect(
      log.calls == [
        "step 2", "onAdd", "step -2", "onReduce", "set 10", "onInputComplete 10",
      ])
  }

  @Test func configuringDetachesTheBehaviorOnce() {
    editor.configure(quantity: 4, rules: dozens)
    editor.configure(quantity: 4, rules: dozens)
    #expect(log.calls == ["detached"])
    #expect(!editor.isManaged)
    editor.add()
    #expect(log.calls == ["detached"])
    #expect(editor.state.quantity == 6)
  }

  @Test func attachingDetachesThePreviousBehaviorFirst() {
    editor.attach(
      .init(
        step: { [log] in log.calls.append("new step \($0)") },
        set: { [log] in log.calls.append("new set \($0)") }))
    editor.add()
    #expect(log.calls == ["detached", "new step 2"])
  }

  @Test(
    "a text stays only if the next behavior is known to have the same item",
    arguments: [
      ("tea", "tea", true), ("tea", "milk", false), ("tea", nil, false), (nil, nil, false),
    ]
      as [(String?, String?, Bool)])
  func textStaysForTheSameItem(first: String?, next: String?, stays: Bool) {
    let editor = NumberEditor()
    var committed: [Int] = []
    for item in [first, next] {
      editor.attach(.init(step: { _ in }, set: { committed.append($0) }, item: item))
      if item == first, editor.state.text == nil, committed.isEmpty { editor.edit("7") }
    }
    #expect(editor.state.text == (stays ? "7" : nil))
    #expect(committed == (stays ? [] : [7]))
  }

  @Test(arguments: ["5", "abc"])
  func textTypedWithoutABehaviorIsDropped(text: String) {
    let editor = NumberEditor(), page = Node("page")
    editor.nextResponder = page
    var dropped: [String] = []
    page.table.on(TextDropped.self) { event, _ in
      dropped.append(event.text)
      return .stop
    }
    editor.edit(text)
    editor.attach(.init(step: { _ in }, set: { number in Issue.record("\(number) is set") }))
    editor.endEditing()
    #expect(dropped == [text])
    #expect(editor.state == .init())
  }

  @Test func detachingKeepsTheStateAndEditsLocally() {
    editor.show(.init(quantity: 8, rules: dozens, change: .external))
    editor.detach()
    editor.detach()
    #expect(log.calls == ["detached"])
    #expect(editor.state == .init(quantity: 8, rules: dozens, change: .external))
    editor.add()
    #expect(editor.state == .init(quantity: 10, rules: dozens, change: .user))
  }

  @Test("a behavior attached by the previous one as it is detached is detached too")
  func eachBehaviorIsDetachedOnce() {
    var out: [String] = []
    let editor = NumberEditor(), like = LikeButton(), avatar = AvatarView()
    editor.attach(
      .init(
        step: { _ in }, set: { _ in },
        binding: FakeBinding { [unowned editor] in
          editor.attach(
            .init(step: { _ in }, set: { _ in }, binding: FakeBinding { out.append("editor 2") }))
        }))
    editor.attach(
      .init(step: { _ in }, set: { _ in }, binding: FakeBinding { out.append("editor 3") }))
    editor.detach()
    like.attach(
      .init(
        tap: {},
        binding: FakeBinding { [unowned like] in
          like.attach(.init(tap: {}, binding: FakeBinding { out.append("like 2") }))
        }))
    like.attach(.init(tap: {}, binding: FakeBinding { out.append("like 3") }))
    like.detach()
    avatar.attach(
      .init(
        tap: {},
        detached: { [unowned avatar] in
          avatar.attach(.init(tap: {}, detached: { out.append("avatar 2") }))
        }))
    avatar.attach(.init(tap: {}, detached: { out.append("avatar 3") }))
    avatar.detach()
    #expect(out == ["editor 2", "editor 3", "like 2", "like 3", "avatar 2", "avatar 3"])
  }

  /// A behavior displays its number with or without a notice.
  private func attach(saying notice: QuantityNotice?) {
    let show: @MainActor (Int) -> Void = { [unowned editor] quantity in
      var next = editor.state
      (next.quantity, next.notice) = (quantity, notice)
      editor.show(next)
    }
    editor.attach(
      .init(
        step: { [unowned editor] in show(editor.state.quantity + $0) }, set: { show($0) }))
  }

  @Test func theNoticeOfTheBehaviorIsShown() {
    attach(saying: .refused("No"))
    editor.add()
    #expect(editor.state.notice == .refused("No"))
  }

  @Test func noticeOfATextSurvivesTheNextStep() {
    attach(saying: nil)
    editor.edit("99")
    editor.reduce()
    #expect(editor.state.quantity == 8)
    #expect(editor.state.notice == .adjusted(requested: 99, actual: 10, rule: .maximum(10)))
    editor.reduce()
    #expect(editor.state.notice == nil)
  }

  @Test func requestStatusOfAnAttachedBehaviorIsPublished() {
    let editor = NumberEditor()
    let recorder = StateRecorder { editor.requestStatus.isPending }
    editor.attach(
      .init(
        step: { _ in }, set: { _ in },
        binding: FakeBinding(status: RequestStatus(isPending: true))))
    #expect(recorder.states == [true])
    editor.detach()
    #expect(recorder.states == [true, false])
  }

  @Test(arguments: [true, false])
  func commitThatEndsEditingIsCalledOnce(_ configures: Bool) {
    let editor = NumberEditor()
    var sent: [Int] = []
    editor.attach(
      .init(
        step: { _ in },
        set: { quantity in
          sent.append(quantity)
          // A text field that resigns its focus reports the end of editing once more.
          if configures { editor.configure(quantity: quantity) } else { editor.endEditing() }
        }))
    editor.edit("9")
    editor.endEditing()
    #expect(sent == [9])
    #expect(editor.state.text == nil)
    editor.detach()
  }
}
