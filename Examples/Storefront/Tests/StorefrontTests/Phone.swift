import SelfManaged
import StorefrontDevice
import StorefrontHarness

/// A device, and the patches that its page receives.
@MainActor
final class Phone {
  let device: StorefrontDevice.Device
  var patches: [Patch] { page.patches }
  private let page = Page()

  init(
    _ server: ServerProcess, pushPort: UInt16? = nil, at path: String = "/feed",
    clock: SessionClock = .continuous
  ) {
    device = StorefrontDevice.Device(
      user: "ada", baseURL: server.baseURL, pushPort: pushPort ?? server.pushPort,
      grace: .seconds(60), clock: clock
    ) { [page] in page.draw($0) }
    device.start(at: path)
  }

  /// Whether the push connection was accepted.
  var isFollowing: Bool { patches.contains(.owner("Ada")) }

  /// The different numbers of likes that a post has shown, in order.
  func likes(of post: String) -> [Int] {
    var shown: [Int] = []
    for case .state(let patch) in patches where patch.id.hasSuffix(":like/\(post)") {
      if case .like(_, let count) = patch.state, shown.last != count { shown.append(count) }
    }
    return shown
  }

  /// The number on the tab of the cart.
  var badge: Int? {
    patches.lazy.compactMap { if case .badge(let units) = $0 { units } else { nil } }.last
  }

  /// The amounts on the cart page.
  var total: StatePatch.TotalShown? {
    patches.lazy.compactMap { patch in
      if case .state(let patch) = patch, case .total(let total) = patch.state { total } else { nil }
    }.last
  }

  /// The rows of the screen.
  var rows: [ScreenPatch.Row] {
    let screens = patches.lazy.compactMap {
      if case .screen(let screen) = $0 { screen } else { nil }
    }
    return screens.last?.sections.flatMap(\.rows) ?? []
  }

  func row(_ id: String) -> ScreenPatch.Row? { rows.first { $0.id == id } }

  /// Presses a component of the screen.
  func press(_ key: String, _ action: Press.Action = .tap) {
    let id = rows.flatMap(\.trail).first { $0.hasSuffix(":\(key)") } ?? key
    device.press(.component(id, action))
  }

  /// Waits for the outcome of an order.
  func outcome() async -> String? {
    await until { !["", "Ordering …", nil].contains(row("order")?.text) }
    return row("order")?.text
  }

  /// Returns when a condition is true; it is checked after each patch.
  func until(_ isDone: () -> Bool) async {
    if isDone() { return }
    for await _ in page.drawn where isDone() { return }
  }

  @MainActor
  private final class Page {
    private(set) var patches: [Patch] = []
    let drawn: AsyncStream<Void>
    private let note: AsyncStream<Void>.Continuation

    init() { (drawn, note) = AsyncStream.makeStream() }

    func draw(_ patch: Patch) {
      patches.append(patch)
      note.yield()
    }
  }
}
