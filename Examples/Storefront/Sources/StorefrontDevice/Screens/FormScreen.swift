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
    let new = "new-password"
    let user = user
    let ids = [
      ShownComponent(id("form/name"), user.name, autocomplete: "username"),
      ShownComponent(id("form/qq"), user.qq),
      ShownComponent(id("form/phone"), user.phone, autocomplete: "tel"),
      ShownComponent(id("form/city"), user.city, autocomplete: "address-level2"),
      ShownComponent(id("form/quantity"), user.quantity),
      ShownComponent(id("form/password"), user.password, isSecret: true, autocomplete: new),
      ShownComponent(id("form/repeated"), user.repeated, isSecret: true, autocomplete: new),
    ].map { add(ShownComponent($0) { user.language.tag }) }
    let save = ShownComponent(
      button: id("form/save"), label: user.language.save, isMain: true
    ) { [weak self] in self?.save() }
    let other = ShownComponent(button: id("form/language"), label: user.language.other.name) {
      user.language = user.language.other
    }
    let buttons = [
      add(ShownComponent(save) { user.language.tag }),
      add(ShownComponent(other) { user.language.other.tag }),
    ]
    lay([
      .init(title: nil, style: .form, rows: ids.map { .init(id: $0, trail: [$0]) }),
      .init(title: nil, style: .buttons, rows: [.init(id: "buttons", trail: buttons)]),
    ])
  }

  /// Saves in the background; the form runs one submit after the other.
  private func save() {
    saving?.cancel()
    saving = Task { [weak self, user] in
      do {
        let message = try await user.save()
        guard !Task.isCancelled else { return }
        let text = message.isSuccess ? user.language.saved : "\(message.text)"
        self?.send(DeviceSays(words: text, language: user.language.tag))
      } catch {
        self?.send(DeviceSays(words: user.language.notSaved, language: user.language.tag))
      }
    }
  }
}
