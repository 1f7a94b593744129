import Components
import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServices
import StorefrontWire
import Testing

/// A user's device: components, a session, and a push connection.
@MainActor
final class Device {
  let center = ResponseCenter()
  let session: Session
  let pushes: StorefrontPushes
  let like = LikeButton()
  let apple = NumberEditor()
  /// The numbers of all posted changes, in order.
  private(set) var heard: [Int] = []
  private(set) var posted: [String] = []
  private let listening: Task<Void, Never>
  private var waiters: [(isDone: () -> Bool, waiter: AsyncStream<Never>.Continuation)] = []

  init(_ server: ServerProcess, port: UInt16? = nil, user: String = "ada", readLimit: Int = 4096) {
    let api = server.api(user)
    session = Session(likes: api, cart: api)
    let pushes = StorefrontPushes(
      port: port ?? server.pushPort, userID: user, center: center, readLimit: readLimit, pause: {})
    self.pushes = pushes
    session.follow(LikeChanged.self, in: center)
    session.followCart(in: center)
    session.end(on: LogOut.self, in: center)
    like.selfManagedConfigure(isLiked: false, count: 12, itemID: "sunrise", in: session)
    apple.prepareForCart(productID: "apple", quantity: 0, in: session)
    listening = Task { await pushes.listen() }
    _ = center.observeAll { [weak self] in self?.note($0) }
  }

  deinit { listening.cancel() }

  private func note(_ received: Received) {
    if case .response(let response) = received {
      posted.append("\(response)")
      if let push = response as? any JournalPush { heard.append(push.sequence) }
    }
    for entry in waiters where entry.isDone() { entry.waiter.finish() }
    waiters.removeAll { $0.isDone() }
  }

  /// Returns when a condition is true; it is checked after each posted response.
  func until(_ isDone: @escaping () -> Bool) async {
    if isDone() { return }
    let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
    waiters.append((isDone, waiter))
    for await _ in stream {}
  }

  func hears(_ sequence: Int) async {
    await until { [weak self] in self?.heard.last ?? 0 >= sequence }
  }

