import Components
import SelfManaged

/// A service as a `@MainActor` class.
///
/// The annotation is required: a type that conforms to a `Sendable` protocol is nonisolated by
/// default.
@MainActor
package final class LikesOfAClass: LikeService {
  private var liked: Set<String> = []

  package init() {}

  package func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    if isLiked { liked.insert(itemID) } else { liked.remove(itemID) }
    return LikeAnswer(isLiked: isLiked)
  }

  package func likeStatus(itemID: String) async throws -> LikeAnswer? {
    LikeAnswer(isLiked: liked.contains(itemID), count: liked.contains(itemID) ? 1 : 0)
  }
}

/// A service as an actor.
package actor CartOfAnActor: CartService {
  private var quantities: [String: Int] = [:]

  package init() {}

  package func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    put((quantities[productID] ?? 0) + amount, productID)
  }

  package func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    put((quantities[productID] ?? 0) - amount, productID)
  }

  package func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    put(quantity, productID)
  }

  package func quantity(of productID: String) async throws -> CartAnswer {
    CartAnswer(quantity: quantities[productID] ?? 0)
  }

  private func put(_ quantity: Int, _ productID: String) -> CartAnswer {
    quantities[productID] = max(0, quantity)
    return CartAnswer(quantity: max(0, quantity))
  }
}

/// A service as a struct.
package struct NavigatorOfAStruct: Navigator {
  private let onShow: @MainActor @Sendable (Destination) -> Void

  package init(onShow: @escaping @MainActor @Sendable (Destination) -> Void) {
    self.onShow = onShow
  }

  package func show(_ destination: Destination) async { await onShow(destination) }
}

/// The model of a screen that handles the events of its components.
package final class Screen: Responder, EventProxy {
  package weak var nextResponder: (any Responder)?
  package let table = EventTable()
  package let like = LikeButton()
  package let editor = NumberEditor()
  package let avatar = AvatarView()
  package private(set) var toasts: [String] = []

  package init(in session: Session) throws {
    table.on(TapFailed.self) { [weak self] failed, _ in
      self?.toasts.append(failed.error.message)
      return .stop
    }
    for component in [like, editor, avatar] as [any Component] { component.nextResponder = self }
    like.selfManagedConfigure(isLiked: false, count: 0, itemID: "p1", in: session)
    editor.prepareForCart(productID: "tea", in: session)
    avatar.selfManagedConfigure(imageURL: nil, userID: "ann", in: session)
  }
}

/// A responder with a settable next responder.
protocol Component: Responder {
  var nextResponder: (any Responder)? { get set }
}

extension LikeButton: Component {}
extension NumberEditor: Component {}
extension AvatarView: Component {}
