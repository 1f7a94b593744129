import SelfManaged
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ResponseCenterTests {
  let center = ResponseCenter()
  let log = Log()

  /// The notifications of observers, in order.
  @MainActor
  final class Log {
    var lines: [String] = []
    var tokens: [ResponseObservation] = []
  }

  @MainActor
  final class Owner {
    var heard: [UInt32] = []
  }

  @Test func observersGetTheConcreteTypeInOrder() {
    _ = center.observe(LogIn.self) { [log] in log.lines.append("first \($0.name)") }
    _ = center.observeAll { [log] _ in log.lines.append("everything") }
    _ = center.observe(QueryInfo.self) { [log] in log.lines.append("info \($0.level)") }
    _ = center.observe(id: "account.log-in") { [log] _ in log.lines.append("by id") }
    _ = center.observe(LogIn.self) { [log] in log.lines.append("last \($0.userID)") }
    center.post([.response(LogIn()), .response(QueryInfo()), .response(LogIn(name: "Bo"))])
    #expect(
      log.lines == [
        "first Ann", "everything", "by id", "last 7", "everything", "info 3", "first Bo",
        "everything", "by id", "last 7",
      ])
  }

  @Test func observeAllIncludesUndecodableFrames() throws {
    _ = center.observeAll { [log] in log.lines.append(String($0.words.prefix(9))) }
    var decoder = ResponseDecoder(try .samples(), maximumBody: 9)
    center.post(
      decoder.feed(
        try Frame(type: 77).encoded() + Frame(type: 1).encoded() + LogOut().encoded()
          + Frame(type: 1, body: [UInt8](repeating: 0, count: 10)).encoded()))
    #expect(log.lines == ["unknown 7", "malformed", "LogOut()", "failed Th"])
  }

  private class Greeting: Response, @unchecked Sendable {
    class var wireType: WireType { 50 }
    class var notificationID: NotificationID { "test.greeting" }
    init() {}
    required init(from reader: inout ByteReader) throws {}
  }

  private final class Farewell: Greeting, @unchecked Sendable {
    override class var wireType: WireType { 51 }
    override class var notificationID: NotificationID { "test.farewell" }
  }

  @Test func objectIsPostedByItsDynamicType() {
    _ = center.observe(Greeting.self) { [log] _ in log.lines.append("greeting") }
    _ = center.observe(Farewell.self) { [log] _ in log.lines.append("farewell") }
    let farewell: Greeting = Farewell()
    center.post(farewell)
    center.post([.response(farewell), .response(Greeting()), .response(Farewell())])
    #expect(log.lines == ["farewell", "farewell", "greeting", "farewell"])
  }

  /// Another kind that was given the ID of ``LogIn`` by mistake, and is laid out differently.
  private struct Twin: Response {
    static let wireType: WireType = 52
    static let notificationID = LogIn.notificationID
    var isBrief = true
    init() {}
    init(from reader: inout ByteReader) throws {}
  }

  @Test func observerOfAKindSeesNoOtherKindWithItsID() {
    _ = center.observe(LogIn.self) { [log] in log.lines.append($0.name) }
    _ = center.observe(Twin.self) { [log] _ in log.lines.append("twin") }
    center.post(Twin())
    center.post(LogIn())
    #expect(log.lines == ["twin", "Ann"])
  }

  @Test func aLargeResponseArrivesWhole() {
    var sample = Sample()
    sample.note = "a text that is too long to stand in the string itself"
    sample.children = [Sample()]
    var heard: [Sample] = []
    _ = center.observe(Sample.self) { heard.append($0) }
    center.post([.response(sample), .response(Sample())])
    #expect(heard == [sample, Sample()])
  }

  @Test func unobservedResponseIsIgnored() {
    center.post(LogIn())
    center.post([])
  }

  @Test func removedObserverGetsNothing() {
    let token = center.observe(LogIn.self) { [log] _ in log.lines.append("first") }
    _ = center.observe(LogIn.self) { [log] _ in log.lines.append("second") }
    #expect(token.isActive)
    token.cancel()
    token.cancel()
    #expect(!token.isActive)
    center.post(LogIn())
    #expect(log.lines == ["second"])
    #expect(center.observerCount == 1)
  }

  @Test("an observer removed during a delivery does not get that response")
  func removalDuringAPostTakesEffectAtOnce() {
    _ = center.observe(LogIn.self) { [log] _ in
      log.lines.append("first")
      log.tokens[1].cancel()
    }
    log.tokens = [
      center.observe(LogIn.self) { [log] _ in
        log.lines.append("itself")
        log.tokens[0].cancel()
      },
      center.observe(LogIn.self) { [log] _ in log.lines.append("removed") },
    ]
    _ = center.observe(LogIn.self) { [log] _ in log.lines.append("last") }
    center.post([.response(LogIn()), .response(LogIn())])
    #expect(log.lines == ["first", "itself", "last", "first", "last"])
    #expect(center.observerCount == 2)
  }

  @Test func observerAddedDuringAPostGetsTheNextResponse() {
    var hasAdded = false
    _ = center.observe(LogIn.self) { [unowned center, log] response in
      if !hasAdded {
        hasAdded = true
        _ = center.observe(LogIn.self) { log.lines.append("added \($0.userID)") }
      }
      log.lines.append("first \(response.userID)")
    }
    center.post([.response(LogIn(userID: 1)), .response(LogIn(userID: 2))])
    #expect(log.lines == ["first 1", "first 2", "added 2"])
  }

  @Test("responses posted by an observer come after all earlier ones, each once")
  func reentryIsQueued() {
    _ = center.observe(LogIn.self) { [unowned center, log] response in
      log.lines.append("a\(response.userID)")
      guard response.userID < 3 else { return }
      center.post([.response(LogIn(userID: response.userID + 10)), .response(LogOut())])
      log.lines.append("posted")
    }
    _ = center.observe(LogIn.self) { [log] in log.lines.append("b\($0.userID)") }
    _ = center.observe(LogOut.self) { [log] _ in log.lines.append("out") }
    center.post([.response(LogIn(userID: 1)), .response(LogIn(userID: 2))])
    #expect(
      log.lines == [
        "a1", "posted", "b1", "a2", "posted", "b2", "a11", "b11", "out", "a12", "b12", "out",
      ])
  }

  @Test("an observer that feeds more bytes keeps the order")
  func feedingDuringDeliveryKeepsTheOrder() throws {
    let login = { (id: UInt32) in try LogIn(userID: id, name: "").encoded() }
    let second = try login(2) + login(3)
    let first = try login(1)
    var decoder = ResponseDecoder(try .samples(), maximumBody: 100)
    _ = center.observe(LogIn.self) { [unowned center, log] response in
      log.lines.append("\(response.userID)")
      if response.userID == 1 { center.post(decoder.feed(second.dropFirst(4))) }
      log.lines.append("end \(response.userID)")
    }
    center.post(decoder.feed(first + second.prefix(4)))
    #expect(log.lines == ["1", "end 1", "2", "end 2", "3", "end 3"])
  }

  @Test("an observer that closes the connection gets nothing more from it")
  func closingDuringDeliveryEndsIt() {
    let (one, other) = (center.open(), center.open())
    _ = center.observe(LogIn.self) { [unowned center, log] response in
      log.lines.append("\(response.userID)")
      if response.userID == 1 {
        center.close(one)
        center.post(LogIn(userID: 5), from: one)
        center.post(LogIn(userID: 6), from: other)
      }
    }
    center.post([.response(LogIn(userID: 1)), .response(LogIn(userID: 2))], from: one)
    #expect(log.lines == ["1", "6"])
  }

  @Test func aLongCascadeNeedsNoStack() {
    _ = center.observe(LogIn.self) { [unowned center, log] response in
      guard response.userID < 100_000 else { return log.lines.append("end") }
      center.post(LogIn(userID: response.userID + 1))
    }
    center.post(LogIn(userID: 0))
    #expect(log.lines == ["end"])
  }

  // A separate function, so that the optimizer may release unused values.
  private func subscribe(_ count: Int) {
    let tokens = (0..<count).map { index in
      center.observe(LogIn.self) { [log] _ in log.lines.append("\(index)") }
    }
    #expect(tokens.count == count)
  }

  @Test("observers stay until they are canceled, even if their tokens are released")
  func releasedTokenCancelsNothing() {
    subscribe(9)
    center.post(LogIn())
    #expect(log.lines == (0..<9).map { "\($0)" })
  }

  @Test func observerEndsWithItsOwner() {
    var owner: Owner? = Owner()
    weak let gone = owner
    let token = center.observe(LogIn.self, for: owner ?? Owner()) { [log] owner, response in
      owner.heard.append(response.userID)
      log.lines.append("heard")
    }
    center.post(LogIn(userID: 1))
    #expect(owner?.heard == [1])
    owner = nil
    #expect(gone == nil)
    #expect(!token.isActive)
    center.post(LogIn(userID: 2))
    #expect(log.lines == ["heard"])
    #expect(center.observerCount == 0)
  }

  @Test func observersCanBeRemovedByTheirOwner() {
    let (owner, other) = (Owner(), Owner())
    center.observe(LogIn.self, for: owner) { $0.heard.append($1.userID) }
    center.observe(QueryInfo.self, for: owner) { owner, _ in owner.heard.append(0) }
    center.observe(LogIn.self, for: other) { $0.heard.append($1.userID) }
    center.removeObservers(of: owner)
    center.post([.response(LogIn()), .response(QueryInfo())])
    #expect(owner.heard == [])
    #expect(other.heard == [7])
  }

  @Test("released owners leave no observers behind, even if nothing is posted")
  func releasedOwnersLeaveNoObservers() {
    let owner = Owner()
    center.observe(LogIn.self, for: owner) { $0.heard.append($1.userID) }
    for _ in 0..<10_000 {
      center.observe(LogIn.self, for: Owner()) { $0.heard.append($1.userID) }
      #expect(center.observerCount <= 17)
    }
    center.post(LogIn())
    #expect(owner.heard == [7])
  }

  @Test func cancelingReleasesTheHandler() {
    var held: Owner? = Owner()
    weak let gone = held
    let token = center.observe(LogIn.self) { [held] in held?.heard.append($0.userID) }
    held = nil
    #expect(gone != nil)
    token.cancel()
    #expect(gone == nil)
  }

  @Test func cancelingDuringDeliveryReleasesTheHandlerAfterwards() {
    var held: Owner? = Owner()
    weak let gone = held
    log.tokens = [
      center.observe(LogIn.self) { [held, log] in
        log.tokens[0].cancel()
        held?.heard.append($0.userID)
        log.lines.append("\(held?.heard ?? [])")
      }
    ]
    held = nil
    #expect(gone != nil)
    center.post([.response(LogIn()), .response(LogIn())])
    #expect(log.lines == ["[7]"])
    #expect(gone == nil)
  }

  @Test("a handler that cancels itself on an undecodable frame is released after it has returned")
  func cancelingOnTroubleReleasesTheHandler() {
    var held: Owner? = Owner()
    weak let gone = held
    log.tokens = [
      center.observeAll { [held, log] _ in
        log.tokens[0].cancel()
        log.lines.append("\(held?.heard ?? [])")
      }
    ]
    held = nil
    center.post([.unknown(Frame(type: 9)), .unknown(Frame(type: 9))])
    #expect(log.lines == ["[]"])
    #expect(gone == nil)
  }

  @Test func observerOfEverythingHearsEachTrouble() {
    _ = center.observeAll { [log] in log.lines.append($0.words) }
    center.post([.unknown(Frame(type: 8)), .unknown(Frame(type: 9)), .response(LogOut())])
    #expect(log.lines == ["unknown 8 []", "unknown 9 []", "\(LogOut())"])
  }

  @Test("a new connection at the address of a closed one is another connection")
  func closedConnectionIsNeverMistakenForAnother() {
    var seen: Set<ConnectionID> = []
    for round in 0..<200 {
      let old = center.open()
      _ = center.observe(LogIn.self, from: old) { [log] _ in log.lines.append("old") }
      center.close(old)
      let new = center.open()
      #expect(seen.insert(old).inserted && seen.insert(new).inserted)
      center.post(LogIn(userID: UInt32(round)), from: new)
      center.post(LogIn(userID: UInt32(round)), from: old)
      center.close(new)
    }
    #expect(log.lines == [])
    #expect(center.observerCount <= 16)
  }

  @Test("connection numbers are unique in the process, not only in a center")
  func connectionIDsAreUniqueAcrossCenters() {
    #expect(center.open() != ResponseCenter().open())
  }

  @Test func observerOfAConnectionIgnoresOthers() {
    let (one, other) = (center.open(), center.open())
    _ = center.observe(LogIn.self, from: one) { [log] in log.lines.append("one \($0.userID)") }
    _ = center.observe(LogIn.self) { [log] in log.lines.append("any \($0.userID)") }
    center.post(LogIn(userID: 1), from: one)
    center.post(LogIn(userID: 2), from: other)
    center.post(LogIn(userID: 3))
    #expect(log.lines == ["one 1", "any 1", "any 2", "any 3"])
  }

  @Test func closedConnectionAcceptsNoObserver() {
    let connection = center.open()
    center.close(connection)
    let token = center.observe(LogIn.self, from: connection) { [log] _ in log.lines.append("?") }
    #expect(!token.isActive)
    #expect(center.observerCount == 0)
  }

  @Test func observerThatCancelsItselfIsKeptUntilItReturns() {
    final class Screen { var token: ResponseObservation? }
    weak var gone: Screen?
    var wasAlive = false
    do {
      let screen = Screen()
      gone = screen
      screen.token = center.observe(LogIn.self) { [screen] _ in
        screen.token?.cancel()
        wasAlive = gone != nil
      }
    }
    center.post(LogIn())
    #expect(wasAlive)
    #expect(gone == nil)
  }
}
