/// Where the app's services are injected, and where every self-managed value lives.
///
/// ```swift
/// let session = Session(navigator: AppNavigator(), likes: API(), cart: API(), images: Pipeline())
/// like.selfManagedConfigure(isLiked: post.isLiked, count: post.likes, itemID: post.id, in: session)
/// ```
///
/// Make one for each signed-in user, where the app is put together, and end it when the user signs
/// out. A service that is left out is one that none of the session's components needs; a component
/// that needs it all the same fails with a message that says which.
///
/// Everything here happens on the main actor. Requests run in tasks of their own, at most one for an
/// item at a time.
@MainActor
public final class Session {
  /// Shows places in the app.
  package let navigator: (any Navigator)?
  let likes: Injected<any LikeService>?
  let cart: Injected<any CartService>?
  let images: ImageLoads?
  let policy: SessionPolicy

  private let clock: SessionClock
  /// The time-outs of requests, and the age of what was learned.
  let deadlines: Deadlines
  /// What has to be done after events.
  let effects = EffectQueue()
  private let keyBeginning: String
  private var lastStamp: UInt64 = 0
  private var stores: [ObjectIdentifier: any AnyStore] = [:]
  /// The same, in the order in which they came to be.
  private var storesInOrder: [any AnyStore] = []
  private var activities: [ObjectIdentifier: SessionActivity] = [:]
  private var observers: [ObjectIdentifier: AnyObject] = [:]
  private var failureStreams: [UInt64: AsyncStream<ManagedFailure>.Continuation] = [:]
  private var askedForSignInAt: Stamp?
  private var refreshedAt = Stamp(rawValue: 0)
  /// The component that is being bound anew, if one is.
  var exchange: Exchange?

  /// Whether anything of any kind is pending.
  public let activity = SessionActivity()

