package import Components
package import Foundation
import SelfManaged
import StorefrontServices
import StorefrontWire

/// One device: a session, a stack of screens with components on them, and the pushes it listens to.
///
/// Presses come in, patches go out; whoever draws them needs to know nothing of components. It is the
/// root of its responder chain.
@MainActor
package final class Device: EventProxy {
  /// How many screens may lie on the stack; the lowest make room.
  static let deepest = 20

  /// Its network.
  package let network = DeviceNetwork()
  /// What it handles: failures and words for the person.
  package let table = EventTable()
  private let shop: Shop
  private let tell: @MainActor (Patch) -> Void
  private let session: Session
  private let api: StorefrontAPI
  private let center = ResponseCenter()
  private let navigator = DeviceNavigator()
  private let pushes: StorefrontPushes
  private var listening: Task<Void, Never>?
  private var stack: [Screen] = []
  private var nextNumber = 1
  private var heard = 0
  private var activity: StateWatcher?
  /// The newest of each item.
  private var noted: [String: TimelineEntry] = [:]
  private var lastTrace: EventTrace?
  private var hasEnded = false

  /// Where the shop is.
  package struct Shop: Sendable {
    package let baseURL: URL
    package let pushPort: UInt16

    package init(baseURL: URL, pushPort: UInt16) {
      self.baseURL = baseURL
      self.pushPort = pushPort
    }
  }

  /// Switches a device on.
  ///
  /// - Parameters:
  ///   - user: Who is signed in on it.
  ///   - shop: Where the shop is.
  ///   - timeout: How long an answer may take.
  ///   - tell: Called with each patch to draw, in order.
  package init(
    user: String, shop: Shop, timeout: Duration = .seconds(5),
    tell: @escaping @MainActor (Patch) -> Void
  ) {
    self.shop = shop
    self.tell = tell
    api = StorefrontAPI(baseURL: shop.baseURL, userID: user, timeout: timeout)
    let services = DeviceServices(api: api, network: network)
    var policy = SessionPolicy()
    policy.cart.honorsIdempotencyKeys = true
    policy.likes.honorsIdempotencyKeys = true
    session = Session(
      navigator: navigator, likes: services, cart: services, images: services, policy: policy)
    pushes = StorefrontPushes(port: shop.pushPort, userID: user, center: center)
    wire()
  }

  private func wire() {
    navigator.open = { [weak self] in self?.push($0) }
    network.changed = { [weak self] in self?.conditionsChanged($0) }
    center.observe(LogIn.self, for: self) { $0.tell(.owner($1.name)) }
    center.observe(LogOut.self, for: self) { device, _ in device.tell(.owner("")) }
    session.follow(LikeChanged.self, in: center)
    session.follow(CartChanged.self, in: center)
    session.watch(LikeIntent.self) { [weak self] in self?.note($0) }
    session.watch(QuantityIntent.self) { [weak self] in self?.note($0) }
    let pending = session.activity
    activity = StateWatcher({ _ = pending.isPending }) { [weak self] in
      self?.tell(.pending(pending.isPending))
    }
    table.replace(.tapFailed) { [weak self] event in
      let failed = try event.payload(as: TapFailed.self)
      self?.tell(.toast(Self.words(for: failed.error)))
      return .stop
    }
    table.replace(DeviceSays.name) { [weak self] event in
      self?.tell(.toast(try event.value(for: "message")))
      return .stop
    }
    table.observer = { [weak self] event, result in self?.observed(event, result) }
    listen()
  }

  /// Shows the first screen.
  package func start(at path: String) {
    tell(.network(network.conditions))
    tell(.pending(session.activity.isPending))
    push(Destination(path: path == "/" ? Destination.feed.path : path) ?? .feed)
  }

  /// Performs what the user did; the changes are reported before this returns.
  package func press(_ press: Press) {
    guard !hasEnded else { return }
    heard += 1
    EventRouting.trace = { [weak self] in self?.lastTrace = $0 }
    defer { EventRouting.trace = nil }
    switch press {
    case .component(let id, let action):
      // One that is not there was pressed before the page heard of the next screen.
      stack.last?.components[id]?.act(on: action)
    case .open(let path): Destination(path: path).map(push)
    case .back(let count): pop(count)
    case .reload: stack.last.map(load)
    case .network(.latency(let milliseconds)): network.setLatency(milliseconds)
    case .network(.offline(let isOffline)): network.setOffline(isOffline)
    case .network(.failNext): network.failNext()
    case .network(.loseReply): network.loseNextReply()
    case .network(.holdReplies(let isHolding)): network.setHolding(isHolding)
    case .shop: break  // It is not this device's.
    }
    flush()
  }

  /// Returns when nothing is pending.
  package func settled() async {
    await session.settled()
    flush()
  }

  /// Switches the device off; what was under way at the server stays so.
  package func end() {
    hasEnded = true
    listening?.cancel()
    network.setHolding(false)
    session.end()
    for screen in stack { screen.loading = nil }
    stack = []
  }

  /// Sends a patch that is not the device's own.
  package func pass(_ patch: Patch) { tell(patch) }

  private func flush() {
    for screen in stack { screen.flush() }
    activity?.flush()
  }
}

