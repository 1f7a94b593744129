import Components
import SelfManaged
import StorefrontDevice
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import StorefrontWire

/// The part of the walkthrough with the form.
@MainActor
struct FormStory {
  private let server: ServerProcess
  private let user: UserForm
  private let shown: [ShownComponent]

  init(server: ServerProcess) {
    self.server = server
    let user = UserForm(api: StorefrontAPI(baseURL: server.baseURL, userID: "ada"))
    self.user = user
    let texts = [user.name, user.qq, user.phone, user.password, user.repeated]
    shown =
      texts.map { ShownComponent($0.key, $0) }
      + [ShownComponent("city", user.city), ShownComponent("quantity", user.quantity)]
    for component in shown { component.watch { Columns.print($0) } }
  }

  func play() async throws {
    Columns.chapter(
      "An empty form is submitted: all failures are shown, and the name has the focus.")
    try await save()
    Columns.chapter("The form is filled in, with Ben's name and a QQ number that is too short.")
    user.name.edit("Ben")
    user.qq.edit("1234")
    user.phone.edit("13800138000")
    user.city.select("Shanghai")
    user.quantity.add()
    user.password.edit("open sesame")
    user.repeated.edit("open sesame")
    try await save()
    Columns.chapter("The language changes to Chinese; no rule runs again.")
    user.language = .chinese
    flush()
    Columns.chapter("The form is valid, but Ben saves the new name first.")
    user.form.language = .english
    user.name.edit("Countess")
    user.qq.edit("12345")
    try await save {
      let ben = StorefrontAPI(baseURL: server.baseURL, userID: "ben")
      try await ben.save(
        StorefrontProfile(name: "Countess", qq: "54321", phone: "", city: "Beijing", quantity: 1))
    }
    Columns.chapter("Another name.")
    user.name.edit("Ada Lovelace")
    try await save()
  }

  /// The values of the form and of the database.
  func row(_ records: StorefrontRecords) throws -> (name: String, shown: String, held: String) {
    let profile = user.profile
    let shown = [profile.name, profile.qq, profile.phone, profile.city, "\(profile.quantity)"]
    return ("form", shown.joined(separator: ", "), try records.profile(of: "ada") ?? "nothing")
  }

  private func save(beforeSaving: @MainActor () async throws -> Void = {}) async throws {
    let message = try await user.save(beforeSaving: beforeSaving)
    flush()
    Columns.print("form", message.isSuccess ? "saved" : message.text, "")
  }

  private func flush() {
    for component in shown { component.flush() }
  }
}