  /// Whether ``end()`` was called.
  public private(set) var hasEnded = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - navigator: Shows profiles, and the sign-in page when the server says nobody is signed in.
  ///   - likes: Takes likes.
  ///   - cart: Takes cart changes.
  ///   - images: Loads images.
  ///   - policy: What differs between back ends and apps.
  ///   - keyPrefix: Begins every idempotency key. By default random, so that no two launches of the
  ///     app share a key.
  ///   - clock: Times retries and time-outs; a test injects its own.
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
    self.likes = likes.map(Injected.init)
    self.cart = cart.map(Injected.init)
    self.images = images.map(ImageLoads.init)
    self.policy = policy
    self.clock = clock
    deadlines = Deadlines(clock: clock)
    let prefix = keyPrefix ?? String(UInt64.random(in: .min ... .max), radix: 36)
    keyBeginning = prefix + "-"
    deadlines.reached = { [weak self] now in
      guard let self else { return nil }
      for store in storesInOrder { store.reachDeadlines(by: now) }
      return storesInOrder.compactMap(\.nextDeadline).min()
    }
  }

  deinit {
    for stream in failureStreams.values { stream.finish() }
  }

  /// Binds a component to an item, so that it shows the item's value and can say what is wanted.
  ///
  /// All components bound to one id of one kind share one value and one lane. This is what the
  /// components of this package are made of, and what yours is made of too.
  ///
  /// - Parameters:
  ///   - intent: The kind.
  ///   - id: Which item; unique among all items of this kind.
  ///   - guess: What to show while nothing is known.
  ///   - answer: What the app knows of the item, for example from a list; without it the server is
  ///     asked, if the item is not in memory.
  ///   - began: When the app began to read what it knows, from ``beginRead()`` of this session. Without
  ///     it the data is of unknown age: it is shown while nothing better is known. After that it does
  ///     not change the display, but is a reason to read the item if it differs.
  ///   - transport: How intents reach the server. The first component's is used for all.
  ///   - policy: How the kind behaves. The first component's is used for all items of the kind.
  ///   - giveUp: Takes the component's former behaviour out, which unbinds its hold; called once, before
  ///     `show` is. If that hold was on the same item, the item stays in memory meanwhile, and what
  ///     becomes of taps made under it is told under the new one.
  ///   - show: Called with the present value before this returns, and then with each change, until
  ///     the hold is given up. Capture the component weakly, and the hold as well if it is needed.
  /// - Returns: The component's hold on the item.
  public func bind<Intent: OptimisticIntent>(
    _ intent: Intent.Type = Intent.self,
    to id: String,
    startingAt guess: Intent.Value,
    knowing answer: Intent.Answer? = nil,
    asOf began: Stamp? = nil,
    through transport: Transport<Intent>,
    policy: OptimisticPolicy = OptimisticPolicy(),
    replacing giveUp: @MainActor () -> Void = {},
    show: @escaping @MainActor (ManagedChange<Intent.Value>) -> Void
  ) -> ManagedValue<Intent> {
    // In a session that has ended the item has stopped at what it showed, and is not kept.
    let isOver = hasEnded
    if isOver { giveUp() }
    let (entity, isNew) = store(of: Intent.self, policy: policy)
      .entity(id, startingAt: guess, through: transport)
    let source = source(asOf: began, or: .list)
    let token = entity.observe(
      knowing: answer, source, replacing: { if !isOver { giveUp() } }, show)
    let isUnknown = answer == nil && (isNew || entity.state.isGuess)
    let isOutdated = entity.takeOutdated() && !(answer != nil && source.isRead(since: refreshedAt))
    if isUnknown || isOutdated || entity.state.isInDoubt, entity.state.reading == nil {
      entity.process(.refresh)
    }
    return ManagedValue(session: self, entity: entity, token: token)
  }

  /// Takes in what the server says of an item by itself: a push, or another screen's read.
  ///
  /// An item that is not in memory is not shown anywhere, so nothing is kept of it.
  ///
  /// - Parameters:
  ///   - answer: What the server says.
  ///   - intent: The kind.
  ///   - id: Which item.
  ///   - began: When the server was asked; by default now, as for a push.
  @_specialize(where Intent == LikeIntent)  // Else it runs unspecialised, called from the app.
  @_specialize(where Intent == QuantityIntent)
  public func receive<Intent: OptimisticIntent>(
    _ answer: Intent.Answer, of intent: Intent.Type, for id: String, asOf began: Stamp? = nil
  ) {
    let store = stores[ObjectIdentifier(Intent.self)] as? Store<Intent>
    store?.existing(id)?.process(.report(answer, source(asOf: began, or: .push)))
  }

  /// The present moment, to be taken before fetching and handed over with what was fetched.
  public func beginRead() -> Stamp { tick() }

  /// How many items are in memory: those that are shown, are busy, or are remembered.
  package var itemCount: Int { stores.values.reduce(0) { $0 + $1.count } }

  /// How many of them are of one kind.
  package func itemCount<Intent: OptimisticIntent>(of intent: Intent.Type) -> Int {
    stores[ObjectIdentifier(intent)]?.count ?? 0
  }

  /// Returns when no tap and no read of a value is pending: the barrier before checkout.
  ///
  /// It returns early if the waiting task is cancelled. Images are not waited for.
  public func settled() async {
    await activity.settled()
  }

  /// Whether anything of one kind is pending: `QuantityIntent.self` for the cart.
  ///
  /// - Parameter intent: The kind.
  /// - Returns: The same object each time.
  public func activity<Intent: OptimisticIntent>(of intent: Intent.Type) -> SessionActivity {
    if let known = activities[ObjectIdentifier(intent)] { return known }
    let new = SessionActivity()
    activities[ObjectIdentifier(intent)] = new
    return new
  }

  /// Observes every event for items of one kind, from now on.
  ///
  /// The observer is called on the main actor, in order, after the value to show is decided and before
  /// a component shows it. It stays until it is canceled or the session is released. Without observers
  /// an event costs nothing more.
  ///
  /// - Parameters:
  ///   - intent: The kind.
  ///   - observer: Called once for each event; it must not tap.
  /// - Returns: A token that cancels the observer.
  @discardableResult
  public func watch<Intent: OptimisticIntent>(
    _ intent: Intent.Type, _ observer: @escaping @MainActor (ItemRecord<Intent>) -> Void
  ) -> ItemObservation {
    let observers = observers(of: intent)
    let number = observers.add(observer)
    return ItemObservation { [weak observers] in observers?.remove(number) }
  }

  /// Returns when no image is being loaded, or when the waiting task is cancelled.
  public func imagesLoaded() async { await images?.loaded() }

  /// Sends and reads at once what waits for a delay or for the network.
  ///
  /// A read that failed as often as the policy allows is tried again. Call it when the network is back,
  /// and before the app goes to the background.
  public func flush() {
    for store in storesInOrder { store.flush() }
  }

  /// Reads every value anew, once nothing is pending on it; call it when the app is back from the
  /// background.
  ///
  /// What is remembered and not shown is read when it is shown again, unless it is then configured with
  /// what was asked for since (`asOf:`). So this costs one request for each item on screen.
  public func refresh() {
    refreshedAt = tick()
    for store in storesInOrder { store.refresh() }
  }

  /// Ends the session: what was not sent is taken back, and late replies have no effect.
  ///
  /// Components keep what they show; bind them to another session or configure them plain.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    for store in storesInOrder { store.end() }
    images?.end()
    for stream in Swift.exchange(&failureStreams, with: [:]).values { stream.finish() }
  }

  /// The failures of this session from now on, each once, whether its component is still there or not,
  /// until the session ends or goes away.
  ///
  /// Each call makes a stream of its own. One that nobody reads keeps the last hundred failures.
  public func failures() -> AsyncStream<ManagedFailure> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ManagedFailure.self, bufferingPolicy: .bufferingNewest(100))
    guard !hasEnded else {
      continuation.finish()
      return stream
    }
    let number = tick().rawValue
    failureStreams[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.failureStreams.removeValue(forKey: number) }
    }
    return stream
  }

  /// Shows a place in the app, in this turn where the system allows it.
  ///
  /// Without a navigator it does nothing.
  public func show(_ destination: Destination) {
    guard let navigator, !hasEnded else { return }
    Self.start { @MainActor in
      guard !self.hasEnded else { return }
      await navigator.show(destination)
    }
  }
}