  /// Returns when the listener has stopped.
  func isThrough() async { await listening.value }
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PushTests {
  private let server: ServerProcess

  init() async throws { server = try await ServerProcess.start() }

  @Test func aSecondDevicesChangesAppearOnTheFirst() async throws {
    let (first, second) = (Device(server), Device(server))
    second.like.tap()
    second.apple.add()
    second.apple.add()
    await second.session.settled()
    await first.until { first.like.state.isLiked && first.apple.state.quantity == 2 }
    #expect(first.like.state == .init(isLiked: true, count: 13, change: .external))
    #expect(first.apple.state.quantity == 2)
    #expect(first.apple.state.change == .external)
    #expect(first.heard == Set(first.heard).sorted())
  }

  @Test func anotherPersonsLikeMovesTheCountAlone() async throws {
    let (ada, ben) = (Device(server), Device(server, user: "ben"))
    ada.like.tap()
    await ada.session.settled()
    ben.like.tap()
    await ben.session.settled()
    ben.apple.add()
    await ben.session.settled()
    await ada.hears(2)
    await ben.hears(3)
    #expect(ada.like.state.isLiked)
    #expect(ada.like.state.count == 14)
    #expect(ada.apple.state.quantity == 0)
    #expect(ada.heard == [1, 2])
    #expect(ben.heard == [1, 2, 3])
  }

  @Test func logInIsAnsweredAndInfoIsReported() async throws {
    _ = try await server.api().setLiked(true, itemID: "bread", .new())
    _ = try await server.api().add(2, of: "mug", .new())
    let device = Device(server)
    await device.hears(2)
    try await device.pushes.askInfo()
    await device.until { device.posted.contains { $0.hasPrefix("QueryInfo") } }
    #expect(device.posted.first == "\(LogIn(userID: "ada", name: "Ada", sequence: 2))")
    #expect(device.posted.last == "\(QueryInfo(likes: 1, products: 1))")
  }

  @Test("bytes that arrive and are read one by one are decoded", arguments: [1, 3, 4096])
  func piecesMakeNoDifference(_ size: Int) async throws {
    let relay = try await CuttingRelay(to: server.pushPort, pieces: size)
    let device = Device(server, port: relay.port, readLimit: size)
    for amount in 1...5 { _ = try await server.api().add(amount, of: "apple", .new()) }
    await device.hears(5)
    #expect(device.heard == Set(device.heard).sorted())
    #expect(device.apple.state.quantity == 15)
  }

  @Test("a connection that is cut anywhere is resumed, and each change is posted once")
  func aBrokenConnectionIsResumed() async throws {
    let relay = try await CuttingRelay(to: server.pushPort)
    let ben = server.api("ben")
    for number in 1...30 {
      _ = try await ben.setLiked(number % 2 == 1, itemID: "sunrise", .new())
    }
    let push = try LikeChanged(
      sequence: 1, itemID: "sunrise", isLiked: false, count: 13, version: 1
    ).encoded().count
    // The answer to the log-in has 24 bytes. So the connections are cut within a header, within a
    // body, and between frames; all but the first few receive some pushes.
    let frames = (1...4).map { 24 + $0 * push }
    relay.cut(after: Array(1...24) + frames.flatMap { [$0 - 9, $0 - 1, $0, $0 + 1, $0 + 5] })
    let device = Device(server, port: relay.port)
    await device.hears(30)
    for number in 31...39 {
      _ = try await ben.setLiked(number % 2 == 1, itemID: "sunrise", .new())
    }
    await device.hears(39)
    #expect(device.heard == Array(1...39))
    #expect(device.like.state.count == 13)
    #expect(relay.connectionCount > 25)
  }

  @Test func missedChangesOfTheCartArriveAsOne() async throws {
    for _ in 1...3 { _ = try await server.api().add(1, of: "apple", .new()) }
    _ = try await server.api("ben").setLiked(true, itemID: "sunrise", .new())
    let device = Device(server)
    await device.hears(4)
    #expect(device.heard == [3, 4])
    #expect(device.apple.state.quantity == 3)
  }

  @Test func aServerThatDiesIsFoundAgain() async throws {
    let device = Device(server)
    _ = try await server.api().add(1, of: "apple", .new())
    await device.hears(1)
    await server.kill()
    try await server.restart()
    _ = try await server.api().add(1, of: "apple", .new())
    await device.hears(2)
    #expect(device.heard == [1, 2])
    #expect(device.apple.state.quantity == 2)
  }

  @Test func signingOutEndsTheSessionsOfAllDevices() async throws {
    let (first, second) = (Device(server), Device(server))
    let ben = Device(server, user: "ben")
    for device in [first, second, ben] { await device.until { !device.posted.isEmpty } }
    try await second.pushes.signOut()
    await first.isThrough()
    await second.isThrough()
    #expect(first.session.hasEnded)
    #expect(second.session.hasEnded)
    #expect(first.posted.last == "\(LogOut(reason: "Signed out"))")
    #expect(!ben.session.hasEnded)
  }

  @Test func anUnknownUserIsSignedOut() async throws {
    let device = Device(server, user: "eve")
    await device.isThrough()
    #expect(device.posted == ["\(LogOut(reason: "There is no user \"eve\""))"])
    #expect(device.session.hasEnded)
  }

  @Test(
    "a device that talks nonsense is cut off, and the others are not",
    arguments: [
      [0, 1, 0xFF, 0xFF, 0xFF, 0xFF], [0, 9, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0],
      [0, 1, 0, 0, 0, 1, 7], Array("GET / HTTP/1.1\r\n\r\n".utf8),
    ] as [[UInt8]])
  func nonsenseEndsOnlyItsConnection(_ bytes: [UInt8]) async throws {
    let device = Device(server)
    await device.until { !device.posted.isEmpty }
    let answer = try await RawConnection.exchange(bytes, with: server.pushPort)
    #expect(answer.isEmpty)
    _ = try await server.api().add(1, of: "apple", .new())
    await device.hears(1)
    #expect(device.apple.state.quantity == 1)
  }
}
