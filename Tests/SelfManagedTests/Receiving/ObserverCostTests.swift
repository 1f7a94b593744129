import SelfManaged
import Testing

/// A response costs its own observers, and cancellation costs the canceled ones.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ObserverCostTests {
  let center = ResponseCenter()

  @MainActor
  final class Owner {
    var heard: [UInt32] = []
  }

  /// Counts the reads of its id.
  @MainActor static var idCount = 0

  private struct Counted: Response {
    static let wireType: WireType = 901
    static var notificationID: NotificationID {
      MainActor.assumeIsolated { ObserverCostTests.idCount += 1 }
      return "test.counted"
    }
    init() {}
    init(from reader: inout ByteReader) throws {}
  }

  @Test("observers of other ids are not visited")
  func responseVisitsOnlyObserversOfItsID() {
    var heard = 0
    var tokens = (0..<1_000).map { number in
      center.observe(id: NotificationID(rawValue: "other \(number)")) { _ in heard += 1_000 }
    }
    tokens.append(center.observe(id: "test.counted") { _ in heard += 1 })
    Self.idCount = 0
    center.post(Counted())
    #expect(heard == 1)
    #expect(Self.idCount <= 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func removingManyOwnersIsLinear() {
    let count = 10_000
    let owners = (0..<count).map { _ in Owner() }
    for owner in owners {
      center.observe(LogIn.self, for: owner) { $0.heard.append($1.userID) }
      center.observe(LogOut.self, for: owner) { owner, _ in owner.heard.append(0) }
    }
    let before = center.visitedObserverCount
    for owner in owners.dropLast() { center.removeObservers(of: owner) }
    #expect((count...2 * count).contains(center.visitedObserverCount - before))
    center.post([.response(LogIn()), .response(LogOut())])
    #expect(owners.map(\.heard.count).reduce(0, +) == 2)
    #expect(owners.last?.heard == [7, 0])
  }

  @Test func closingManyConnectionsIsLinear() {
    let count = 10_000
    let connections = (0..<count).map { _ in center.open() }
    let tokens = connections.map { center.observe(LogIn.self, from: $0) { _ in } }
    let before = center.visitedObserverCount
    for connection in connections { center.close(connection) }
    #expect(center.visitedObserverCount - before <= 2 * count)
    #expect(tokens.allSatisfy { !$0.isActive })
    #expect(center.observerCount == 0)
  }

  @Test func cancelingManyObserversIsLinear() {
    let count = 20_000
    let tokens = (0..<count).map { _ in center.observe(LogIn.self) { _ in } }
    let before = center.visitedObserverCount
    for token in tokens { token.cancel() }
    center.post(LogIn())
    #expect(center.visitedObserverCount - before <= 2 * count)
    #expect(center.observerCount == 0)
  }

  @Test("20,000 registrations and cancellations visit each observer a few times in all")
  func repeatedRegistrationIsLinear() {
    let count = 20_000
    let stays = (0..<1_000).map { _ in center.observe(LogIn.self) { _ in } }
    let before = center.visitedObserverCount
    for _ in 0..<count { center.observe(LogIn.self) { _ in }.cancel() }
    #expect(center.visitedObserverCount - before <= 4 * count)
    #expect(center.observerCount <= 3_000)
    withExtendedLifetime(stays) {}
  }

  @Test("a response without dead observers costs no visit, and reads no unobserved ID")
  func responseWithLiveObserversIsOnlyDelivered() {
    let canceled = center.observe(id: "test.counted") { _ in }
    let tokens = (0..<100).map { _ in center.observe(Counted.self) { _ in } }
    canceled.cancel()
    center.post(Counted())
    let before = center.visitedObserverCount
    Self.idCount = 0
    center.post([.response(Counted()), .response(LogIn()), .response(Counted())])
    tokens[0].cancel()
    center.post(Counted())
    #expect(center.visitedObserverCount - before == 100)
    #expect(Self.idCount == 0)
    #expect(center.observerCount == 99)
  }

  @Test func canceledObserversOfManyIDsAreForgotten() {
    let stays = (0..<20).map { number in
      center.observe(id: NotificationID(rawValue: "stays \(number)")) { _ in }
    }
    for number in 0..<1_000 {
      center.observe(id: NotificationID(rawValue: "goes \(number)")) { _ in }.cancel()
      #expect(center.observerCount <= 40)
    }
    #expect(stays.allSatisfy { $0.isActive })
  }

  @Test("each kind of a post is swept, not only the last one")
  func deadObserversOfEachKindAreForgotten() {
    for kind in 0..<2 {
      (kind == 0 ? center.observe(LogIn.self) { _ in } : center.observe(LogOut.self) { _ in })
        .cancel()
    }
    center.post([.response(LogIn()), .response(LogOut())])
    #expect(center.observerCount == 0)
  }

  @Test("a released owner's handler is released after a few owners, among any number of observers")
  func handlersOfReleasedOwnersAreForgottenAmongMany() {
    let owners = (0..<16).map { _ in Owner() }
    let tokens = (0..<100).map { _ in center.observe(LogIn.self) { _ in } }
    var held: Owner? = Owner()
    weak let gone = held
    center.observe(LogIn.self, for: Owner()) { [held] _, _ in withExtendedLifetime(held) {} }
    held = nil
    #expect(gone != nil)
    for owner in owners { center.observe(LogIn.self, for: owner) { _, _ in } }
    #expect(gone == nil)
    withExtendedLifetime((owners, tokens)) {}
  }

  @Test("an owner released during a post loses its handler with the sweep")
  func ownerReleasedAfterItsDeliveryIsForgotten() {
    var owner: Owner? = Owner()
    var held: Owner? = Owner()
    weak let gone = held
    center.observe(LogIn.self, for: owner ?? Owner()) { [held] _, _ in
      withExtendedLifetime(held) {}
    }
    held = nil
    var token: ResponseObservation?
    token = center.observe(LogIn.self) { _ in
      owner = nil
      token?.cancel()
    }
    center.post(LogIn())
    #expect(owner == nil)
    #expect(gone == nil)
  }

  @Test("released owners are not kept, whatever they observed")
  func releasedOwnersAreForgotten() {
    var held: Owner? = Owner()
    weak let gone = held
    center.observe(LogIn.self, for: Owner()) { [held] _, _ in withExtendedLifetime(held) {} }
    held = nil
    #expect(gone != nil)
    for _ in 0..<40 { center.observe(LogIn.self, for: Owner()) { _, _ in } }
    #expect(gone == nil)
  }

  @Test("observers of a type, of an id and of everything, of a connection and of all, in one order")
  func allObserversAreCalledInOrder() {
    let (one, other) = (center.open(), center.open())
    var heard: [Int] = []
    var tokens: [ResponseObservation] = []
    for round in 0..<3 {
      for (place, connection) in [nil, one, other].enumerated() {
        let number = round * 9 + place * 3
        tokens += [
          center.observe(LogIn.self, from: connection) { _ in heard.append(number) },
          center.observe(id: LogIn.notificationID, from: connection) { _ in
            heard.append(number + 1)
          },
          center.observeAll(from: connection) { _ in heard.append(number + 2) },
        ]
      }
    }
    center.post(LogIn(), from: one)
    #expect(heard == (0..<27).filter { $0 % 9 < 6 })
    heard = []
    tokens[3].cancel()
    tokens[10].cancel()
    center.post([.response(LogIn())], from: one)
    #expect(heard == (0..<27).filter { $0 % 9 < 6 && $0 != 3 && $0 != 10 })
    heard = []
    center.post(LogIn())
    #expect(heard == (0..<27).filter { $0 % 9 < 3 && $0 != 10 })
    heard = []
    center.post([.unknown(Frame(type: 77))], from: other)
    #expect(heard == (0..<27).filter { ($0 % 9 < 3 || $0 % 9 > 5) && $0 % 3 == 2 })
    #expect(center.observerCount == 25)
  }

  @Test("an observer by id is canceled and added during a delivery by the same rule as others")
  func observersByIdFollowTheSameRule() {
    var heard: [String] = []
    var tokens: [ResponseObservation] = []
    tokens.append(
      center.observe(id: LogIn.notificationID) { [unowned center] _ in
        heard.append("first")
        guard tokens.count == 3 else { return }
        tokens[1].cancel()
        tokens[2].cancel()
        tokens.append(center.observe(id: LogIn.notificationID) { _ in heard.append("added") })
      })
    tokens.append(center.observe(id: LogIn.notificationID) { _ in heard.append("second") })
    tokens.append(center.observeAll { _ in heard.append("third") })
    center.post([.response(LogIn()), .response(LogIn())])
    #expect(heard == ["first", "first", "added"])
    #expect(center.observerCount == 2)
    tokens = []
  }

  @Test("a response posted during a post is delivered once, not again with the next post")
  func nestedPostIsDeliveredOnce() {
    var heard: [UInt32] = []
    _ = center.observe(LogIn.self) { [unowned center] response in
      heard.append(response.userID)
      if response.userID < 10 { center.post(LogIn(userID: response.userID + 10)) }
    }
    center.post(LogIn(userID: 1))
    center.post(LogIn(userID: 2))
    center.post([.response(LogIn(userID: 3)), .response(LogIn(userID: 4))])
    #expect(heard == [1, 11, 2, 12, 3, 4, 13, 14])
  }
}
