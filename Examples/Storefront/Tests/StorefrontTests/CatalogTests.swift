import Components
import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServices
import StorefrontWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct CatalogTests {
  private let server: ServerProcess
  private let api: StorefrontAPI

  init() async throws {
    server = try await ServerProcess.start()
    api = server.api()
  }

  @Test func anAvatarIsAPNG() async throws {
    let address = try #require(try await api.user("ada").avatar)
    let image = try await api.image(at: address)
    let data = try #require(image.content(as: Data.self))
    #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try await api.image(at: address) == image)
  }

  @Test func differentPeopleHaveDifferentAvatars() async throws {
    let ada = try #require(try await api.user("ada").avatar)
    let ben = try #require(try await api.user("ben").avatar)
    #expect(try await api.image(at: ada) != api.image(at: ben))
  }

  @Test func anImageNeedsNoSignIn() async throws {
    let image = try await server.api(nil).image(at: server.baseURL.appending(path: "images/ada"))
    #expect(image.content(as: Data.self) != nil)
  }

  @Test func anImageThatDoesNotExistIsRejected() async throws {
    let address = server.baseURL.appending(path: "images/eve")
    let failure = await failure { try await api.image(at: address) }
    #expect(failure == .rejected("There is no image \"eve\""))
  }

  @Test func whatIsNoImageIsRejected() async throws {
    let text = try await RawServer.answering("200 OK", "Content-Type: text/html", "hi")
    let failure = await failure { try await api.image(at: text.baseURL) }
    #expect(failure == .rejected("There is no image at that address"))
  }

  @Test func aUserHasABadgeOrNone() async throws {
    #expect(try await api.user("ada").vip == VIPInformation(badge: .gold, label: "Gold member"))
    let dan = try await api.user("dan")
    #expect(dan.vip == nil)
    #expect(dan.avatar == nil)
  }

  @Test func postsComeWithTheLikesTheyHave() async throws {
    let liked = try await api.setLiked(true, itemID: "harbor", .new())
    let posts = try await api.posts()
    #expect(posts.map(\.id) == ["bread", "harbor", "sunrise"])
    #expect(posts.map(\.author.id) == ["ben", "cleo", "ada"])
    #expect(posts[1].like == liked)
  }

  @Test func productsComeWithTheirPrices() async throws {
    let products = try await api.products()
    #expect(products.map(\.id) == ["apple", "lamp", "mug", "poster"])
    #expect(products.map(\.price.description) == ["0.50 €", "39.00 €", "8.00 €", "12.00 €"])
    #expect(Money(cents: 123_456_705).description == "1,234,567.05 €")
  }

  @Test func twoServersBeginWithTheSame() async throws {
    let other = try await ServerProcess.start()
    #expect(try await other.api().posts().map(\.like) == api.posts().map(\.like))
    #expect(try await other.api().products() == api.products())
  }
}
