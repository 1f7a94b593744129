public import Components
public import SelfManaged
import StorefrontWire

/// The form for what a person says of themselves.
///
/// It owns the fields, which the validation manager holds weakly.
@MainActor
public final class UserForm {
  /// The name, which no other user may have: the server is asked.
  public let name = TitledTextField(title: "Name", key: "name")
  /// The QQ number.
  public let qq = TitledTextField(title: "QQ number", key: "qq")
  /// The mobile number, which may stay empty.
  public let phone = TitledTextField(title: "Mobile", key: "phone")
  /// The city.
  public let city = SelectItem(title: "City", key: "city", options: ProfileRules.cities)
  /// How many parcels are expected.
  public let quantity = NumberEditor(label: "Quantity")
  /// A password.
  public let password = TitledTextField(title: "Password", key: "password")
  /// The password once more.
  public let repeated = TitledTextField(title: "Repeated password", key: "repeated")

  /// What is wrong with them.
  public let form: ValidationManager

  private let api: StorefrontAPI

  /// Creates an empty form.
  public init(api: StorefrontAPI, policy: ValidationPolicy = ValidationPolicy()) {
    self.api = api
    form = ValidationManager(policy: policy)
    form.add(
      name, ProfileRules.name.then(AsyncRule(.taken) { name in try await !api.isTaken(name) }))
    form.add(qq, ProfileRules.qq)
    form.add(phone, ProfileRules.phone)
    form.add(city, [.selected])
    form.add(quantity, key: "quantity", ProfileRules.quantity)
    let secret = form.add(password, [.required, .length(8...)])
    form.add(repeated, [.required, .matches(secret)])
  }

  /// What the fields say now.
  public var profile: StorefrontProfile {
    StorefrontProfile(
      name: name.state.text, qq: qq.state.text, phone: phone.state.text,
      city: city.state.selection ?? "", quantity: quantity.state.quantity)
  }

  /// Shows what was saved; a password is not among it.
  public func fill(with profile: StorefrontProfile) {
    name.configure(title: name.state.title, text: profile.name)
    qq.configure(title: qq.state.title, text: profile.qq)
    phone.configure(title: phone.state.title, text: profile.phone)
    city.configure(
      title: city.state.title, options: city.state.options, selection: profile.city)
    quantity.configure(quantity: profile.quantity, rules: quantity.state.rules)
  }

  /// Checks the form, and saves it if nothing is wrong.
  ///
  /// What is wrong is shown by the fields, whether the form or the server says so.
  ///
  /// - Parameter beforeSaving: Called when the form is found right, before the server is asked to
  ///   keep it.
  /// - Returns: What the form says in the end; a success if the profile was saved.
  /// - Throws: What is known of a request that did not come through.
  @discardableResult
  public func save(
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
