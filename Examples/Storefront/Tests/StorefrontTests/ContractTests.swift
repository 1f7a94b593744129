import Fakes
import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import Testing

/// The storefront's services fulfill the contracts against the real server.
@Suite(.timeLimit(.minutes(10))) struct ContractTests {
  private let server: ServerProcess

  init() async throws { server = try await ServerProcess.start() }

  @Test(arguments: [true, false])
  func likesKeepTheContract(sendsVersion: Bool) async throws {
    let api = server.api(sendsVersion: sendsVersion)
    try await LikeServiceContract(api, itemID: "sunrise", unknownItemID: "gone").check()
    #expect(try server.records.likers(ofPost: "sunrise") == [])
  }

  @Test func aLikeFromBeforeIsThereAfterTheCheck() async throws {
    _ = try await server.api().setLiked(true, itemID: "bread", .new())
    _ = try await server.api("ben").setLiked(true, itemID: "bread", .new())
    try await LikeServiceContract(server.api(), itemID: "bread", unknownItemID: "gone").check()
    #expect(try server.records.likers(ofPost: "bread") == ["ada", "ben"])
  }

  @Test(arguments: ["apple", "lamp"], [true, false])
  func theCartKeepsTheContract(_ product: String, sendsVersion: Bool) async throws {
    let api = server.api(sendsVersion: sendsVersion)
    _ = try await api.add(4, of: product, .new())
    try await CartServiceContract(
      api, productID: product, unknownProductID: "sofa", honorsIdempotencyKeys: true
    ).check()
    #expect(try server.records.quantity(ofProduct: product, inCartOf: "ada") == 4)
  }

  @Test func imagesKeepTheContract() async throws {
    try await ImageLoaderContract(
      server.api(), url: server.baseURL.appending(path: "images/ada"),
      missing: server.baseURL.appending(path: "images/eve")
    ).check()
  }

  @Test func aMissingSignInIsNoticed() async throws {
    let violation = await #expect(throws: ContractViolation.self) {
      try await CartServiceContract(server.api(nil), productID: "apple").check()
    }
    #expect(violation?.calls == ["cart() threw signedOut, scope session"])
  }
}
