import Foundation

extension StorefrontAPI {
  /// Asks whether another user has a name (`GET /names/NAME`).
  public func isTaken(_ name: String) async throws -> Bool {
    try await transport.read(["names", name]).decoded(NameBody.self).isTaken
  }

  /// Reads the profile of the person who is signed in (`GET /profile`); `nil` if none was saved.
  public func profile() async throws -> StorefrontProfile? {
    try await transport.read(["profile"]).decoded(ProfileBody.self).profile
  }

  /// Keeps a profile (`PUT /profile`); doing so twice is the same as once.
  ///
  /// - Throws: A ``FieldRefusal`` where the server says which fields are wrong.
  public func save(_ profile: StorefrontProfile) async throws {
    let response = try await transport.change("PUT", ["profile"], headers: [:], body: profile)
    if response.status == 422, let fields = response.refusal?.fields {
      throw FieldRefusal(fields: fields)
    }
    _ = try response.success()
  }
}
