import SelfManaged
import Testing

/// Observers that end with their owner.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ResponseOwnerTests {
  let center = ResponseCenter()
  let log = Log()

  /// The notifications of observers, in order.
  @MainActor
  final class Log {
    var lines: [String] = []
  }

  @MainActor
  final class Owner {
    var heard: [UInt32] = []
  }

  @Test func everyObserverMayHaveAnOwner() throws {
    final class Page {
      let log: Log
      init(_ log: Log) { self.log = log }
    }
    var page: Page? = Page(log)
    var handlerHolds: Owner? = Owner()
    weak let released = handlerHolds
    if let page {
      center.observe(id: "account.log-in", for: page) { [handlerHolds] page, response in
        page.log.lines.append("id \((response as? LogIn)?.name ?? "")")
        withExtendedLifetime(handlerHolds) {}
      }
      let token = center.observeAll(for: page) { page, _ in page.log.lines.append("canceled") }
      token.cancel()
      center.observeAll(for: page) { [handlerHolds] page, received in
        page.log.lines.append("all \(received.words.prefix(9))")
        withExtendedLifetime(handlerHolds) {}
      }
    }
    handlerHolds = nil
    center.post([.response(LogIn()), .unknown(Frame(type: 9))])
    #expect(log.lines == ["id Ann", "all LogIn(use", "all unknown 9"])
    #expect(released != nil)
    page = nil
    center.post([.unknown(Frame(type: 9)), .response(LogIn())])
    #expect(log.lines.count == 3)
    #expect(released == nil)
    #expect(center.observerCount == 0)
  }

  @Test func ownedObserverOfAConnectionIgnoresOthers() {
    let connection = center.open(), owner = Owner()
    center.observe(id: "account.log-in", from: connection, for: owner) { owner, _ in
      owner.heard.append(1)
    }
    center.observeAll(from: connection, for: owner) { owner, _ in owner.heard.append(2) }
    center.post(LogIn())
    center.post(LogIn(), from: connection)
    #expect(owner.heard == [1, 2])
    center.removeObservers(of: owner)
    center.post(LogIn(), from: connection)
    #expect(owner.heard == [1, 2])
  }
}
