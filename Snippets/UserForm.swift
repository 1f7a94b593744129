// A form with text fields, a selection, a number, an async rule, and a rule that compares fields.

import Components
import Fakes
import SelfManaged

// snippet.service
/// The app's own service; a test uses a fake.
protocol NameService: Sendable {
  func isTaken(_ name: String) async throws -> Bool
}
// snippet.end

// snippet.form
/// The model of a screen: it owns the fields, and the form references them weakly.
@MainActor
final class UserForm {
  let name = TitledTextField(title: "Name", key: "name")
  let qq = TitledTextField(title: "QQ number", key: "qq")
  let phone = TitledTextField(title: "Mobile", key: "phone")
  let city = SelectItem(title: "City", key: "city", options: ["Beijing", "Shanghai"])
  let guests = NumberEditor(label: "Guests")
  let password = TitledTextField(title: "Password", key: "password")
  let repeated = TitledTextField(title: "Repeated password", key: "repeated")

  let form = ValidationManager()

  init(names: any NameService) {
    form.add(
      name, [.required, .length(2...20)],
      then: AsyncRule(.taken) { name in try await !names.isTaken(name) })
    form.add(qq, [.required, .minDigits(5)])
    form.add(phone, [.ifFilled(.chinaMobile)])
    form.add(city, [.selected])
    form.add(guests, key: "guests", [.inRange(1...8)])
    let secret = form.add(password, [.required, .length(8...)])
    form.add(repeated, [.required, .matches(secret)])
  }
}
// snippet.end

// snippet.submit
extension UserForm {
  /// Submits the form: the fields show their failures, and the first failing field gets the focus.
  func save(to server: (UserForm) async throws(Refused) -> Void) async {
    await form.submit { submitted in
      do throws(Refused) {
        try await server(self)
      } catch {
        form.receive(error.fields.mapValues { .server($0) }, asOf: submitted)
      }
    }
  }

  struct Refused: Error {
    let fields: [String: String]
  }
}
// snippet.end

// snippet.object
/// The app's own field, which does not depend on forms.
@MainActor
final class ColorWell {
  var color: String? { didSet { if color != oldValue { onChange() } } }
  var warning: String?
  var onChange: () -> Void = {}
}

extension UserForm {
  func add(_ well: ColorWell) {
    form.add(
      well, key: "color",
      through: FieldAccess(
        title: { _ in "Color" }, value: { $0.color },
        show: { well, status in well.warning = status.text },
        observe: { well, observer in well.onChange = { observer.changed(.user) } }),
      [.required, .ifPresent(.oneOf(["red", "green"]))])
  }
}
// snippet.end

@MainActor
func readme(name: TitledTextField, qq: TitledTextField, names: any NameService) async {
  // snippet.readme
  let form = ValidationManager(language: .simplifiedChinese)
  form.add(
    name, [.required, .length(2...20)], then: AsyncRule(.taken) { try await !names.isTaken($0) })
  form.add(qq, [.required, .minDigits(5)])

  let text = form.check().text  // "NAME不能为空"
  let message = await form.submit()  // shows failures, awaits async rules, moves the focus
  // snippet.end
  _ = (text, message)
}

@MainActor
func rules() -> RuleChain<String> {
  // snippet.rules
  let even = Rule<Int>("even") { $0.isMultiple(of: 2) }
  let contact = Rule.email.or(.chinaMobile).failing(as: "contact")
  // snippet.end
  _ = even
  return [contact]
}

@MainActor
func first(name: TitledTextField, qq: TitledTextField) {
  // snippet.first
  let form = ValidationManager(language: .simplifiedChinese)
  form.add(name, [.required])
  form.add(qq, [.required, .minDigits(5)])

  let text = form.check().text  // "NAME不能为空"
  // snippet.end
  precondition(text == "NAME不能为空")
}

@MainActor
func ask(
  name: TitledTextField, password: TitledTextField, repeated: TitledTextField,
  names: any NameService, form: ValidationManager
) {
  // snippet.ask
  form.add(
    name, [.required, .length(2...20)], then: AsyncRule(.taken) { try await !names.isTaken($0) })
  let secret = form.add(password, [.required, .length(8...)])
  form.add(repeated, [.required, .matches(secret)])
  // snippet.end
}

@MainActor
func send(
  _ form: ValidationManager, announce: @escaping @MainActor (String?) -> Void,
  _ save: () async -> [String: String]
) async {
  // snippet.send
  form.onFeedback = { feedback in announce(feedback.announcement) }  // "Sold out"
  await form.submit { submitted in
    let refused = await save()  // ["name": "Ann is taken", "stock": "Sold out"], or empty
    form.receive(refused.mapValues { .server($0) }, asOf: submitted)
  }
  let banner = form.state.failure  // "Sold out", above the fields
  // snippet.end
  _ = banner
}

extension FakeNameCheck: NameService {}

@MainActor
func colorWellReportsItsChanges() async {
  let page = UserForm(names: FakeNameCheck())
  let well = ColorWell()
  page.add(well)
  _ = await page.form.submit()
  precondition(well.warning != nil)
  well.color = "red"
  precondition(well.warning == nil)
}

@MainActor
func theTitleFollowsTheLanguage() {
  let form = ValidationManager(), name = TitledTextField(title: "Name", key: "name")
  form.add(name, [.required])
  // snippet.titles
  var chinese = MessageLanguage.simplifiedChinese
  chinese.titles = ["name": "姓名", "city": "城市"]
  form.language = chinese
  let text = form.check().text  // "姓名不能为空"
  // snippet.end
  precondition(text == "姓名不能为空")
  // snippet.title
  var state = name.state
  state.title = "Full name"
  name.show(state)  // keeps the text and the failure
  // snippet.end
}

@MainActor
func theFieldBringsItsRules() {
  let form = ValidationManager()
  // snippet.attached
  let email = TitledTextField(title: "E-mail", key: "email")
  email.attach([.required, .email])  // where the field is made
  form.add(email)  // where it joins a form
  // snippet.end
  precondition(form.check().text == "E-mail must not be empty")
  // snippet.trimmed
  form.add(email, [.trimmed, .required, .email])
  email.edit(" ann@example.com ")  // as pasted
  email.endEditing()
  let sent = email.state.text  // "ann@example.com"
  // snippet.end
  precondition(sent == "ann@example.com")
}

@MainActor
func theObjectBringsItsRules() {
  let form = ValidationManager(), well = ColorWell()
  // snippet.attachedObject
  ValidationManager.attach(
    [.required], to: well, key: "color",
    through: FieldAccess(title: { _ in "Color" }, value: { $0.color }))
  form.add(well)
  // snippet.end
  precondition(form.check().text == "Color must not be empty")
}

theTitleFollowsTheLanguage()
theFieldBringsItsRules()
theObjectBringsItsRules()
await colorWellReportsItsChanges()
first(
  name: TitledTextField(title: "NAME", key: "name"), qq: TitledTextField(title: "QQ", key: "qq"))
