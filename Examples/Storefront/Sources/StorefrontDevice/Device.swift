package import Components
package import Foundation
package import SelfManaged
import StorefrontServices
import StorefrontWire

/// One device: a session, a stack of screens with components, and a push connection.
///
/// It receives presses and sends patches, so that the page needs no knowledge of components. It is
/// the root of its responder chain.
@MainActor
package final class Device: EventProxy {
  /// The maximum number of screens on the stack; the lowest ones are removed first.
  static let deepest = 20

  /// The handlers of failures and of messages to the user.
  package let table = EventTable()
  private let network = DeviceNetwork()
  private let pushPort: UInt16
  private let emit: @MainActor (Patch) -> Void
  private let session: Session
  private let services: DeviceServices
  private let user: String
  private let center = ResponseCenter()
  private let navigator = DeviceNavigator()
  /// The pushes after the first list or cart that was read; `nil` until then.
  private var pushes: StorefrontPushes?
  private var listening: Task<Void, Never>?
  private var stack: [Screen] = []
  private var nextNumber = 1
  /// The number of received presses.
  private var received = 0
  private var watchers: [StateWatcher] = []
  /// The last offer of each product, and the product's name.
  private var offers: [String: (offer: UndoOffer, name: String)] = [:]
  /// The newest timeline entry of each item.
  private var noted: [String: TimelineEntry] = [:]
  private var lastTrace: EventTrace?
  private var hasEnded = false

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - user: The signed-in user.
  ///   - baseURL: The address of the server.
  ///   - pushPort: The port of its pushes.
  ///   - grace: The time in which a removal from the cart can be undone before it is sent.
  ///   - clock: The clock of the session.
  ///   - emit: Called with each patch to draw, in order.
  package init(
    user: String, baseURL: URL, pushPort: UInt16, grace: Duration = .seconds(5),
    clock: SessionClock = .continuous, emit: @escaping @MainActor (Patch) -> Void
  ) {
    self.user = user
    self.pushPort = pushPort
    self.emit = emit
    services = DeviceServices(
      api: StorefrontAPI(baseURL: baseURL, userID: user, timeout: .seconds(5)), network: network)
    var policy = SessionPolicy()
    policy.cart.honorsIdempotencyKeys = true
    policy.likes.honorsIdempotencyKeys = true
    policy.cart.offline = .hold(.seconds(60))
    policy.cart.grace = grace
    session = Session(
      navigator: navigator, likes: services, cart: services, images: services, policy: policy,
      clock: clock)
    wire()
  }

  private func wire() {
    navigator.open = { [weak self] in self?.push($0) }
    services.follow = { [weak self] in self?.follow(after: $0) }
    // The session receives every pushed cart, so an older cart needs no push again.
    services.followCart = { [weak self] in if self?.pushes == nil { self?.follow(after: $0) } }
    network.changed = { [weak self] in self?.conditionsChanged($0) }
    center.observe(LogIn.self, for: self) { device, logIn in
      device.emit(.owner(logIn.name))
      // The server is back, so held intents are sent; but a flush would also end the offers to undo.
      if device.session.undoable.isEmpty { device.session.flush() }
    }
    center.observe(LogOut.self, for: self) { device, _ in device.emit(.owner("")) }
    center.observe(JournalCut.self, for: self) { device, _ in device.session.refresh() }
    session.follow(LikeChanged.self, in: center)
    session.followCart(in: center)
    session.observe(LikeIntent.self) { [weak self] in self?.note($0) }
    session.observe(QuantityIntent.self) { [weak self] in self?.note($0) }
    let pending = session.activity
    watchers = [
      StateWatcher({ pending.isPending }) { [weak self] in self?.emit(.pending($0)) },
      StateWatcher({ [session] in session.cart.units }) { [weak self] in self?.emit(.badge($0)) },
      StateWatcher({ [session] in session.undoable }) { [weak self] in self?.show($0) },
    ]
    table.on(UndoOffered.self) { [weak self] offered, event in
      let offer = offered.offer
      let name = (event.sender as? NumberEditor)?.label ?? offer.itemID
      self?.offers[offer.itemID] = (offer, name)
      return .stop
    }
    table.on(TapFailed.self) { [weak self] failed, _ in
      self?.emit(.toast(text: Self.words(for: failed.error)))
      return .stop
    }
    table.on(DeviceSays.self) { [weak self] says, _ in
      self?.emit(.toast(text: says.words, language: says.language))
      return .stop
    }
    table.observer = { [weak self] event, result in self?.observed(event, result) }
  }

  /// Shows the first screen.
  package func start(at path: String) {
    emit(.network(network.conditions))
    emit(.pending(session.activity.isPending))
    push(Destination(path: path == "/" ? Destination.feed.path : path) ?? .feed)
  }

  /// Performs an action of the user; the changes are sent before this returns.
  package func press(_ press: Press) {
    guard !hasEnded else { return }
    received += 1
    EventRouting.trace = { [weak self] in self?.lastTrace = $0 }
    defer { EventRouting.trace = nil }
    switch press {
    case .component(let id, let action):
      // The component is missing if it was pressed before the page received the next screen.
      stack.last?.components[id]?.act(on: action)
    // After the grace period, this restores the quantity with a new intent.
    case .undo(let productID): offers[productID]?.offer.undo()
    case .open(let path): Destination(path: path).map(push)
    case .back(let count): pop(count)
    case .reload: stack.last.map(load)
    case .network(.latency(let milliseconds)): network.setLatency(milliseconds)
    case .network(.offline(let isOffline)): network.setOffline(isOffline)
    case .network(.airplane(let isAirplane)): network.setAirplane(isAirplane)
    case .network(.busyNext): network.busyNext()
    case .network(.failNext): network.failNext()
    case .network(.loseReply): network.loseNextReply()
    case .network(.holdReplies(let isHolding)): network.setHolding(isHolding)
    case .shop: break  // Handled by `ShopControl`.
    }
    flush()
  }

  /// Returns when nothing is pending.
  package func settled() async {
    await session.settled()
    flush()
  }

  /// Ends the device; requests that the server has received continue there.
  ///
  /// Removals that could still be undone are sent first.
  package func end() {
    hasEnded = true
    listening?.cancel()
    network.setHolding(false)
    for screen in stack { screen.loading = nil }
    let sendsRemovals = !session.undoable.isEmpty
    if !sendsRemovals { session.end() }
    stack = []
    guard sendsRemovals else { return }
    Task { [session] in
      await session.settled()
      session.end()
    }
  }

  private func flush() {
    for screen in stack { screen.flush() }
    for watcher in watchers { watcher.flush() }
  }
}

