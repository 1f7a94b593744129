import SelfManaged
import StorefrontWire

/// What a person says of themselves.
struct Profile: Codable, Sendable {
  let name: String
  let qq: String
  let phone: String
  let city: String
  let quantity: Int

  /// Checks what the form checks, with the form's rules: another client may have none.
  func validate() throws(Refusal) {
    let rules = ProfileRules.self
    var fields: [String: String] = [:]
    for (key, title, failure) in [
      ("name", "Name", rules.name.check(name)), ("qq", "QQ number", rules.qq.check(qq)),
      ("phone", "Mobile", rules.phone.check(phone)), ("city", "City", rules.city.check(city)),
      ("quantity", "Quantity", rules.quantity.check(quantity)),
    ] {
      fields[key] = failure.map { MessageLanguage.english.text(of: $0, title: title) }
    }
    guard fields.isEmpty else {
      throw Refusal(.unprocessable, "The profile was not saved", fields: fields)
    }
  }
}

/// What is said of a person's profile, which there may not be.
struct ProfileBody: Encodable {
  let profile: Profile?
}

/// What is said of a name.
struct NameBody: Encodable {
  let isTaken: Bool
}
