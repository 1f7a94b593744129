import Components
import Fakes
import SelfManaged
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Services that report every use.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UnimplementedTests {
  /// The reported messages.
  final class Log { var messages: [String] = [] }

  let log = Log()
  let info = RequestInfo(key: IdempotencyKey(rawValue: "a"))

  /// Expects a call to be rejected with the reported message, which names the call.
  private func expectRefusal(
    naming call: String, of request: @MainActor () async throws -> Void,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await #expect(throws: ServiceError.self, sourceLocation: location) {
      try await request()
    }
    let message = try #require(log.messages.first, sourceLocation: location)
    #expect(log.messages.count == 1, sourceLocation: location)
    #expect(message.contains(call), sourceLocation: location)
    #expect(error?.serverMessage == message, sourceLocation: location)
    log.messages = []
  }

  @Test func unimplementedLikeServiceReportsAndRejects() async throws {
    let likes = UnimplementedLikeService { [log] in log.messages.append($0) }
    try await expectRefusal(naming: #"LikeService.setLiked(true, itemID: "p1")"#) {
      _ = try await likes.setLiked(true, itemID: "p1", info)
    }
    try await expectRefusal(naming: #"LikeService.likeStatus(itemID: "p1")"#) {
      _ = try await likes.likeStatus(itemID: "p1")
    }
  }

  @Test func unimplementedCartServiceReportsAndRejects() async throws {
    let cart = UnimplementedCartService { [log] in log.messages.append($0) }
    try await expectRefusal(naming: #"CartService.add(2, of: "tea")"#) {
      _ = try await cart.add(2, of: "tea", info)
    }
    try await expectRefusal(naming: #"CartService.reduce(1, of: "tea")"#) {
      _ = try await cart.reduce(1, of: "tea", info)
    }
    try await expectRefusal(naming: #"CartService.set(5, of: "tea")"#) {
      _ = try await cart.set(5, of: "tea", info)
    }
    try await expectRefusal(naming: #"CartService.quantity(of: "tea")"#) {
      _ = try await cart.quantity(of: "tea")
    }
  }

  @Test func unimplementedImageLoaderReportsAndFails() async throws {
    let images = UnimplementedImageLoader { [log] in log.messages.append($0) }
    let url = try #require(URL(string: "https://example.org/ada.png"))
    try await expectRefusal(naming: "ImageLoader.image(at: https://example.org/ada.png)") {
      _ = try await images.image(at: url)
    }
  }

  @Test func unimplementedNavigatorReportsTheDestination() {
    let navigator = UnimplementedNavigator { [log] in log.messages.append($0) }
    navigator.show(.userProfile("42"))
    #expect(log.messages.count == 1)
    #expect(log.messages.first?.contains("Navigator.show(/user/42)") == true)
  }

  @Test func unusedServiceReportsNothing() {
    let report: @MainActor (String) -> Void = { [log] in log.messages.append($0) }
    let session = Session.fake(
      navigator: UnimplementedNavigator(report: report),
      likes: UnimplementedLikeService(report: report),
      cart: UnimplementedCartService(report: report),
      images: UnimplementedImageLoader(report: report))
    LikeButton().selfManagedConfigure(isLiked: true, count: 1, itemID: "p1", in: session)
    NumberEditor().prepareForCart(productID: "tea", quantity: 1, in: session)
    AvatarView().selfManagedConfigure(imageURL: nil, userID: "42", in: session)
    #expect(log.messages == [])
  }

  @Test func usedServiceIsReportedAndRolledBack() async {
    let likes = UnimplementedLikeService { [log] in log.messages.append($0) }
    let session = Session.fake(likes: likes)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    like.tap()
    await session.settled()
    #expect(log.messages.count == 1)
    #expect(like.state == .init(isLiked: false, count: 1, change: .rollback))
  }
}
