import GRDB
import NIOCore
import NIOHTTP1
import SelfManaged
import StorefrontHarness
import StorefrontNetwork
@testable import StorefrontServer
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct RefusalTests {
  private let server: ServerProcess
  private let api: StorefrontAPI

  init() async throws {
    server = try await ServerProcess.start()
    api = server.api()
  }

  @Test func whatDoesNotExistIsRejectedByName() async throws {
    let post = await failure { try await api.setLiked(true, itemID: "a/b c", .new()) }
    #expect(post == .rejected("There is no post \"a/b c\""))
    let product = await failure { try await api.add(1, of: "sofa", .new()) }
    #expect(product == .rejected("There is no product \"sofa\""))
    let user = await failure { try await api.user("eve") }
    #expect(user == .rejected("There is no user \"eve\""))
  }

  @Test(arguments: [0, -1, 1_000_001])
  func anAmountOutOfRangeIsRejected(_ amount: Int) async throws {
    let words = "\"amount\" must be a whole number from 1 to 1000000"
    #expect(await failure { try await api.add(amount, of: "apple", .new()) } == .rejected(words))
    #expect(await failure { try await api.reduce(amount, of: "apple", .new()) } == .rejected(words))
  }

  @Test func aQuantityBelowZeroIsRejected() async throws {
    let failure = await failure { try await api.set(-1, of: "apple", .new()) }
    #expect(failure == .rejected("\"quantity\" must be a whole number from 0 to 1000000"))
  }

  @Test(arguments: [
    ("cart/apple/add", nil, "The body must be a JSON object"),
    ("cart/apple/add", "{", "The body must be a JSON object"),
    ("cart/apple/add", "[3]", "The body must be a JSON object"),
    ("cart/apple/add", #"{"count":3}"#, #"The body lacks "amount""#),
    ("cart/apple/add", #"{"amount":"3"}"#, #""amount" must be a number"#),
    ("cart/apple/add", #"{"amount":2.5}"#, #""amount" must be a whole number from 1 to 1000000"#),
    ("profile", "{}", #"The body lacks "name""#),
    ("profile", "[]", "The body must be a JSON object"),
    ("profile", #"{"name":1}"#, #""name" must be a text"#),
    (
      "profile", #"{"name":"a","qq":"1","phone":"","city":"c","quantity":"x"}"#,
      #""quantity" must be a number"#
    ),
  ])
  func aBadBodyIsRefusedWithWhatIsWrong(
    _ path: String, _ body: String?, _ words: String
  ) async throws {
    let method = path == "profile" ? "PUT" : "POST"
    let answer = try await send(method, path, to: server, headers: ["X-User": "ada"], body: body)
    #expect(answer.status == 400)
    #expect(answer.body.contains(words.replacing("\"", with: "\\\"")))
  }

  @Test func aBadVersionIsRefusedWithWhatIsWrong() async throws {
    let answer = try await send(
      "DELETE", "posts/bread/like", to: server, headers: ["X-User": "ada", "If-Version": "new"])
    #expect(answer.status == 400)
    #expect(answer.body.contains("If-Version must be a whole number"))
  }

  @Test(arguments: [nil, "", "eve"]) func anUnknownUserIsRefused(_ user: String?) async throws {
    let nobody = server.api(user)
    let like = await failure { try await nobody.setLiked(true, itemID: "bread", .new()) }
    #expect(like == .signedOut)
    #expect(await failure { try await nobody.quantity(of: "apple") } == .signedOut)
  }

  @Test func anOldVersionOfTheCartConflictsIfVersionsAreSent() async throws {
    let careful = server.api(sendsVersion: true)
    let present = try await careful.add(2, of: "apple", .new(version: 0))
    let failure = await failure { try await careful.add(1, of: "apple", .new(version: 0)) }
    #expect(failure == .conflict(answer: present))
    #expect(try await careful.add(1, of: "apple", .new(version: 1)).quantity(of: "apple") == 3)
  }

  @Test func anOldVersionOfALikeConflictsIfVersionsAreSent() async throws {
    let present = try await server.api("ben").setLiked(true, itemID: "bread", .new())
    let careful = server.api(sendsVersion: true)
    let wish = RequestInfo.new(version: 0)
    let failure = await failure { try await careful.setLiked(true, itemID: "bread", wish) }
    #expect(failure == .conflict(answer: LikeAnswer(isLiked: false, count: 1, version: 1)))
    #expect(try await api.likeStatus(itemID: "bread")?.version == present.version)
  }

  @Test func anOldVersionIsNoMatterByDefault() async throws {
    _ = try await api.add(2, of: "apple", .new(version: 0))
    #expect(try await api.add(1, of: "apple", .new(version: 0)).quantity(of: "apple") == 3)
  }

  @Test func aBusyDatabaseRejectsAndDoesNothing() async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: server.databasePath, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let wish = RequestInfo.new()
    let failure = await failure { try await api.add(1, of: "apple", wish) }
    #expect(failure == .rejected("The shop is busy"))
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await api.add(1, of: "apple", wish.again).quantity(of: "apple") == 1)
  }

  @Test func aFullDiskRejectsAndDoesNothing() async throws {
    let directory = try TemporaryDirectory()
    let store = try Store(path: directory.path("shop.sqlite"))
    // SQLite reports a file that must not grow as it reports a full disk.
    try await store.queue.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    func add(_ key: Int) async throws -> Reply {
      var request = try Request(
        HTTPRequestHead(
          version: .http1_1, method: .POST, uri: "/cart/apple/add",
          headers: ["X-User": "ada", "Idempotency-Key": "\(key)"]))
      request.body = ByteBuffer(string: #"{"amount":1}"#)
      return await Router(store: store).reply(to: request)
    }
    var done = 0
    var reply = try await add(done)
    while reply.status == .ok {
      done += 1
      reply = try await add(done)
    }
    #expect(reply.status == .serviceUnavailable)
    #expect(String(decoding: reply.body, as: UTF8.self).contains("\"nothingDone\":true"))
    try await store.queue.write { try $0.execute(sql: "PRAGMA max_page_count = 1000") }
    #expect(try await add(done).status == .ok)
    let records = try StorefrontRecords(databasePath: directory.path("shop.sqlite"))
    #expect(try records.quantity(ofProduct: "apple", inCartOf: "ada") == done + 1)
  }
}
