import Foundation

extension StorefrontAPI {
  /// Reads a user (`GET /users/ID`).
  package func user(_ id: String) async throws -> StorefrontUser {
    let body = try await transport.read(["users", id]).decoded(UserBody.self)
    return StorefrontUser(body, baseURL: transport.baseURL)
  }

  /// Reads all posts with their likes (`GET /posts`).
  package func posts() async throws -> StorefrontList<StorefrontPost> {
    let body = try await transport.read(["posts"]).decoded(ListBody<PostBody>.self)
    return StorefrontList(body) {
      StorefrontPost(
        id: $0.id, author: StorefrontUser($0.author, baseURL: transport.baseURL), text: $0.text,
        like: $0.like.answer)
    }
  }

  /// Reads all products (`GET /products`).
  package func products() async throws -> StorefrontList<StorefrontProduct> {
    let body = try await transport.read(["products"]).decoded(ListBody<StorefrontProduct>.self)
    return StorefrontList(body) { $0 }
  }
}
