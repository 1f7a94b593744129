import ByHand
import Components
import Observation
import SelfManaged

/// Does one thing a given number of times, for a tool that counts instructions.
///
/// What twice as many take more than once as many is what they take, start and end apart; the script
/// `count` works it out.
@main struct Instructions {
  @MainActor
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let work = works[arguments[1]], let count = Int(arguments[2]) else {
      print("usage: instructions <\(works.keys.sorted().joined(separator: "|"))> <count>")
      return
    }
    work(count)
  }

  @MainActor private static let works: [String: @MainActor (Int) -> Void] = [
    "like-by-hand": likeByHand, "like-careful": likeCareful,
    "like-careful-rollback": likeCarefulRollback, "cart-careful": cartCareful,
    "cart-careful-rollback": cartCarefulRollback,
    "like-cycle": likeCycle, "like-rollback": likeRollback, "cart-cycle": cartCycle,
    "cart-rollback": cartRollback, "like-send": likeSend, "own-kind": ownKind,
    "own-kind-rollback": ownKindRollback, "own-kind-bind": ownKindBind, "bind-unbind": bindUnbind,
    "badge-1": { badge($0, lines: 1) }, "badge-50": { badge($0, lines: 50) },
    "cart-1-line": { wholeCart($0, lines: 1) }, "cart-50-lines": { wholeCart($0, lines: 50) },
    "badge-50-careful": badgeCareful, "cart-50-lines-careful": wholeCartCareful,
    "event-100-hops": eventHundredHops, "form-20-fields": formTwentyFields, "message": message,
  ]

  /// One tap, answered at once.
  @MainActor
  private static func likeCycle(_ count: Int) {
    let like = LikeButton()
    like.selfManagedConfigure(
      isLiked: false, count: 10, itemID: "post/1", in: Session(likes: Server(), keyPrefix: prefix))
    for _ in 0..<count { like.tap() }
  }

  /// One tap, refused at once.
  @MainActor
  private static func likeRollback(_ count: Int) {
    let server = Server()
    server.isRefusing = true
    let like = LikeButton()
    like.selfManagedConfigure(
      isLiked: false, count: 10, itemID: "post/1", in: Session(likes: server, keyPrefix: prefix))
    for _ in 0..<count { like.tap() }
  }

  /// One plus and every other time a minus, answered at once.
  @MainActor
  private static func cartCycle(_ count: Int) {
    let editor = NumberEditor()
    editor.prepareForCart(
      productID: "tea", quantity: 1, in: Session(cart: Server(), keyPrefix: prefix))
    for number in 0..<count { number.isMultiple(of: 2) ? editor.add() : editor.reduce() }
  }

  /// One plus, refused at once.
  @MainActor
  private static func cartRollback(_ count: Int) {
    let server = Server()
    let editor = NumberEditor()
    editor.prepareForCart(
      productID: "tea", quantity: 1, in: Session(cart: server, keyPrefix: prefix))
    editor.add()
    server.isRefusing = true
    for _ in 0..<count { editor.add() }
  }

  /// One plus in a cart with some lines, answered at once, while a badge is observed.
  @MainActor
  private static func badge(_ count: Int, lines: Int) {
    let session = Session(cart: Server(), keyPrefix: prefix)
    let editors = editors(lines, in: session)
    let badge = Badge { session.cart.units }
    for number in 0..<count { number.isMultiple(of: 2) ? editors[0].add() : editors[0].reduce() }
    if badge.changes < count { print("The badge has missed a tap") }
  }

  /// A pushed cart in which one quantity is another one, while all lines are bound.
  @MainActor
  private static func wholeCart(_ count: Int, lines: Int) {
    let session = Session(cart: Server(), keyPrefix: prefix)
    let editors = editors(lines, in: session)
    let badge = Badge { session.cart.units }
    var cart = Cart(lines: (0..<lines).map { Cart.Line(productID: "p\($0)", quantity: 1) })
    for number in 0..<count {
      cart.lines[0].quantity = 1 + number % 2
      cart.version = number + 1
      session.cart.receive(cart)
    }
    if badge.changes < count || editors.isEmpty { print("The badge has missed a cart") }
  }

  @MainActor
  private static func editors(_ count: Int, in session: Session) -> [NumberEditor] {
    (0..<count).map { number in
      let editor = NumberEditor()
      editor.prepareForCart(productID: "p\(number)", quantity: 1, in: session)
      return editor
    }
  }

  /// A badge that a view observes.
  @MainActor
  private final class Badge {
    private let units: @MainActor () -> Int
    private(set) var changes = 0

    init(_ units: @escaping @MainActor () -> Int) {
      self.units = units
      observe()
    }

    private func observe() {
      withObservationTracking {
        _ = units()
      } onChange: { [weak self] in
        MainActor.assumeIsolated {
          self?.changes += 1
          self?.observe()
        }
      }
    }
  }

  /// As ``badge(_:lines:)`` with 50 lines, with code by hand that keeps a dictionary and sums it.
  @MainActor
  private static func badgeCareful(_ count: Int) {
    let basket = CarefulBasket(service: Server(), keyPrefix: prefix)
    basket.receive(fiftyLines)
    let badge = Badge { basket.units }
    for number in 0..<count { basket.step(number.isMultiple(of: 2) ? 1 : -1, of: "p0") }
    if badge.changes < count { print("The badge has missed a tap") }
  }

  /// As ``wholeCart(_:lines:)`` with 50 lines, with code by hand that keeps a dictionary and sums it.
  @MainActor
  private static func wholeCartCareful(_ count: Int) {
    let basket = CarefulBasket(service: Server(), keyPrefix: prefix)
    var cart = fiftyLines
    basket.receive(cart)
    let badge = Badge { basket.units }
    for number in 0..<count {
      cart.lines[0].quantity = 2 - number % 2
      cart.version = number + 2
      basket.receive(cart)
    }
    if badge.changes < count { print("The badge has missed a cart") }
  }

  private static var fiftyLines: Cart {
    Cart(lines: (0..<50).map { Cart.Line(productID: "p\($0)", quantity: 1) }, version: 1)
  }

  /// The shortest code by hand.
  @MainActor
  private static func likeByHand(_ count: Int) {
    let like = HandLike(itemID: "post/1", service: Server(), departure: .immediate)
    for _ in 0..<count { like.tap() }
  }

  /// Code by hand that coalesces, keeps the failure and sends keys.
  @MainActor
  private static func likeCareful(_ count: Int) {
    let like = CarefulLike(itemID: "post/1", service: Server(), keyPrefix: prefix)
    for _ in 0..<count { like.tap() }
  }

  @MainActor
  private static func likeCarefulRollback(_ count: Int) {
    let server = Server()
    server.isRefusing = true
    let like = CarefulLike(itemID: "post/1", service: server, keyPrefix: prefix)
    for _ in 0..<count { like.tap() }
  }

  @MainActor
  private static func cartCareful(_ count: Int) {
    let cart = CarefulCart(productID: "tea", service: Server(), keyPrefix: prefix)
    for number in 0..<count { number.isMultiple(of: 2) ? cart.add() : cart.reduce() }
  }

  @MainActor
  private static func cartCarefulRollback(_ count: Int) {
    let server = Server()
    let cart = CarefulCart(productID: "tea", service: server, keyPrefix: prefix)
    cart.add()
    server.isRefusing = true
    for _ in 0..<count { cart.add() }
  }

  /// One like that the app sends through the binding, answered at once.
  @MainActor
  private static func likeSend(_ count: Int) {
    let binding = LikeButton().selfManagedConfigure(
      isLiked: false, count: 10, itemID: "post/1", in: Session(likes: Server(), keyPrefix: prefix))
    for _ in 0..<count { binding.send(LikeIntent(isLiked: !binding.value.isLiked)) }
  }

  /// One tap of a kind of the app's own, answered at once.
  @MainActor
  private static func ownKind(_ count: Int) {
    let server = Server()
    let follow = Follow(Session(likes: server, keyPrefix: prefix), server)
    for _ in 0..<count { follow.tap() }
  }

  /// One tap of a kind of the app's own, refused at once.
  @MainActor
  private static func ownKindRollback(_ count: Int) {
    let server = Server()
    server.isRefusing = true
    let follow = Follow(Session(likes: server, keyPrefix: prefix), server)
    for _ in 0..<count { follow.tap() }
  }

  /// A component of the app's own that is bound and unbound.
  @MainActor
  private static func ownKindBind(_ count: Int) {
    let server = Server()
    let session = Session(likes: server, keyPrefix: prefix)
    let follow = Follow(session, server)
    for number in 0..<count {
      follow.unbind()
      follow.bind(session, to: number.isMultiple(of: 2) ? "user/1" : "user/2")
    }
  }

  /// A cell that scrolls in and is used again.
  @MainActor
  private static func bindUnbind(_ count: Int) {
    let like = LikeButton()
    let session = Session(likes: Server(), keyPrefix: prefix)
    for number in 0..<count {
      like.selfManagedConfigure(
        isLiked: false, count: 10, itemID: number.isMultiple(of: 2) ? "post/1" : "post/2",
        in: session)
    }
  }

  /// An event that rises through a hundred levels.
  @MainActor
  private static func eventHundredHops(_ count: Int) {
    let nodes = (0..<100).map { _ in Node() }
    for (node, parent) in zip(nodes, nodes.dropFirst()) { node.nextResponder = parent }
    let name = EventName("goods.buy")
    for _ in 0..<count { nodes[0].send(name) }
  }

  /// A form of twenty fields of three rules, all passing.
  @MainActor
  private static func formTwentyFields(_ count: Int) {
    let form = ValidationManager()
    let fields = (1...20).map { number in
      let field = TitledTextField(title: "Field \(number)", key: "field\(number)")
      field.edit("12345678")
      return field
    }
    for field in fields { form.add(field, [.required, .length(2...20), .minDigits(5)]) }
    for _ in 0..<count { _ = form.check() }
    withExtendedLifetime(fields) {}
  }

  /// A message in a chunk of twenty, from its bytes to one observer.
  @MainActor
  private static func message(_ count: Int) {
    var factory = ResponseFactory()
    let center = ResponseCenter()
    let token = center.observe(Note.self) { _ in }
    guard (try? factory.register(Note.self)) != nil,
      let bytes = try? Note(id: 7, text: "hello 7").encoded()
    else { return }
    let chunk = (0..<20).flatMap { _ in bytes }
    var decoder = ResponseDecoder(factory, maximumBody: 1_000)
    for _ in 0..<count / 20 { center.post(decoder.feed(chunk)) }
    withExtendedLifetime(token) {}
  }

  private static let prefix = "0123456789abc"

  private final class Node: Responder {
    weak var nextResponder: (any Responder)?
  }
}

@MainActor
private final class Server: LikeService, CartService {
  var isRefusing = false
  private var quantity = 1

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    if isRefusing { throw ServiceError.rejected }
    return LikeAnswer(isLiked: isLiked, count: isLiked ? 11 : 10)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    if isRefusing { throw ServiceError.rejected }
    quantity += amount
    return CartAnswer(quantity: quantity)
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    quantity -= amount
    return CartAnswer(quantity: quantity)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    self.quantity = quantity
    return CartAnswer(quantity: quantity)
  }

  func quantity(of productID: String) async throws -> CartAnswer { CartAnswer(quantity: quantity) }
}

private struct Note: WritableResponse {
  static let wireType: WireType = 7
  static let notificationID: NotificationID = "instructions.note"

  var id: UInt32
  var text: String

  init(id: UInt32, text: String) {
    self.id = id
    self.text = text
  }

  init(from reader: inout ByteReader) throws {
    id = try reader.unsigned("id")
    text = try reader.string("text")
  }

  func write(to writer: inout ByteWriter) throws {
    writer.unsigned(id)
    try writer.string(text)
  }
}
