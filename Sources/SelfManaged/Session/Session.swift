/// The owner of the app's injected services and of every self-managed value.
///
/// ```swift
/// let session = Session(navigator: AppNavigator(), likes: API(), cart: API(), images: Pipeline())
/// like.selfManagedConfigure(isLiked: post.isLiked, count: post.likes, itemID: post.id, in: session)
/// ```
///
/// Create one for each signed-in user at the app's composition root, and end it when the user signs
/// out. Leave out a service that no component of the session needs. A component that needs a
/// missing service fails with a message that names the service.
///
/// Everything here happens on the main actor. Each request runs in a separate task. At most one
/// change of an item is in flight; a read, or a call that has timed out, can run beside it.
@MainActor
public final class Session {
  /// Shows destinations.
  package let navigator: (any Navigator)?
  let images: ImageLoads?
  package let rememberedItemLimit: Int

  private let cartService: (any CartService)?
  private let cartPolicy: OptimisticPolicy
  /// The products in the cart.
  private(set) lazy var products = Store<QuantityIntent>(self)
  /// The cart as a whole.
  private(set) lazy var cartModel = CartModel(self, cartService, cartPolicy)

  /// The state that the items share.
  let context: SessionContext
  private var kinds: [ObjectIdentifier: any AnyStore] = [:]
  /// The stores of all kinds, in the order of their creation.
  private(set) var stores: [any AnyStore] = []
  private var refreshedAt = LogicalTime(rawValue: 0)
  private let reconnectSpread: Duration

  /// The pending work of all kinds of item.
  public let activity = SessionActivity()

  /// Whether ``end()`` was called.
  public var hasEnded: Bool { context.hasEnded }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - navigator: Shows profiles, and the sign-in page when the server refuses a change because the
  ///     user is signed out.
  ///   - likes: Sends likes.
  ///   - cart: Sends cart changes.
  ///   - images: Loads images.
  ///   - policy: The behavior that differs between back ends and apps.
  ///   - keyPrefix: Begins every idempotency key. By default random, so that no two launches of the
  ///     app share a key.
  ///   - clock: Times retries and timeouts; a test injects its own.
  public init(
    navigator: (any Navigator)? = nil,
    likes: (any LikeService)? = nil,
    cart: (any CartService)? = nil,
    images: (any ImageLoader)? = nil,
    policy: SessionPolicy = SessionPolicy(),
    keyPrefix: String? = nil,
    clock: SessionClock = .continuous
  ) {
    self.navigator = navigator
    self.images = images.map(ImageLoads.init)
    (cartService, cartPolicy) = (cart, policy.cart)
    rememberedItemLimit = policy.rememberedItemLimit
    let keyPrefix = keyPrefix ?? String(UInt64.random(in: .min ... .max), radix: 36)
    context = SessionContext(clock: clock, keyPrefix: keyPrefix)
    reconnectSpread = policy.reconnectSpread
    context.alarms.reached = { [weak self] now in
      guard let self else { return nil }
      for item in items { item.reachDeadlines(by: now) }
      return items.compactMap(\.nextDeadline).min()
    }
    activity.session = self
    if let likes {
      register(LikeIntent.self, policy: policy.likes, transport: Transport.likes(likes, in: self))
    }
    add(products, of: QuantityIntent.self)
    if let cart {
      register(QuantityIntent.self, policy: policy.cart) { [cartModel] in
        cartModel.transport(of: cart, $0)
      }
      products.container = cartModel.container
    }
  }

