import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A class on the main actor, an actor and a struct can each be every service.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ConformanceTests {
  let log = FakeNavigator()
  let info = RequestInfo(key: IdempotencyKey(rawValue: "a"))

  /// The three ways to create one of each service.
  enum Services: CaseIterable {
    case mainActorClass, actor, structure

    @MainActor
    func make(_ log: FakeNavigator) -> any Everything {
      switch self {
      case .mainActorClass: MainActorServices(log: log)
      case .actor: ActorServices(log: log)
      case .structure: StructServices(log: log)
      }
    }
  }

  @Test(arguments: Services.allCases)
  func anyNavigatorCallsTheConformance(services: Services) async {
    let navigator: any Navigator = services.make(log)
    await navigator.show(.userProfile("42"))
    #expect(log.shown.map(\.path) == ["/user/42"])
  }

  @Test(arguments: Services.allCases)
  func anyLikeServiceCallsTheConformance(services: Services) async throws {
    let likes: any LikeService = services.make(log)
    #expect(
      try await likes.setLiked(true, itemID: "p1", info) == LikeAnswer(isLiked: true, count: 77))
    #expect(try await likes.likeStatus(itemID: "p1") == nil)
    #expect(log.shown.map(\.path) == ["/setLiked/true/p1/a"])
  }

  @Test(arguments: Services.allCases)
  func anyCartServiceCallsTheConformance(services: Services) async throws {
    let cart: any CartService = services.make(log)
    #expect(try await cart.add(2, of: "tea", info) == CartAnswer(quantity: 12))
    #expect(try await cart.reduce(2, of: "tea", info) == CartAnswer(quantity: 8))
    #expect(try await cart.set(5, of: "tea", info) == CartAnswer(quantity: 5))
    #expect(try await cart.quantity(of: "tea") == CartAnswer(quantity: 10))
    #expect(
      log.shown.map(\.path) == ["/add/2/tea/a", "/reduce/2/tea/a", "/set/5/tea/a", "/read/tea"])
  }

  @Test(arguments: Services.allCases)
  func anyImageLoaderCallsTheConformance(services: Services) async throws {
    let images: any ImageLoader = services.make(log)
    let url = try #require(URL(string: "https://example.org/ada.png"))
    #expect(try await images.image(at: url) == LoadedImage(url))
    #expect(log.shown.map(\.arguments) == [["https://example.org/ada.png"]])
  }

  @Test(arguments: Services.allCases)
  func sessionUsesTheLikeService(services: Services) async {
    let session = session(services)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let shown = StateRecorder(like)
    like.tap()
    await session.settled()
    #expect(shown.likes == ["♥11", "♥77"])
    #expect(shown.causes == [.user, .confirm])
    #expect(log.shown.map(\.kind.rawValue) == ["setLiked"])
  }

  @Test(arguments: Services.allCases)
  func sessionUsesTheCartService(services: Services) async {
    let session = session(services)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.state.quantity == 10)
    editor.add()
    await session.settled()
    #expect(editor.state.quantity == 11)
    editor.edit("5")
    editor.endEditing()
    await session.settled()
    #expect(editor.state.quantity == 5)
    #expect(log.shown.map(\.kind.rawValue) == ["read", "add", "set"])
  }

  @Test(arguments: Services.allCases)
  func sessionUsesTheNavigator(services: Services) async {
    let avatar = AvatarView()
    avatar.selfManagedConfigure(imageURL: nil, userID: "42", in: session(services))
    avatar.tap()
    await log.arrived(1)
    #expect(log.shown == [.userProfile("42")])
  }

  @Test(arguments: Services.allCases)
  func sessionLoadsImagesThroughTheLoader(services: Services) async throws {
    let url = try #require(URL(string: "https://example.org/ada.png"))
    let avatar = AvatarView()
    let session = session(services)
    avatar.selfManagedConfigure(imageURL: url, userID: "42", in: session)
    await session.imagesLoaded()
    #expect(avatar.state.image == .loaded(LoadedImage(url)))
    #expect(log.shown.map(\.kind.rawValue) == ["image"])
  }

  private func session(_ services: Services) -> Session {
    let service = services.make(log)
    return Session(
      navigator: service, likes: service, cart: service, images: service, clock: .withoutDelays)
  }
}

/// All four services in one type, as in an app's API client.
protocol Everything: Navigator, LikeService, CartService, ImageLoader {}

extension FakeNavigator {
  /// Records a call as a destination, because destinations are recorded and can be awaited.
  fileprivate func note(_ call: String, _ arguments: String...) {
    show(Destination(.init(rawValue: call), arguments: arguments))
  }
}

@MainActor
private final class MainActorServices: Everything {
  private let log: FakeNavigator

  init(log: FakeNavigator) { self.log = log }

  func show(_ destination: Destination) { log.show(destination) }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) -> LikeAnswer {
    log.note("setLiked", "\(isLiked)", itemID, info.key.rawValue)
    return LikeAnswer(isLiked: isLiked, count: 77)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) -> CartAnswer {
    log.note("add", "\(amount)", productID, info.key.rawValue)
    return CartAnswer(quantity: 10 + amount)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) -> CartAnswer {
    log.note("reduce", "\(amount)", productID, info.key.rawValue)
    return CartAnswer(quantity: 10 - amount)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) -> CartAnswer {
    log.note("set", "\(quantity)", productID, info.key.rawValue)
    return CartAnswer(quantity: quantity)
  }

  func quantity(of productID: String) -> CartAnswer {
    log.note("read", productID)
    return CartAnswer(quantity: 10)
  }

  func image(at url: URL) -> LoadedImage {
    log.note("image", url.absoluteString)
    return LoadedImage(url)
  }
}

private actor ActorServices: Everything {
  private let log: FakeNavigator

  init(log: FakeNavigator) { self.log = log }

  func show(_ destination: Destination) async { await log.show(destination) }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    await log.note("setLiked", "\(isLiked)", itemID, info.key.rawValue)
    return LikeAnswer(isLiked: isLiked, count: 77)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await log.note("add", "\(amount)", productID, info.key.rawValue)
    return CartAnswer(quantity: 10 + amount)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await log.note("reduce", "\(amount)", productID, info.key.rawValue)
    return CartAnswer(quantity: 10 - amount)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await log.note("set", "\(quantity)", productID, info.key.rawValue)
    return CartAnswer(quantity: quantity)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    await log.note("read", productID)
    return CartAnswer(quantity: 10)
  }

  func image(at url: URL) async throws -> LoadedImage {
    await log.note("image", url.absoluteString)
    return LoadedImage(url)
  }
}

private struct StructServices: Everything {
  let log: FakeNavigator

  func show(_ destination: Destination) async { await log.show(destination) }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    await log.note("setLiked", "\(isLiked)", itemID, info.key.rawValue)
    return LikeAnswer(isLiked: isLiked, count: 77)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await log.note("add", "\(amount)", productID, info.key.rawValue)
    return CartAnswer(quantity: 10 + amount)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await log.note("reduce", "\(amount)", productID, info.key.rawValue)
    return CartAnswer(quantity: 10 - amount)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await log.note("set", "\(quantity)", productID, info.key.rawValue)
    return CartAnswer(quantity: quantity)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    await log.note("read", productID)
    return CartAnswer(quantity: 10)
  }

  func image(at url: URL) async throws -> LoadedImage {
    await log.note("image", url.absoluteString)
    return LoadedImage(url)
  }
}
