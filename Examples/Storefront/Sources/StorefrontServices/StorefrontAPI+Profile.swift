import Foundation
package import StorefrontWire

extension StorefrontAPI {
  /// Checks whether another user has a name (`GET /names/NAME`).
  package func isTaken(_ name: String) async throws -> Bool {
    try await transport.read(["names", name]).decoded(Bool.self)
  }

  /// Reads the profile of the signed-in user (`GET /profile`); `nil` if none was saved.
  package func profile() async throws -> StorefrontProfile? {
    try await transport.read(["profile"]).decoded(StorefrontProfile?.self)
  }

  /// Saves a profile (`PUT /profile`); saving it twice is the same as once.
  ///
  /// - Throws: A ``FieldRefusal`` if the server refused fields.
  package func save(_ profile: StorefrontProfile) async throws {
    let response = try await transport.change("PUT", ["profile"], headers: [:], body: profile)
    if response.status == 422, let fields = response.refusal?.fields {
      throw FieldRefusal(fields: fields)
    }
    _ = try response.success()
  }
}
