import Components
import SelfManaged
import StorefrontServices

/// The user-information form, whose fields show their own failures.
final class FormScreen: Screen {
  private let user: UserForm
  private var saving: Task<Void, Never>?

  init(in context: ScreenContext) {
    user = UserForm(api: context.services.api)
    super.init(.account, title: "Your details", in: context)
  }

  override func load() async throws {
    if let profile = try await context.profile() { user.fill(with: profile) }
    for field in [user.name, user.qq, user.phone, user.password, user.repeated] {
      field.nextResponder = self
    }
    user.city.nextResponder = self
    user.quantity.nextResponder = self
    let ids = [
      add(ShownComponent(id("form/name"), user.name)),
      add(ShownComponent(id("form/qq"), user.qq)),
      add(ShownComponent(id("form/phone"), user.phone)),
      add(ShownComponent(id("form/city"), user.city)),
      add(ShownComponent(id("form/quantity"), user.quantity)),
      add(ShownComponent(id("form/password"), user.password, isSecret: true)),
      add(ShownComponent(id("form/repeated"), user.repeated, isSecret: true)),
    ]
    let language = add(
      ShownComponent(button: id("form/language"), label: "中文 / English") { [user] in
        let isChinese =
          user.form.language.identifier == MessageLanguage.simplifiedChinese.identifier
        user.form.language = isChinese ? .english : .simplifiedChinese
      })
    let save = add(
      ShownComponent(button: id("form/save"), label: "Save", isMain: true) { [weak self] in
        self?.save()
      })
    lay([
      .init(title: nil, style: .form, rows: ids.map { .init(id: $0, trail: [$0]) }),
      .init(title: nil, style: .buttons, rows: [.init(id: "buttons", trail: [save, language])]),
    ])
  }

  /// Saves in the background; the form runs one submit after the other.
  private func save() {
    saving?.cancel()
    saving = Task { [weak self, user] in
      do {
        let message = try await user.save()
        guard !Task.isCancelled else { return }
        self?.send(
          DeviceSays(message.isSuccess ? "Saved" : "\(message.text)"))
      } catch {
        self?.send(DeviceSays("The form could not be saved"))
      }
    }
  }
}