  /// Registers a kind of item: how its intents are sent and its values are read.
  ///
  /// ```swift
  /// session.register(FollowIntent.self) { userID in
  ///   Transport(
  ///     send: { intent, info in try await api.follow(userID, intent.isFollowing, info) },
  ///     read: { try await api.following(userID) })
  /// }
  /// ```
  ///
  /// Register each kind once, where the session is created. Likes and cart quantities are
  /// registered if the session has a service for them. If a component is bound to an item of a kind
  /// that is not registered, its requests fail with an error that names the fix. A second
  /// registration, or one after a component was bound, is a mistake in the app: debug builds stop
  /// with a message, and release builds ignore it.
  ///
  /// - Parameters:
  ///   - intent: The kind.
  ///   - policy: The behavior of all items of the kind.
  ///   - transport: Returns the functions for an item, given its ID; called once for each item that
  ///     comes into memory, on the main actor. The session retains the closure.
  public func register<Intent: OptimisticIntent>(
    _ intent: Intent.Type, policy: OptimisticPolicy = OptimisticPolicy(),
    transport: @escaping @MainActor (_ id: String) -> Transport<Intent>
  ) {
    let isNew =
      switch kind(of: intent) {
      case .specialized(let store): store.register(policy, transport: transport)
      case .erased(let store): store.register(policy) { transport($0).erased }
      }
    if !isNew {
      assertionFailure(
        """
        \(intent) is registered already, or a component is bound to one of its items. \
        Register each kind once, where the session is created.
        """)
    }
  }

  /// Binds a component to an item, so that it shows the item's value and can send intents.
  ///
  /// All components bound to one ID of one kind share one value and one lane. The components of
  /// this package use this method, and your own components can use it as well.
  ///
  /// - Parameters:
  ///   - intent: The kind.
  ///   - id: The item's ID; unique within the kind. Two spellings that Swift considers equal, such
  ///     as the two of "é", are one ID.
  ///   - guess: The value to show while no report of the value is known.
  ///   - answer: The app's data on the item, for example from a list. With `nil`, the server's
  ///     value is read unless the session knows it. An empty answer counts as data.
  ///   - began: When the app began to read its data, from ``beginRead()`` of this session. Without
  ///     it the data is of unknown age: it is shown while no more reliable value is known. After
  ///     that, data that differs causes a read of the item, at most one in
  ///     ``OptimisticPolicy/listCheckInterval``. If the service can't read, data that differs from
  ///     the last is adopted once nothing is pending.
  ///   - former: The component's previous binding, which ends before `show` is called. If it was to
  ///     the same item, the outcome of taps made under it is reported under the new binding. A
  ///     binding that was ended before has no effect.
  ///   - show: Called with the current value before this returns, and then with each change, until
  ///     the component is unbound. Capture the component weakly, and the binding as well if needed.
  /// - Returns: The component's binding to the item.
  public func bind<Intent: OptimisticIntent>(
    _ intent: Intent.Type = Intent.self,
    to id: String,
    startingAt guess: Intent.Value,
    knowing answer: Intent.Answer? = nil,
    asOf began: LogicalTime? = nil,
    replacing former: ItemBinding<Intent>? = nil,
    show: @escaping @MainActor (ManagedChange<Intent.Value>) -> Void
  ) -> ItemBinding<Intent> {
    // After the end, unbinding the last component forgets the item, so that it starts from `guess`.
    if hasEnded { former?.unbind() }
    switch kind(of: intent) {
    case .specialized(let store):
      let entity = store.entity(id, startingAt: guess, unregistered: .unregistered(intent))
      let token = observe(entity, knowing: answer, asOf: began, replacing: former, show)
      return ItemBinding(self, entity, erased: nil, token: token)
    case .erased(let store):
      let entity = store.entity(
        id, startingAt: AnyValue(guess, of: intent), unregistered: .unregistered(intent))
      let token = observe(
        entity, knowing: answer.map(AnyAnswer.init), asOf: began, replacing: former
      ) { show($0.map { $0.base(of: intent) }) }
      return ItemBinding(self, nil, erased: entity, token: token)
    }
  }

  /// Adds an observer to an item, and reads the item if its value may be stale.
  ///
  /// - Returns: The observer's token.
  private func observe<Intent>(
    _ entity: Entity<Intent>, knowing answer: Intent.Answer?, asOf began: LogicalTime?,
    replacing former: (any AnyItemBinding)?,
    _ show: @escaping @MainActor (ManagedChange<Intent.Value>) -> Void
  ) -> LogicalTime {
    let source = context.source(asOf: began, or: .list)
    let token = entity.observe(knowing: answer, source, replacing: former, show)
    var isOutdated = entity.takeOutdated()
    if answer != nil, case .read(let began) = source, began >= refreshedAt { isOutdated = false }
    if entity.state.readBegan == nil {
      if isOutdated { entity.process(.refresh) }
      if entity.state.isGuess || entity.state.isInDoubt { entity.process(.bound) }
    }
    return token
  }

