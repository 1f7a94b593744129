/// What a person says of themselves.
struct Profile: Codable, Sendable {
  let name: String
  let qq: String
  let phone: String
  let city: String
  let quantity: Int
}

/// What is said of a name.
struct NameBody: Encodable {
  let isTaken: Bool
}
