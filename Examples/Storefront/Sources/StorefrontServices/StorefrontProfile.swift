/// The profile of a user.
public struct StorefrontProfile: Hashable, Sendable, Codable {
  /// The name, which no other user may have.
  public var name: String
  /// The QQ number.
  public var qq: String
  /// The mobile number; empty for none.
  public var phone: String
  /// The city.
  public var city: String
  /// The number of expected parcels.
  public var quantity: Int

  /// Creates a profile.
  public init(name: String, qq: String, phone: String, city: String, quantity: Int) {
    self.name = name
    self.qq = qq
    self.phone = phone
    self.city = city
    self.quantity = quantity
  }
}
