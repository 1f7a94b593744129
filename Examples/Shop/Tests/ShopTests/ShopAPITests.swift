import Components
import Fakes
import Foundation
import SelfManaged
import Testing

@testable import Shop

/// The requests of the services; a recording replaces the server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ShopAPITests {
  @Test func anIDNeverChangesTheAddress() async throws {
    let server = try RecordedServer("hostile-id"), shop = ShopAPI(server)
    let info = RequestInfo(key: IdempotencyKey(rawValue: "1"), attempt: 1)
    _ = try await shop.add(1, of: "../admin?a=1", info)
    _ = try await shop.likeStatuses(of: ["a+b&c"])
    for id in [".", "..", ""] {
      await #expect(throws: ServiceError.rejected) { try await shop.add(1, of: id, info) }
    }
    #expect(server.difference == [])
  }

  @Test func theAvatarLoadsItsImageWithoutTheToken() async throws {
    let (page, session, server) = try await ShopPage.open("avatar")
    let url = server.baseURL.appending(path: "images/ann.svg")
    page.tea.avatar.selfManagedConfigure(imageURL: url, userID: "ann", in: session)
    #expect(page.tea.avatar.state.image == .loading)
    await session.imagesLoaded()
    let image = LoadedImage(Data(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8))
    #expect(page.tea.avatar.state.image == .loaded(image))
    #expect(server.difference == [])
  }
}