  /// Reports a server value that the session did not read itself: a push, or a read by the app.
  ///
  /// A pending tap is kept. A report with a lower version than the known one is ignored. While an
  /// addition is in flight, a report may or may not contain it; so may one that leaves out the part
  /// that another intent changes. Such a report is kept until the request settles. If versions
  /// can't order it then, the value is read once nothing is pending. A time from the future counts
  /// as unknown, as for list data.
  ///
  /// A ``CartAnswer`` with the whole cart is a report for every product.
  ///
  /// An item that is not in memory is not shown anywhere, so a report of it is dropped. So is a
  /// report after the session has ended.
  ///
  /// - Parameters:
  ///   - answer: The server's report.
  ///   - intent: The kind.
  ///   - id: The item's ID.
  ///   - began: When the read began, from ``beginRead()``; `nil` for a push.
  @_specialize(where Intent == LikeIntent)  // Otherwise the app calls it unspecialized.
  @_specialize(where Intent == QuantityIntent)
  public func receive<Intent: OptimisticIntent>(
    _ answer: Intent.Answer, of intent: Intent.Type, for id: String, asOf began: LogicalTime? = nil
  ) {
    let source = context.source(asOf: began, or: .push)
    if let answer = answer as? CartAnswer, let cart = answer.cart {
      return cartModel.receive(cart, source, in: answer, about: id)
    }
    switch kind(of: intent) {
    case .specialized(let store): store.existing(id)?.process(.report(answer, source))
    case .erased(let store): store.existing(id)?.process(.report(AnyAnswer(answer), source))
    }
  }

  /// Returns the logical time to pass as `asOf:` with data that is requested after this call.
  public func beginRead() -> LogicalTime { context.tick() }

  /// The number of items in memory: shown, busy, or remembered.
  package var itemCount: Int { stores.reduce(0) { $0 + $1.count } }

  /// Returns when no tap and no read of a value is pending, or when a limit has passed: the barrier
  /// before checkout.
  ///
  /// Intents that can still be undone are sent first. It also waits for taps that are held while
  /// offline, as long as ``OptimisticPolicy/offline`` says, and for a busy server. It
  /// returns early if the waiting task is canceled. It does not wait for images.
  ///
  /// - Parameter limit: The longest wait; by default unlimited.
  /// - Returns: What is still pending, and what is in doubt or failed.
  @discardableResult
  public func settled(within limit: Duration? = nil) async -> SettledOutcome {
    await activity.settled(within: limit)
  }

  /// The pending work of one kind: `QuantityIntent.self` for the cart.
  ///
  /// - Parameter intent: The kind.
  /// - Returns: The same object each time.
  public func activity<Intent: OptimisticIntent>(of intent: Intent.Type) -> SessionActivity {
    kind(of: intent).any.activity
  }

  /// Observes every event for items of one kind, from now on.
  ///
  /// The observer is called on the main actor, in order, after the value to show is decided and
  /// before a component shows it. If an observer causes an event, such as a push, the others are
  /// notified of it after the current event. Components may show its change earlier. The observer
  /// stays until it is canceled or the session is released. Without observers, an event has no
  /// additional cost.
  ///
  /// - Parameters:
  ///   - intent: The kind.
  ///   - observer: Called once for each event; the observer must not tap.
  /// - Returns: A token that cancels the observer.
  @discardableResult
  public func observe<Intent: OptimisticIntent>(
    _ intent: Intent.Type, _ observer: @escaping @MainActor (ItemRecord<Intent>) -> Void
  ) -> ItemObservation {
    switch kind(of: intent) {
    case .specialized(let store): store.observers.observe(observer)
    case .erased(let store): store.observers.observe { observer($0.typed(as: intent)) }
    }
  }

  /// Returns when no image is being loaded, or when the waiting task is canceled.
  public func imagesLoaded() async { await images?.loaded() }