// What stores and entities ask of their session.
extension Session {
  package var rememberedItemLimit: Int { policy.rememberedItemLimit }

  func observers<Intent>(of intent: Intent.Type) -> ItemObservers<Intent> {
    if let known = observers[ObjectIdentifier(intent)] as? ItemObservers<Intent> { return known }
    let new = ItemObservers<Intent>()
    observers[ObjectIdentifier(intent)] = new
    return new
  }

  /// Where data of the app comes from.
  ///
  /// A time that is still to come belongs to another session, and means nothing here.
  private func source(asOf began: Stamp?, or source: ReportSource) -> ReportSource {
    guard let began else { return source }
    return began <= Stamp(rawValue: lastStamp) ? .read(began) : .list
  }

  func tick() -> Stamp {
    lastStamp += 1
    return Stamp(rawValue: lastStamp)
  }

  func key(_ stamp: Stamp) -> IdempotencyKey {
    IdempotencyKey(beginning: keyBeginning, number: stamp.rawValue)
  }

  /// Whether a tap failed for a reason that is known: nobody is signed in, and the sign-in page has
  /// been asked for since the tap.
  ///
  /// All that was tapped before that fails with one error.
  func hasTold(_ error: ServiceError, of tap: Stamp) -> Bool {
    guard let askedForSignInAt, error.code == .signedOut else { return false }
    return tap < askedForSignInAt
  }

  /// Reports a failure of a tap.
  func report(_ failure: ManagedFailure, of tap: Stamp) {
    guard !hasTold(failure.error, of: tap) else { return }
    for stream in failureStreams.values { stream.yield(failure) }
  }

  /// What a request's failure says of the rest of the session.
  ///
  /// That nobody is signed in is old news once the sign-in page was asked for: it fails that request,
  /// and what was tapped since is sent, as whoever has signed in meanwhile.
  func weighed(_ error: ServiceError, of tap: Stamp) -> ServiceError {
    hasTold(error, of: tap) ? error.reaching(.intent) : error
  }

  /// A failure reaches further than the item it came to: the lane, or the whole session.
  func spread<Intent>(_ error: ServiceError, from store: Store<Intent>, except id: String) {
    switch error.reach {
    case .intent: return
    case .lane: if store.isShared { store.spread(error, except: id) }
    case .session:
      for other in storesInOrder { other.spread(error, except: other === store ? id : nil) }
    }
    if error.code == .signedOut {
      askedForSignInAt = tick()
      show(.signIn)
    }
  }

  /// Whether requests leave in the turn that asks for them: where the system has `Task.immediate`.
  package static var startsAtOnce: Bool {
    #if !NO_IMMEDIATE_TASKS
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return true }
    #endif
    return false
  }

  /// Runs a request at once, up to its first suspension, where the system can; else in the next turn.
  ///
  /// The type is that of a task's own closure, since one of another type would be wrapped in two
  /// more; so each request says for itself that it runs on the main actor.
  @discardableResult
  static func start(
    _ request: sending @escaping @isolated(any) () async -> Void
  ) -> Task<Void, Never> {
    #if !NO_IMMEDIATE_TASKS  // Set by the checks, to test what older systems do.
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: request)
      }
    #endif
    return Task(operation: request)
  }

  /// Does something later, unless the task that is returned is cancelled by then.
  func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Task<Void, Never> {
    Self.start { @MainActor [clock] in
      try? await clock.delay(delay)
      if !Task.isCancelled { action() }
    }
  }

  private func store<Intent>(of kind: Intent.Type, policy: OptimisticPolicy) -> Store<Intent> {
    if let store = stores[ObjectIdentifier(kind)] as? Store<Intent> { return store }
    let store = Store<Intent>(session: self, policy: policy)
    stores[ObjectIdentifier(kind)] = store
    storesInOrder.append(store)
    return store
  }
}
