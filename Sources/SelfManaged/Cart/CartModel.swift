internal import Components

/// The cart of one session: an item of its own kind, and the products, which are items as well.
///
/// It makes no decision about values: every report is ordered by the reducers of the cart and of the
/// products. It passes a whole cart to all of them, asks for a read of the cart when a change may be
/// missing in it, and publishes what follows from all items.
@MainActor
final class CartModel {
  private unowned let session: Session
  private unowned let products: Store<QuantityIntent>
  private let context: SessionContext
  private let service: (any CartService)?
  private let policy: OptimisticPolicy
  /// Whether the service reads the whole cart.
  private let canRead: Bool
  private lazy var reads: CartReads? = service.map {
    CartReads(
      $0, session.context,
      obstacle: { [unowned self] in session.hasEnded ? .sessionEnded : products.obstacle },
      receive: { [unowned self] in receive($0, .read($1)) })
  }
  private var item: Entity<CartIntent>?
  private var contents = CartContents(Cart(lines: []))
  /// Whether the service answers with whole carts.
  private var isWhole = false
  /// Whether the app shows the cart.
  private var isUsed = false
  /// The logical time of the last request that changes the cart.
  private var lastSent = LogicalTime(rawValue: 0)
  /// The logical time at which the last whole cart arrived as a reply.
  private var lastReply = LogicalTime(rawValue: 0)
  /// The products in memory that have units, in the order in which they got them; the cart may miss
  /// some.
  private var added: [String] = []
  private var counts = StatusCounts()
  private var lastNotice: String?
  /// The streams of the server's messages.
  let notices = Streams<String>()
  private let published = ObservedValue(Published())
  /// The cause of a change that is published after the current event.
  private var unpublished: ChangeCause?
  /// Whether a line has another status than the published one.
  private var hasNewStatus = false
  /// The cart that is being received.
  private var received: CartContents?
  /// Whether the reply that contained a cart is the next event; one change is published for both.
  private var awaitsReply = false
  private var counted: (items: [Entity<QuantityIntent>], units: Int?, generation: Int?)?

  /// What an observer of the cart reads, apart from its lines.
  private struct Published: Hashable {
    var units = 0
    var notice: String?
    var change = ChangeCause.bind
    var status = RequestStatus()
    var isUpToDate = false
  }

  init(_ session: Session, _ service: (any CartService)?, _ policy: OptimisticPolicy) {
    (self.session, self.service, self.policy) = (session, service, policy)
    (context, products) = (session.context, session.products)
    canRead = service is any WholeCartService
  }

  // MARK: What is shown

  /// The server's last known cart; `nil` if none is known.
  var cart: Cart? {
    _ = published.value
    return isWhole ? contents.cart : nil
  }

  var lines: [SessionCart.Line] {
    _ = published.value
    return contents.lines(added: added) { [products] in products.existing($0)?.shown }
  }

  /// What an editor edits that is bound to a product or to a line.
  func place(of id: String) -> CartContents.Place {
    isWhole ? contents.place(of: id) : CartContents.Place(itemID: id)
  }

  var units: Int { published.value.units }
  var notice: String? { published.value.notice }
  var change: ChangeCause { published.value.change }
  var status: RequestStatus { published.value.status }
  var isUpToDate: Bool { published.value.isUpToDate }

  /// The items whose quantities count, and the units of all other lines.
  private func count() {
    let products = products
    let ids = products.inOrder.map(\.id)
    let split = contents.counted(among: ids) { products.existing($0) != nil }
    let items = split.ids.compactMap { products.existing($0) }
    counted = (items, split.units, products.generation)
  }

  // MARK: The cart as an item

  /// Begins to follow the cart, since the app shows it.
  func use() {
    guard !isUsed else { return }
    isUsed = true
    follow()
    if canRead, !session.hasEnded {
      let item = item ?? makeItem()
      if item.state.isGuess { item.process(.bound) }
      if lacksChange(item) || lastReply > item.state.truth.asOf { item.process(.refresh) }
    }
    publish()
  }

  /// Begins to follow the products, whose requests hold the reads of the cart.
  private func follow() {
    guard !products.isFollowed else { return }
    for product in products.inOrder {
      countActivity(of: product)
      noteAdded(product.id)
    }
    products.followed = { [unowned self] in productChanged($0, $1) }
  }

  /// Counts what a product does now, in place of what it did before.
  private func countActivity(of product: Entity<QuantityIntent>) {
    let activity = product.activity
    guard activity != product.counted else { return }
    counts.replace(product.counted, by: activity)
    product.counted = activity
    hasNewStatus = true
  }