// The stack of screens.
extension Device {
  private func push(_ destination: Destination) {
    let context = ScreenContext(
      number: nextNumber, session: session, services: services)
    nextNumber += 1
    let screen = destination.screen(in: context)
    screen.nextResponder = self
    screen.relaid = { [weak self, weak screen] in
      if let self, let screen, stack.last === screen { draw(screen) }
    }
    screen.changed = { [weak self, weak screen] in
      if let self, let screen, stack.last === screen { emit(.state(numbered($0))) }
    }
    stack.append(screen)
    if stack.count > Self.deepest { stack.removeFirst().loading = nil }
    load(screen)
  }

  private func pop(_ count: Int) {
    let removed = min(max(count, 0), stack.count - 1)
    guard removed > 0 else { return }
    for screen in stack.suffix(removed) { screen.loading = nil }
    stack.removeLast(removed)
    stack.last.map(draw)
  }

  private func load(_ screen: Screen) {
    screen.clear()
    screen.say("Loading …")
    screen.loading = Task { [weak self, weak screen] in
      do {
        try await screen?.load()
      } catch {
        guard !Task.isCancelled else { return }
        let error = ServiceError(error)
        // The screens below could not be read either, so the stack is replaced.
        if error.code == .signedOut { self?.showSignIn() }
        let words = error.serverMessage
        screen?.say(words.isEmpty ? "The server can't be reached." : words, canReload: true)
      }
    }
  }

  private func showSignIn() {
    emit(.owner(""))
    for screen in stack { screen.loading = nil }
    stack = []
    push(.signIn)
  }

  private func draw(_ screen: Screen) {
    var patch = screen.patch
    patch.depth = stack.count
    emit(.screen(patch))
    guard patch.message == nil else { return }
    for component in screen.order { emit(.state(numbered(component.snapshot()))) }
  }

  private func numbered(_ patch: StatePatch) -> StatePatch {
    var patch = patch
    patch.heard = received
    return patch
  }
}

// The network and the events.
extension Device {
  private func conditionsChanged(_ conditions: DeviceNetwork.Conditions) {
    emit(.network(conditions))
    let wasReachable = session.isReachable
    // Reachable again, the session sends what waits.
    session.isReachable = !conditions.isAirplane
    if conditions.isDisconnected {
      listening?.cancel()
      listening = nil
    } else if listening == nil {
      listen()
      if wasReachable { session.flush() }
      session.refresh()
    }
  }

  private func show(_ undoable: [UndoOffer]) {
    emit(
      .undoable(
        undoable.map { offer in
          UndoPatch(
            id: offer.itemID, name: offers[offer.itemID]?.name ?? offer.itemID,
            grace: Int(offer.grace / .milliseconds(1)))
        }))
  }

  /// Receives the changes after the last one that a list contains.
  ///
  /// A push of an item that no screen shows has no effect. So if later changes were pushed before the
  /// list arrived, they are requested again.
  private func follow(after sequence: Int) {
    if let pushes, pushes.sequence <= sequence { return }
    listening?.cancel()
    pushes = StorefrontPushes(port: pushPort, userID: user, center: center, after: sequence)
    if !hasEnded, !network.conditions.isDisconnected { listen() }
  }

  private func listen() {
    listening = Task { [pushes] in await pushes?.listen() }
  }

  private func note<Intent: TimelineIntent>(_ record: ItemRecord<Intent>) {
    let entry = TimelineEntry(record, after: noted[Intent.itemName(record.itemID)])
    noted[entry.item] = entry
    emit(.timeline(entry))
  }

  /// The server's message, or else a message of the app.
  private static func words(for error: ServiceError) -> String {
    guard error.serverMessage.isEmpty else { return error.serverMessage }
    return switch error.code {
    case .offline: "The server can't be reached; the change was rolled back"
    case .unknownOutcome: "The server did not reply; the outcome is unknown"
    default: "The change failed"
    }
  }

  /// Sends every event that rises to the device to the trace drawer.
  ///
  /// An event that was sent during a press is shown with its whole path, any other event only with
  /// the responders that handled it.
  private func observed(_ event: ResponderEvent, _ result: EventResult) {
    if result.handledBy.isEmpty, event.name.rawValue.hasPrefix("goods.") {
      emit(.toast(text: "No responder handles \(event.name)"))
    }
    let steps: [TraceStep] =
      if let trace = lastTrace, trace.name == event.name {
        trace.steps.map { step in
          TraceStep(
            node: step.responder, decision: "\(step.decision)", writes: step.writes.map { "\($0)" })
        }
      } else {
        result.handledBy.map {
          TraceStep(node: "\(type(of: $0))", decision: "handles", writes: [])
        }
      }
    lastTrace = nil
    emit(.trace(event: "\(event.name)", outcome: "\(result.outcome)", steps: steps))
  }
}

extension Device: Responder {
  package var nextResponder: (any Responder)? { nil }
}
