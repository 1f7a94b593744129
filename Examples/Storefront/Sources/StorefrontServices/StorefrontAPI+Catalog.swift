import Foundation
package import StorefrontWire

extension StorefrontAPI {
  /// Reads a user (`GET /users/ID`).
  package func user(_ id: String) async throws -> StorefrontUser {
    let body = try await transport.read(["users", id]).decoded(UserBody.self)
    return StorefrontUser(body, baseURL: transport.baseURL)
  }

  /// Reads all posts with their likes (`GET /posts`).
  package func posts() async throws -> StorefrontList<StorefrontPost> {
    let posts = try await transport.read(["posts"]).decoded(StorefrontList<PostBody>.self)
    return StorefrontList(
      sequence: posts.sequence,
      items: posts.map {
        StorefrontPost(
          id: $0.id, author: StorefrontUser($0.author, baseURL: transport.baseURL), text: $0.text,
          like: $0.like.answer)
      })
  }

  /// Reads all products (`GET /products`).
  package func products() async throws -> StorefrontList<StorefrontProduct> {
    try await transport.read(["products"]).decoded(StorefrontList<StorefrontProduct>.self)
  }
}
