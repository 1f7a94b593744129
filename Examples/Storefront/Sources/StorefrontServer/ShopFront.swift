import FlyingSocks
import StorefrontSockets

/// Serves HTTP within bounds: how many connections there are, how long a request is, how long it may
/// take to arrive, and how long its reply may take to be read.
///
/// A connection is used for one request. Otherwise idle ones would have to be distinguished from
/// slow ones; on the loopback interface a new one costs next to nothing.
struct ShopFront: Sendable {
  /// How many connections there may be at once.
  static let mostConnections = 128
  /// How long a request may take to arrive, and a reply to be read.
  static let patience = Duration.seconds(10)

  let router: Router
  private let places = Places(mostConnections)

  init(store: Store) { router = Router(store: store) }

  /// Answers one request.
  func serve(_ socket: AsyncSocket) async throws {
    guard places.enter() else { return try await refuse(.tooManyConnections, socket) }
    defer { places.leave() }
    do {
      guard let request = try await socket.readRequest(within: Self.patience) else { return }
      guard request.head.isForThisMachine else { throw RequestRefusal.anotherHost }
      try await socket.write(await router.reply(to: request).data, within: Self.patience)
    } catch let refusal as RequestRefusal {
      try await refuse(refusal, socket)
    }
  }

  private func refuse(_ refusal: RequestRefusal, _ socket: AsyncSocket) async throws {
    try await socket.write(Reply(refusal).data, within: .seconds(1))
    await socket.drain()
  }
}
