import Components
import SelfManaged

/// What lies on a device's stack: a place on the responder chain, with components on it.
@MainActor
class Screen: Responder {
  let destination: Destination
  let context: ScreenContext
  weak var nextResponder: (any Responder)?
  var eventHandling: (any EventHandling)? { nil }

  /// The layout; the path and the depth are filled in by the device.
  private(set) var patch: ScreenPatch
  private(set) var components: [String: ShownComponent] = [:]
  private(set) var order: [ShownComponent] = []
  /// Called when the layout has changed, and for each state of a component.
  var relaid: @MainActor () -> Void = {}
  var changed: @MainActor (StatePatch) -> Void = { _ in }
  /// What the screen is being read by.
  var loading: Task<Void, Never>? { didSet { oldValue?.cancel() } }

  init(_ destination: Destination, title: String, in context: ScreenContext) {
    self.destination = destination
    self.context = context
    patch = ScreenPatch(path: destination.path, title: title, depth: 1)
  }

  /// Reads what the screen needs and calls ``lay(_:)``; a screen that needs nothing lays itself out
  /// at once.
  func load() async throws {}

  /// Empties the screen, so that it can be read again.
  func clear() {
    components = [:]
    order = []
    patch.sections = []
  }

  /// Lays the screen out again, with components that were added before.
  func lay(_ sections: [ScreenPatch.Section], title: String? = nil) {
    patch.sections = sections
    patch.message = nil
    patch.canReload = false
    if let title { patch.title = title }
    relaid()
  }

  /// Shows words in place of the content.
  func say(_ message: String, canReload: Bool = false) {
    patch.message = message
    patch.canReload = canReload
    relaid()
  }

  /// Puts a component on the screen.
  ///
  /// - Returns: Its id on the page.
  @discardableResult
  func add(_ component: ShownComponent) -> String {
    components[component.id] = component
    order.append(component)
    component.watch { [weak self] in self?.changed($0) }
    return component.id
  }

  func flush() {
    for component in order { component.flush() }
  }

  /// A name that no other screen's component has.
  func id(_ name: String) -> String { "\(context.number):\(name)" }
}

extension Screen {
  /// A like button on a post, on this screen's chain.
  func likeButton(on post: Post, asOf began: LogicalTime) -> String {
    let like = LikeButton(label: "Like, \(post.text)")
    like.nextResponder = self
    like.selfManagedConfigure(
      isLiked: post.isLiked, count: post.count, itemID: post.id, asOf: began,
      in: context.session)
    return add(ShownComponent(id("like/\(post.id)"), like))
  }

  /// The cart's control of one product, on this screen's chain.
  func editor(of product: Product, asOf began: LogicalTime) -> NumberEditor {
    let editor = NumberEditor(label: product.name)
    editor.nextResponder = self
    editor.prepareForCart(
      productID: product.id, quantity: product.cart.quantity, asOf: began, in: context.session)
    // The list knows the limits as well: without them a sold-out product would offer a plus.
    context.session.receive(
      product.cart, of: QuantityIntent.self, for: product.id, asOf: began)
    return editor
  }

  func cartEditor(of product: Product, asOf began: LogicalTime) -> String {
    add(ShownComponent(id("cart/\(product.id)"), editor(of: product, asOf: began)))
  }

  func avatar(of user: User, name: String = "avatar") -> String {
    let avatar = AvatarView(label: user.name)
    avatar.nextResponder = self
    avatar.selfManagedConfigure(
      imageURL: user.avatar, vip: user.vip, userID: user.id, in: context.session)
    return add(ShownComponent(id("\(name)/\(user.id)"), avatar))
  }
}
