import FlyingSocks
import StorefrontSockets

/// Serves HTTP with limits for the number of connections, the size of a request, and the time in
/// which a request must arrive and its reply must be read.
///
/// A connection is used for one request, so that idle and slow connections need not be
/// distinguished. On the loopback interface a new connection is cheap.
struct ShopFront: Sendable {
  /// The maximum number of connections.
  static let mostConnections = 128
  /// The time in which a request must arrive, and in which its reply must be read.
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
      let reply = await router.reply(to: request)
      try await socket.write(reply.data(to: request.head.method), within: Self.patience)
    } catch let refusal as RequestRefusal {
      try await refuse(refusal, socket)
    }
  }

  private func refuse(_ refusal: RequestRefusal, _ socket: AsyncSocket) async throws {
    try await socket.write(Reply(refusal).data(), within: .seconds(1))
    await socket.drain()
  }
}
