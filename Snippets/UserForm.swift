// A form of text fields, a selection and a number, with a rule that asks and one that compares.

import Components
import SelfManaged

// snippet.service
/// The app's own service; a test puts a fake in its place.
protocol NameService: Sendable {
  func isTaken(_ name: String) async throws -> Bool
}
// snippet.end

// snippet.form
/// Whoever shows the fields owns them; the form holds them weakly.
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
    form.add(guests, key: "guests", [.range(1...8)])
    let secret = form.add(password, [.required, .length(8...)])
    form.add(repeated, [.required, .matches(secret)])
  }
}
// snippet.end

// snippet.submit
extension UserForm {
  /// Sends the form; what is wrong is shown by the fields, and the first of them gets the focus.
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
/// A field of the app's own: it knows nothing of forms.
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
        watch: { well, watcher in well.onChange = { watcher.changed(.person) } }),
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

  let text = form.check().text  // "NAME输入不能为空"
  let message = await form.submit()  // shows what is wrong, asks, waits, points at the first field
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

  let text = form.check().text  // "NAME输入不能为空"
  // snippet.end
  precondition(text == "NAME输入不能为空")
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
func send(_ form: ValidationManager, _ save: (ValidationMessage) async -> Void) async {
  // snippet.send
  await form.submit { submitted in
    await save(submitted)  // with form.receive(refused, asOf: submitted) where the server refuses
  }
  // snippet.end
}

@MainActor
func aColorWellReportsItsChanges() async {
  struct NoName: NameService {
    func isTaken(_ name: String) async -> Bool { false }
  }
  let page = UserForm(names: NoName())
  let well = ColorWell()
  page.add(well)
  _ = await page.form.submit()
  precondition(well.warning != nil)
  well.color = "red"
  precondition(well.warning == nil)
}

await aColorWellReportsItsChanges()
first(
  name: TitledTextField(title: "NAME", key: "name"), qq: TitledTextField(title: "QQ", key: "qq"))
