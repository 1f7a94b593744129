import Components
import Fakes
import SelfManaged
import TestSupport

/// A suite with the editors of a cart, a page that handles their events, and a clock.
@MainActor
protocol TimeSuite {
  var cart: FakeCartService { get }
  var likes: FakeLikeService { get }
  var clock: FakeClock { get }
  var page: NoticePage { get }
}

extension TimeSuite {
  func makeSession(
    grace: Duration? = .seconds(5), coalescing: Duration? = nil,
    lanes: OptimisticPolicy.Lanes = .perItem, offline: OptimisticPolicy.Offline = .fail,
    spread: Duration = .zero, keys: Bool = false
  ) -> Session {
    var policy = SessionPolicy()
    policy.cart.grace = grace
    policy.cart.coalescingDelay = coalescing
    policy.cart.lanes = lanes
    policy.cart.offline = offline
    policy.cart.honorsIdempotencyKeys = keys
    policy.likes.offline = offline
    policy.reconnectSpread = spread
    return Session.fake(likes: likes, cart: cart, policy: policy, clock: clock)
  }

  func editor(_ product: String, _ quantity: Int = 3, in session: Session) -> NumberEditor {
    cart[product] = quantity
    let editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(productID: product, quantity: quantity, in: session)
    return editor
  }

  func like(_ post: String, in session: Session) -> LikeButton {
    let like = LikeButton()
    like.nextResponder = page
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: post, in: session)
    return like
  }

  func remove(_ editor: NumberEditor) {
    editor.beginEditing()
    editor.edit("0")
    editor.endEditing()
  }

  /// Pauses the session for ten seconds, by the reply to a tap on another item.
  func pause(_ session: Session) async -> NumberEditor {
    cart.failNext(.busy(after: .seconds(10)).scoped(to: .session))
    let other = editor("other", 1, in: session)
    other.add()
    await mainActorIsIdle()
    return other
  }

  func pass(_ duration: Duration) async {
    await mainActorIsIdle()
    clock.advance(by: duration)
    await mainActorIsIdle()
  }

  /// The changes of a product that the service received.
  func sent(_ product: String) -> [String] {
    cart.calls.compactMap { call in
      guard call.product == product else { return nil }
      return switch call {
      case .add(let amount, _, _): "+\(amount)"
      case .reduce(let amount, _, _): "-\(amount)"
      case .set(let quantity, _, _): "=\(quantity)"
      case .read, .readCart: nil
      }
    }
  }
}
