import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The focus after a refusal by the server, and failures that concern no field.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FormFailureTests {
  let name = field("name", "ann"), qq = field("qq", "12345")
  let form = ValidationManager.fake()

  init() {
    form.add(name, [.required])
    form.add(qq, [.required, .minDigits(5)])
  }

  @Test func refusedFieldGetsTheFocus() async {
    await form.submit { submitted in
      form.receive(["qq": .server("Unknown"), "zip": .server("No")], asOf: submitted)
    }
    #expect(qq.state.isFocused && !name.state.isFocused)
    #expect(qq.shows == "Unknown")
  }

  @Test func firstRefusedFieldThatShowsItsFailureGetsTheFocus() async {
    let submitted = await form.submit()
    name.edit("anna")
    form.receive(["name": .server("ann is taken"), "qq": .server("Unknown")], asOf: submitted)
    #expect(qq.state.isFocused && !name.state.isFocused)
    qq.endEditing()
    form.disable(qq)
    form.receive(["qq": .server("Unknown")])
    #expect(!qq.state.isFocused)
  }

  @Test func failureWithoutAFieldIsAFailureOfTheForm() async {
    var announced: [String?] = []
    form.onFeedback = { announced.append($0.announcement) }
    let seen = StateRecorder { form.state.failure }
    var saved = 0
    await form.submit { submitted in
      form.receive(["stock": .server("Sold out"), "age": .init(.tooSmall, 18)], asOf: submitted)
    }
    #expect(form.state.failure == "age must be at least 18\nSold out")
    #expect(announced == ["age must be at least 18\nSold out"])
    form.language = .simplifiedChinese
    #expect(form.state.failure == "age不能小于18\nSold out")
    #expect(form.check().isSuccess)
    #expect(await form.submit { _ in saved += 1 }.isSuccess)
    #expect(saved == 1)
    #expect(form.state.failure == nil)
    #expect(seen.states.count >= 3)
    #expect(announced.count == 1)
  }

  @Test func failureOfTheFormEndsWithAReset() {
    form.receive(["stock": .server("Sold out")])
    form.receive(["name": .server("No")])
    #expect(form.state.failure == "Sold out", "a failure of a field does not replace it")
    form.reset()
    #expect(form.state.failure == nil)
  }
}
