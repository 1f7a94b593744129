package import Components
package import SelfManaged
package import StorefrontWire

/// The form for a user's profile, in one of two languages.
///
/// It owns the fields, which the validation manager holds weakly.
@MainActor
package final class UserForm {
  /// The name, which no other user may have; the server checks it.
  package let name = TitledTextField(key: "name")
  package let qq = TitledTextField(key: "qq")
  /// The mobile number, which may stay empty.
  package let phone = TitledTextField(key: "phone")
  package let city = SelectItem(key: "city", options: ProfileRules.cities)
  /// The number of expected parcels.
  package let quantity = NumberEditor()
  package let password = TitledTextField(key: "password")
  package let repeated = TitledTextField(key: "repeated")

  /// The manager of the fields.
  package let form = ValidationManager()
  /// The language of all titles and messages.
  package var language: FormLanguage {
    get { form.state.language == FormLanguage.chinese.tag ? .chinese : .english }
    set {
      form.language = newValue.messages
      for field in [name, qq, phone, password, repeated] {
        var state = field.state
        state.title = newValue.title(of: field.key)
        field.show(state)
      }
      var state = city.state
      state.title = newValue.title(of: city.key)
      city.show(state)
      quantity.label = newValue.title(of: "quantity")
      quantity.words = newValue == .english ? AccessibilityWords() : .simplifiedChinese
    }
  }

  private let api: StorefrontAPI

  package init(api: StorefrontAPI) {
    self.api = api
    form.add(
      name, ProfileRules.name.then(AsyncRule(.taken) { name in try await !api.isTaken(name) }))
    form.add(qq, ProfileRules.qq)
    form.add(phone, ProfileRules.phone)
    form.add(city, [.selected])
    form.add(quantity, key: "quantity", ProfileRules.quantity)
    let secret = form.add(password, [.required, .length(8...)])
    form.add(repeated, [.required, .matches(secret)])
    language = .english
  }

  /// The profile from the current values of the fields.
  package var profile: StorefrontProfile {
    StorefrontProfile(
      name: name.state.text, qq: qq.state.text, phone: phone.state.text,
      city: city.state.selection ?? "", quantity: quantity.state.quantity)
  }

  /// Shows a saved profile, which contains no password.
  package func fill(with profile: StorefrontProfile) {
    name.configure(title: name.state.title, text: profile.name)
    qq.configure(title: qq.state.title, text: profile.qq)
    phone.configure(title: phone.state.title, text: profile.phone)
    city.configure(
      title: city.state.title, options: city.state.options, selection: profile.city)
    quantity.configure(quantity: profile.quantity, rules: quantity.state.rules)
  }

  /// Checks the form, and saves the profile if the form is valid.
  ///
  /// The fields show the failures of the form and of the server.
  ///
  /// - Parameter beforeSaving: Called if the form is valid, before the profile is sent.
  /// - Returns: The message of the form; a success if the profile was saved.
  /// - Throws: The error of a request without a valid reply.
  @discardableResult
  package func save(
    beforeSaving: @MainActor () async throws -> Void = {}
  ) async throws -> ValidationMessage {
    let message = await form.submit()
    guard message.isSuccess else { return message }
    let profile = profile
    try await beforeSaving()
    do {
      try await api.save(profile)
      return message
    } catch let refusal as FieldRefusal {
      form.receive(refusal.fields.mapValues { .server($0) }, asOf: message)
      return form.check()
    }
  }
}