// The navigator's stack.
extension Device {
  private func push(_ destination: Destination) {
    let context = ScreenContext(
      number: nextNumber, session: session, api: api, network: network)
    nextNumber += 1
    let screen = destination.screen(in: context)
    screen.nextResponder = self
    screen.relaid = { [weak self, weak screen] in
      if let self, let screen, stack.last === screen { draw(screen) }
    }
    screen.changed = { [weak self, weak screen] in
      if let self, let screen, stack.last === screen { tell(.state(stamped($0))) }
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
    screen.say("Reading …")
    screen.loading = Task { [weak self, weak screen] in
      do {
        try await screen?.load()
      } catch {
        guard !Task.isCancelled else { return }
        let error = ServiceError(error)
        // Nothing behind this screen could be read either, so that it is no use to come back to it.
        if error.code == .signedOut { self?.askWhoItIs() }
        let words = error.serverMessage
        screen?.say(words.isEmpty ? "The shop can't be reached." : words, canReload: true)
      }
    }
  }

  private func askWhoItIs() {
    for screen in stack { screen.loading = nil }
    stack = []
    push(.signIn)
  }

  private func draw(_ screen: Screen) {
    var patch = screen.patch
    patch.depth = stack.count
    tell(.screen(patch))
    guard patch.message == nil else { return }
    for component in screen.order { tell(.state(stamped(component.snapshot()))) }
  }

  private func stamped(_ patch: StatePatch) -> StatePatch {
    var patch = patch
    patch.heard = heard
    return patch
  }
}

// The network and the events.
extension Device {
  private func conditionsChanged(_ conditions: DeviceNetwork.Conditions) {
    tell(.network(conditions))
    if conditions.isOffline {
      listening?.cancel()
      listening = nil
    } else if listening == nil {
      listen()
      session.flush()
      session.refresh()
    }
  }

  private func listen() {
    listening = Task { [pushes] in await pushes.listen() }
  }

  private func note<Intent: TimelineIntent>(_ record: ItemRecord<Intent>) {
    let entry = TimelineEntry(record, after: noted[Intent.itemName(record.itemID)])
    noted[entry.item] = entry
    tell(.timeline(entry))
  }

  /// The shop's own words, or else the app's.
  private static func words(for error: ServiceError) -> String {
    guard error.serverMessage.isEmpty else { return error.serverMessage }
    return switch error.code {
    case .offline: "The shop can't be reached; taken back"
    case .unknownOutcome: "The shop does not answer"
    default: "That did not work"
    }
  }

  /// Every event that rises to the device goes to the trace drawer: with its whole way if it was
  /// sent while a press was handled, else with its end.
  private func observed(_ event: ResponderEvent, _ result: EventResult) {
    let outcome = "\(result.outcome)"
    defer { lastTrace = nil }
    if result.handledBy.isEmpty, event.name.rawValue.hasPrefix("goods.") {
      tell(.toast("Nothing on this page handles \(event.name)"))
    }
    guard let trace = lastTrace, trace.name == event.name else {
      let nodes = result.handledBy.map {
        TracePatch.Step(node: "\(type(of: $0))", decision: "handles", writes: [])
      }
      return tell(.trace(TracePatch(event: "\(event.name)", outcome: outcome, steps: nodes)))
    }
    let steps = trace.steps.map { step in
      let decision = EventTrace.Step(node: step.node, decision: step.decision)
      return TracePatch.Step(
        node: step.node, decision: "\(decision)", writes: step.writes.map { "\($0)" })
    }
    tell(.trace(TracePatch(event: "\(event.name)", outcome: outcome, steps: steps)))
  }
}

extension Device: Responder {
  package var nextResponder: (any Responder)? { nil }
}
