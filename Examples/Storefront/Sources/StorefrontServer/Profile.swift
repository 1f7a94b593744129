import NIOHTTP1
import SelfManaged
import StorefrontWire

extension StorefrontProfile {
  /// Checks the profile with the rules of the form, since another client may not check it.
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
      throw Refusal(.unprocessableEntity, "The profile was not saved", fields: fields)
    }
  }
}
