/// The profile of a user.
package struct StorefrontProfile: Hashable, Sendable, Codable {
  /// The name, which no other user may have.
  package var name: String
  package var qq: String
  /// The mobile number; empty for none.
  package var phone: String
  package var city: String
  /// The number of expected parcels.
  package var quantity: Int

  package init(name: String, qq: String, phone: String, city: String, quantity: Int) {
    self.name = name
    self.qq = qq
    self.phone = phone
    self.city = city
    self.quantity = quantity
  }
}