  /// Starts the requests and reads that wait for a delay or for the network, and sends the intents
  /// that can still be undone.
  ///
  /// A delay after a busy reply is not shortened. While ``isReachable`` is `false`, no change and no
  /// read is sent; a removal that could be undone then keeps its time to undo, or is held if the
  /// policy holds offline taps. A read that failed as often as the policy allows is tried again.
  /// Call it before the app enters the background.
  public func flush() {
    let never = LogicalTime(rawValue: .max)
    for (_, item) in items.oldestFirst({ $0.pendingSince ?? never }) { item.flush() }
  }

  /// Whether the device can reach the server, as far as the app knows; observable.
  ///
  /// By default `true`. While it is `false`, no change and no read of a value is sent, but images
  /// are loaded. A change fails with ``ServiceError/offline`` before it is displayed, or waits if
  /// ``OptimisticPolicy/offline`` holds taps. When it is set to `true`, even if it already was,
  /// everything that waits for the network or for a retry is sent in the order of the taps, spread
  /// at random over ``SessionPolicy/reconnectSpread``, and failed reads are repeated.
  ///
  /// ```swift
  /// monitor.pathUpdateHandler = { path in      // an NWPathMonitor
  ///   Task { @MainActor in session.isReachable = path.status == .satisfied }
  /// }
  /// ```
  public var isReachable: Bool {
    get { context.reachability.value }
    set {
      if newValue != context.isReachable { context.reachability.value = newValue }
      if newValue {
        context.reconnectDelays.add(
          items.oldestFirst(\.waitingSince), over: reconnectSpread, in: self)
      } else {
        context.reconnectDelays.cancel()
      }
    }
  }

  /// The removals that can be undone before they are sent, newest first; observable.
  ///
  /// See ``OptimisticPolicy/grace``.
  public var undoable: [UndoOffer] { context.undoOffers.all }

  /// Refreshes every value, once nothing is pending on it.
  ///
  /// Call it when the app returns from the background. A remembered item that is not shown is read
  /// when it is shown again, unless it is then bound with data whose read began later (`asOf:`). So
  /// this costs one request for each item on screen. Until the read has ended, the item's status
  /// is in doubt, see ``ItemBinding/status``.
  public func refresh() {
    refreshedAt = context.tick()
    for item in items { item.refresh() }
  }

  /// Ends the session: queued intents are rolled back, and late replies have no effect.
  ///
  /// A removal that can still be undone is rolled back as well; await ``settled(within:)`` first to send
  /// it. A change that the server may have applied stays displayed, and its tap resolves as
  /// ``Resolution/canceled``. Components keep the values they show, except for an avatar whose
  /// image is being loaded: the load is canceled, and the avatar shows the failed state. The
  /// streams of ``failures()`` end. Bind the components to another session, or configure them
  /// without one.
  public func end() {
    guard !hasEnded else { return }
    context.mailbox.run {  // Every item ends before the app is called.
      context.hasEnded = true
      context.failureStreams.end()
      cartModel.notices.end()
      context.reconnectDelays.cancel()
      context.pause.end()
      for store in stores { store.end() }
    }
    images?.end()
  }

  /// The failures of this session from now on, until the session ends or is released.
  ///
  /// Each failure is reported once, even if its component no longer exists. A refusal of one
  /// request that rolls back nothing visible is not reported. The failures of avatars, and of taps
  /// after the end, are sent only as ``TapFailed``. Each call creates a new stream. A stream
  /// buffers the last 100 failures that were not read.
  public func failures() -> AsyncStream<ManagedFailure> { context.failureStreams.stream() }

  /// Shows a destination, synchronously where the system has `Task.immediate`.
  ///
  /// Without a navigator, or after the end of the session, it does nothing.
  public func show(_ destination: Destination) {
    guard let navigator else { return }
    ImmediateTask.start { @MainActor in
      guard !self.hasEnded else { return }
      await navigator.show(destination)
    }
  }

  func kind<Intent>(of intent: Intent.Type) -> KindOf<Intent> {
    let id = ObjectIdentifier(intent)
    if let known = kinds[id].flatMap(KindOf<Intent>.init) { return known }
    let new = KindOf<Intent>(in: self)
    add(new.any, of: intent)
    return new
  }

  /// Adds the store of a kind.
  func add<Intent>(_ store: any AnyStore, of intent: Intent.Type) {
    kinds[ObjectIdentifier(intent)] = store
    stores.append(store)
  }
}
