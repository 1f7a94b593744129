import Components
import SelfManaged
import StorefrontServices
import StorefrontWire

/// A screen on the stack of a device: a responder with components.
@MainActor
class Screen: Responder {
  let destination: Destination
  let context: ScreenContext
  weak var nextResponder: (any Responder)?
  var eventHandling: (any EventHandling)? { nil }

  /// The layout; the device sets the path and the depth.
  private(set) var patch: ScreenPatch
  private(set) var components: [String: ShownComponent] = [:]
  private(set) var order: [ShownComponent] = []
  /// Called when the layout has changed, and for each new state of a component.
  var relaid: @MainActor () -> Void = {}
  var changed: @MainActor (StatePatch) -> Void = { _ in }
  /// The task that loads the screen.
  var loading: Task<Void, Never>? { didSet { oldValue?.cancel() } }

  init(_ destination: Destination, title: String, in context: ScreenContext) {
    self.destination = destination
    self.context = context
    patch = ScreenPatch(path: destination.path, title: title, depth: 1)
  }

  /// Reads the data of the screen and calls ``lay(_:)``; without data to read, it calls it at once.
  func load() async throws {}

  /// Empties the screen, so that it can be loaded again.
  func clear() {
    components = [:]
    order = []
    patch.sections = []
  }

  /// Lays the screen out again, with components that were added before.
  func lay(_ sections: [ScreenPatch.Section], title: String? = nil) {
    let former = patch
    patch.sections = sections
    patch.message = nil
    patch.canReload = false
    if let title { patch.title = title }
    if patch != former { relaid() }
  }

  /// Shows a message in place of the content.
  func say(_ message: String, canReload: Bool = false) {
    patch.message = message
    patch.canReload = canReload
    relaid()
  }

  /// Adds a component to the screen.
  ///
  /// - Returns: The ID of the component on the page.
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

  /// An ID that differs from those of all other screens' components.
  func id(_ name: String) -> String { "\(context.number):\(name)" }
}

extension Screen {
  /// A like button for a post, in this screen's responder chain.
  func likeButton(on post: StorefrontPost, asOf began: LogicalTime) -> String {
    let like = LikeButton(label: "Like, \(post.text)")
    like.nextResponder = self
    like.selfManagedConfigure(
      isLiked: post.like.isLiked ?? false, count: post.like.count ?? 0,
      version: post.like.version, itemID: post.id, asOf: began, in: context.session)
    return add(ShownComponent(id("like/\(post.id)"), like))
  }

  /// A cart editor for a product or a line of the cart, in this screen's responder chain.
  func editor(of id: String, named name: String) -> NumberEditor {
    let editor = NumberEditor(label: name)
    editor.nextResponder = self
    editor.prepareForCart(productID: id, in: context.session)
    return editor
  }

  /// The row of a product, with its price and its editor.
  func row(of product: StorefrontProduct) -> ScreenPatch.Row {
    let editor = ShownComponent(
      id("cart/\(product.id)"), editor(of: product.id, named: product.name))
    return ScreenPatch.Row(
      id: product.id, title: product.name, text: product.price.description,
      link: Destination.product(product.id).path, art: product.id, trail: [add(editor)])
  }

  func avatar(of user: StorefrontUser, name: String = "avatar") -> String {
    let avatar = AvatarView(label: user.name)
    avatar.nextResponder = self
    avatar.selfManagedConfigure(
      imageURL: user.avatar, vip: user.vip, userID: user.id, in: context.session)
    return add(ShownComponent(id("\(name)/\(user.id)"), avatar))
  }
}
