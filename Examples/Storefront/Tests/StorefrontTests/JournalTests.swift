import Foundation
import GRDB
import SelfManaged
import StorefrontDevice
import StorefrontHarness
import StorefrontServices
import StorefrontWire
import Testing

/// The pushes of a shop with a long history of changes.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct JournalTests {
  private let server: ServerProcess

  init() async throws { server = try await ServerProcess.start() }

  @Test func aNewDeviceReceivesNoOldChange() async throws {
    try server.addHistory(of: 10_000)
    let phone = Phone(server)
    defer { phone.device.end() }
    await phone.until { phone.likes(of: "sunrise").first == 12 }
    // Pushes are in order, so every old one would arrive before this one.
    _ = try await server.api("ben").setLiked(true, itemID: "bread", .new())
    await phone.until { phone.likes(of: "bread").last == 1 }
    #expect(phone.likes(of: "sunrise") == [12])
    #expect(phone.patches.count < 50)
  }

  @Test func aDeviceWhoseServerWasAwayContinues() async throws {
    try server.addHistory(of: 10_000)
    let phone = Phone(server)
    defer { phone.device.end() }
    await phone.until { phone.likes(of: "sunrise").first == 12 }
    try await server.restart()
    _ = try await server.api("ben").setLiked(true, itemID: "sunrise", .new())
    _ = try await server.api("ben").setLiked(false, itemID: "sunrise", .new())
    await phone.until { phone.likes(of: "sunrise") == [12, 13, 12] }
    #expect(phone.patches.count < 50)
  }

  @Test func aDeviceThatMissedDeletedChangesReadsEverything() async throws {
    let phone = Phone(server)
    defer { phone.device.end() }
    await phone.until { phone.isFollowing && phone.likes(of: "bread") == [0] }
    await server.kill()
    try server.addHistory(of: 1)
    try server.change(
      """
      INSERT INTO postLike (postID, userID) VALUES ('bread', 'ben');
      UPDATE post SET version = 1 WHERE id = 'bread';
      DELETE FROM journal WHERE sequence = 1;
      INSERT INTO journal (kind, userID, itemID, isLiked, count, version)
        VALUES ('cart', 'ben', 'apple', 0, 1, 1);
      """)
    try await server.restart()
    await phone.until { phone.likes(of: "bread") == [0, 1] }
  }

  /// A push of a post that is not shown yet has no effect.
  @Test func aListThatArrivesLateIsFollowedByTheChangesSince() async throws {
    let phone = Phone(server, at: "/search")
    defer { phone.device.end() }
    await phone.until { phone.isFollowing }
    phone.device.press(.network(.holdReplies(true)))
    phone.device.press(.open("/feed"))
    // The list is read during these requests.
    for _ in 0..<20 { _ = try await server.api().posts() }
    _ = try await server.api("ben").setLiked(true, itemID: "bread", .new())
    _ = try await server.api().add(1, of: "apple", .new())
    await phone.until {
      phone.patches.contains {
        if case .timeline(let entry) = $0 { entry.confirmed.words == "1" } else { false }
      }
    }
    phone.device.press(.network(.holdReplies(false)))
    await phone.until { phone.likes(of: "bread").last == 1 }
  }

  @Test func aCartThatArrivesLateKeepsThePushConnection() async throws {
    let phone = Phone(server, at: "/search")
    defer { phone.device.end() }
    await phone.until { phone.isFollowing && phone.row("apple") != nil }
    phone.device.press(.network(.holdReplies(true)))
    phone.device.press(.open("/cart"))
    // The cart is read during these requests.
    for _ in 0..<20 { _ = try await server.api().posts() }
    _ = try await server.api().add(1, of: "apple", .new())
    await phone.until { phone.badge == 1 }
    phone.device.press(.network(.holdReplies(false)))
    await phone.until { phone.row("order") != nil }
    _ = try await server.api().add(1, of: "apple", .new())
    await phone.until { phone.badge == 2 }
    #expect(phone.patches.count { $0 == .owner("Ada") } == 1)
  }

  @Test func theJournalIsCut() async throws {
    try server.addHistory(of: 10_000)
    _ = try await server.api().setLiked(true, itemID: "bread", .new())
    let sequences = try await server.database().read {
      try Int.fetchAll($0, sql: "SELECT sequence FROM journal ORDER BY sequence")
    }
    #expect(sequences == Array(9002...10_001))
  }

  @Test func keptChangesArriveInOrder() async throws {
    try server.addHistory(of: 1000)
    let device = Device(server)
    await device.hears(1000)
    #expect(device.heard == Array(1...1000))
  }

  @Test func aPushThatIsOlderThanTheListIsNotShown() async throws {
    try server.addHistory(of: 6)
    let pushes = try await RawServer { connection in
      _ = try await connection.read(atMost: 4096)
      let stale = LikeChanged(
        sequence: 7, itemID: "sunrise", isLiked: false, count: 99, version: 3)
      let fresh = LikeChanged(sequence: 8, itemID: "bread", isLiked: false, count: 7, version: 1)
      for push in [stale, fresh] { try await connection.write(Data(try push.encoded())) }
      while true { _ = try await connection.read(atMost: 4096) }
    }
    let phone = Phone(server, pushPort: pushes.port)
    defer { phone.device.end() }
    await phone.until { phone.likes(of: "bread").contains(7) }
    #expect(phone.likes(of: "sunrise") == [12])
  }
}

extension ServerProcess {
  /// The server's database, for changes that the server does not make.
  nonisolated fileprivate func database() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: databasePath, configuration: configuration)
  }

  nonisolated func change(_ sql: String) throws {
    try database().write { try $0.execute(sql: sql) }
  }

  /// Adds likes and removed likes of one post to the journal, as if Cleo had made them.
  nonisolated fileprivate func addHistory(of count: Int) throws {
    try change(
      """
      WITH RECURSIVE change(number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM change WHERE number < \(count))
      INSERT INTO journal (kind, userID, itemID, isLiked, count, version)
        SELECT 'like', 'cleo', 'sunrise', number % 2, 12 + number % 2, number FROM change;
      UPDATE post SET version = \(count) WHERE id = 'sunrise';
      """)
  }
}