  private func makeItem() -> Entity<CartIntent> {
    var policy = policy
    (policy.lanes, policy.grace, policy.coalescingDelay) = (.perItem, nil, nil)
    let store = Store<CartIntent>(session, activity: products.activity)
    session.add(store, of: CartIntent.self)
    store.container = Container(
      hasOneVersion: false,
      isHeld: { [unowned self] in products.busyCount > 0 },
      report: { _ in nil }, bound: { _ in }, forgotten: { _ in },
      publish: { [unowned self] in publish() })
    store.followed = { [unowned self] _, transition in
      if transition.isChanged { cartChanged(to: transition.display, transition.cause) }
    }
    _ = store.register(policy) { [unowned self] _ in
      Transport(
        send: { _, _ in throw ServiceError(.rejected) },  // No intent exists.
        read: {
          try await self.reads?.cart()
          return self.contents.cart  // If it can't be read, the last known one is the best.
        })
    }
    let item = store.entity(
      "cart", startingAt: contents.cart, unregistered: .unregistered(CartIntent.self))
    self.item = item
    _ = item.observe(knowing: nil, .list, replacing: nil) { _ in }  // Keeps it in memory.
    follow()
    return item
  }

  private func cartChanged(to cart: Cart, _ cause: ChangeCause) {
    let former = contents
    contents = received.flatMap { $0.cart == cart ? $0 : nil } ?? CartContents(cart)
    let hasLines = contents.hasLines(of: former)
    if counted?.units != nil || !hasLines { counted = nil }
    if !hasLines {  // An editor follows the lines, even if its number stays the same.
      for product in products.inOrder
      where contents.place(of: product.id) != former.place(of: product.id) {
        product.showAgain()
      }
    }
    if let notice = cart.notice {
      lastNotice = notice
      notices.yield(notice)
    }
    unpublished = unpublished ?? cause
  }

  /// Receives a whole cart: a report for the cart and for every product.
  ///
  /// - Parameters:
  ///   - cart: The server's report.
  ///   - source: How the cart was reported.
  ///   - answer: The answer that contains the cart.
  ///   - id: The product that the answer is about.
  ///   - isReply: Whether the product receives the answer next, as the reply to its request.
  func receive(
    _ cart: Cart, _ source: ReportSource, in answer: CartAnswer? = nil, about id: String? = nil,
    isReply: Bool = false
  ) {
    guard !session.hasEnded else { return }
    let item = item ?? makeItem()
    isWhole = true
    products.shareLane()
    let contents = CartContents(cart)
    context.mailbox.run {  // Every item receives the cart before a change is published.
      received = contents
      if !isReply, mayLackReply(cart, source, item) {
        refresh()
      } else {
        item.process(.report(cart, source))
      }
      let isAdopted = item.state.confirmed == cart
      // A report that has overtaken the reply may not contain the change.
      if isReply, !isAdopted { refresh() }
      if isReply { lastReply = context.now }
      for product in products.inOrder where !isReply || product.id != id {
        let report = contents.answer(for: product.id, over: product.id == id ? answer : nil)
        product.process(.report(report, source))
        // The cart or the product may be newer; a read shows which.
        let hasReport = product.state.confirmed.quantity == report.quantity
        if !hasReport || !isAdopted, differs(product) { refresh() }
      }
      received = nil
      continueReading()
      awaitsReply = isUsed && isReply
    }
  }

  /// Whether a read may have been carried out before the change of the last reply, though it began
  /// after that request.
  private func mayLackReply(
    _ cart: Cart, _ source: ReportSource, _ item: Entity<CartIntent>
  ) -> Bool {
    guard canRead, cart.version == nil, case .read(let began) = source else { return false }
    return item.state.truth.asOf <= began && began < lastReply
  }

  /// Whether every product has settled, and the last change may be missing in the cart.
  private func lacksChange(_ item: Entity<CartIntent>) -> Bool {
    products.busyCount == 0 && lastSent > item.state.truth.asOf
  }

  // MARK: Products

  /// How the products take part in the cart.
  var container: Container<QuantityIntent> {
    Container(
      hasOneVersion: canRead,
      isHeld: nil,
      report: { [unowned self] id in
        guard isWhole, let item else { return nil }
        return (contents.answer(for: id), .read(item.state.truth.asOf))
      },
      bound: { [unowned self] in
        noteAdded($0.id)
        if !isCounted { publish() }
      },
      forgotten: { [unowned self] in
        if !isWhole { keep($0) }
        noteAdded($0.id)
        publish()
      },
      publish: { [unowned self] in publish() })
  }

  private func productChanged(
    _ product: Entity<QuantityIntent>, _ transition: Transition<QuantityIntent>
  ) {
    countActivity(of: product)
    awaitsReply = false
    if transition.isVisible || product.quantity == 0 { noteAdded(product.id) }
    if transition.isVisible {
      unpublished = transition.cause
      if transition.cause == .user { lastNotice = nil }
    }
    guard received == nil else { return }
    if product.state.confirmed.quantity == 0 { contents.removeUnits(of: product.id) }
    // The cart does not contain what another report of this product says.
    if differs(product) { refresh() }
    continueReading()
  }

  /// Reads the cart, or goes on with it, once no product is pending.
  private func continueReading() {
    guard products.busyCount == 0, let item else { return }
    if lacksChange(item) { refresh() }
    if item.state.isBlocked { item.process(.proceed) }
  }

  /// Whether a product, of which nothing is pending, has another quantity than the cart, which is not
  /// in doubt already.
  private func differs(_ product: Entity<QuantityIntent>) -> Bool {
    guard product.state.isIdle, let item, !item.state.isInDoubt else { return false }
    return product.state.confirmed.quantity != contents.quantity(of: product.id)
  }

  /// Reads the cart once no product is pending, since a change may be missing in it.
  private func refresh() {
    if isUsed, canRead { item?.process(.refresh) }
  }

  /// Whether ``counted`` has the items in memory, and the lines of the cart.
  private var isCounted: Bool { counted?.generation == products.generation }

  /// Notes whether a product has units; the event may be of one that was forgotten, or be outdated.
  private func noteAdded(_ id: String) {
    guard let product = products.existing(id), product.quantity > 0 || product.hasIntents else {
      return added.removeAll { $0 == id }
    }
    if !added.contains(id) { added.append(id) }
  }

  private func publish() {
    guard isUsed, !awaitsReply else { return }
    let isPending = counts.status.isPending || products.busyCount > 0
    var next = published.unobserved
    if unpublished != nil || !isCounted {
      if !isCounted { count() }
      next.units = counted?.units ?? 0
      for item in counted?.items ?? [] { next.units = CartContents.sum(next.units, item.quantity) }
    }
    next.notice = lastNotice
    next.change = unpublished ?? next.change
    next.status = counts.status
    next.isUpToDate =
      !isPending && item.map { !$0.state.isGuess && !$0.state.isInDoubt } ?? true
    next.status.isInDoubt = !isPending && !next.isUpToDate
    guard unpublished != nil || hasNewStatus || next != published.unobserved else { return }
    (unpublished, hasNewStatus) = (nil, false)
    context.mailbox.run { published.value = next }
  }

  /// Keeps the quantity of a product that the session forgets, since no whole cart contains it.
  private func keep(_ product: Entity<QuantityIntent>) {
    let quantity = product.quantity
    guard quantity > 0 || contents.contains(product.id) else { return }
    var cart = contents.cart
    cart.lines.removeAll { $0.id == product.id }
    if quantity > 0 { cart.lines.append(Cart.Line(productID: product.id, quantity: quantity)) }
    contents = CartContents(cart)
    counted = nil
  }

  // MARK: Requests

  /// Returns the transport of a product.
  func transport(of service: any CartService, _ id: String) -> Transport<QuantityIntent> {
    let product = ItemService(service, id)
    // The cart retains the items that it counts, and a request retains the session.
    return Transport(
      send: { [unowned self] intent, info in
        let (began, item) = (context.now, products.existing(product.id))
        let request = item?.state.request
        lastSent = began
        @MainActor func received(_ answer: CartAnswer) -> CartAnswer {
          guard let cart = answer.cart else { return answer }
          let isReply = item?.state.request == request  // Not after the time limit.
          receive(cart, .read(began), in: answer, about: product.id, isReply: isReply)
          return CartContents(cart).answer(for: product.id, over: answer)
        }
        do {
          let info = isWhole ? versioned(info) : info
          let service = product.service
          let id = isWhole ? contents.serviceID(of: product.id) : product.id
          let answer =
            switch intent {
            case .add(let amount) where amount < 0: try await service.reduce(-amount, of: id, info)
            case .add(let amount): try await service.add(amount, of: id, info)
            case .set(let quantity): try await service.set(quantity, of: id, info)
            }
          return answer.hasCart ? received(answer) : answer
        } catch var error as ServiceError {
          if let answer = error.answer as? CartAnswer, answer.hasCart {
            error.answer = received(answer)
          }
          throw error
        }
      },
      read: { [unowned self] in try await reads?.quantity(of: product.id) })
  }

  /// The information of a request, with the version of the whole cart.
  private func versioned(_ info: RequestInfo) -> RequestInfo {
    guard let item else { return info }
    var info = info
    (info.version, info.tag) = (item.state.truth.exactVersion, contents.cart.tag)
    return info
  }

}

extension Entity<QuantityIntent> {
  /// The displayed quantity.
  var quantity: Int { state.display.quantity }

  /// The item as its editors display it.
  var shown: CartContents.Shown {
    CartContents.Shown(
      quantity: state.display.quantity, isPending: hasIntents, undo: undoOffer)
  }
}
