import Components
import Testing

/// A page that owns a table and forgets to return it.
@MainActor
private final class ForgetfulPage: Responder {
  weak var nextResponder: (any Responder)?
  let table = EventTable(file: "App/ForgetfulPage.swift", line: 7)
}

@MainActor
private class Superpage: Responder {
  weak var nextResponder: (any Responder)?

  init(next: any Responder) { nextResponder = next }
}

/// A page whose superclass is the responder, so that its table is not returned.
private final class Subpage: Superpage, EventProxy {
  let table = EventTable()
}

/// A responder whose table is never read loses every event; a report makes that visible.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ForgottenTableTests {
  private let page = ForgetfulPage()

  // Tables of other tests may be alive, so each test has its own event.
  private func report(of name: EventName, from sender: (any Responder)? = nil)
    -> EventReport?
  {
    var report: EventReport?
    with(\.onUnhandled, { report = $0 }) { _ = (sender ?? page).send(name) }
    return report
  }

  @Test func aForgottenTableIsReported() throws {
    page.table.on("aForgottenTableIsReported") { _ in .stop }
    page.table.on("anotherEventOfTheSameTable") { _ in .stop }
    let report = report(of: "aForgottenTableIsReported")
    #expect(report?.unreachedTables == ["App/ForgetfulPage.swift:7"])
    #expect(
      report?.description == """
        "aForgottenTableIsReported" from ForgetfulPage was not handled.
        Its path: ForgetfulPage. ForgetfulPage has no next responder.
        The EventTable created at App/ForgetfulPage.swift:7 has a handler for it, and no event has \
        ever reached that table. If a responder on the path owns the table, return the table, or \
        its EventProxy, from the eventHandling of that responder.
        """)
  }

  /// Each of its cells has such a table.
  @Test func placeIsReportedOnce() throws {
    let cells = (0..<3).map { _ in EventTable(file: "App/Cell.swift", line: 5) }
    for cell in cells { cell.on("placeIsReportedOnce") { _ in .stop } }
    #expect(report(of: "placeIsReportedOnce")?.unreachedTables == ["App/Cell.swift:5"])
    withExtendedLifetime(cells) {}
  }

  /// A page in another tab, which no event has reached yet.
  @Test func tableOfAPageThatIsNotOnThePathIsNotSuspected() throws {
    final class Tab: Responder, EventProxy {
      weak var nextResponder: (any Responder)?
      let table: EventTable
      init(line: UInt) { table = EventTable(line: line) }
    }
    let name: EventName = "tableOfAPageThatIsNotOnThePathIsNotSuspected"
    let tab = Tab(line: 1), otherTab = Tab(line: 2), like = LikeButton()
    tab.adopt(like)
    otherTab.table.on(name) { _ in .stop }
    #expect(report(of: name, from: like)?.unreachedTables == [])
    withExtendedLifetime((tab, otherTab)) {}
  }

  @Test func tableNamesThePlaceOfItsCreation() throws {
    let table = EventTable()
    table.on("tableNamesThePlaceOfItsCreation") { _ in .stop }
    let places = report(of: "tableNamesThePlaceOfItsCreation")?.unreachedTables
    #expect(places?.count == 1)
    #expect(places?.first?.hasPrefix("ComponentsTests/ForgottenTableTests.swift:") == true)
    withExtendedLifetime(table) {}
  }

  @Test func tableWithoutAHandlerIsNotSuspected() throws {
    page.table.on("tableWithoutAHandlerIsNotSuspected") { _ in .stop }
    #expect(report(of: "anotherEvent")?.unreachedTables == [])
    page.table.setEnabled(false, for: "tableWithoutAHandlerIsNotSuspected")
    #expect(report(of: "tableWithoutAHandlerIsNotSuspected")?.unreachedTables == [])
    page.table.remove("tableWithoutAHandlerIsNotSuspected")
    #expect(report(of: "tableWithoutAHandlerIsNotSuspected")?.unreachedTables == [])
  }

  @Test func reachedTableIsNotSuspected() throws {
    let node = Node("node")
    node.table.on("reachedTableIsNotSuspected") { _ in .stop }
    let observed = Node("observed", next: node)
    observed.table.on("reachedTableIsNotSuspected") { _ in .stop }
    node.send(.score)
    observed.send("reachedTableIsNotSuspected")
    #expect(report(of: "reachedTableIsNotSuspected")?.unreachedTables == [])
  }

  @Test func tableOfAProxyWithAnObserverOfItsOwnIsReached() throws {
    final class Proxy: EventProxy {
      let table = EventTable()
      private(set) var observed: [EventName] = []
      func observe(_ event: ResponderEvent, _ result: EventResult) { observed.append(event.name) }
    }
    let name: EventName = "tableOfAProxyWithAnObserverOfItsOwnIsReached"
    let node = Node("node"), proxy = Proxy()
    proxy.table.on(name) { _ in .stop }
    node.handling = proxy
    node.send(name)
    #expect(proxy.observed == [name])
    #expect(report(of: name)?.unreachedTables == [])
  }

  @Test("a reached table of the same place shows that its owner returns it")
  func tableOfAReachedPlaceIsNotSuspected() throws {
    let name: EventName = "tableOfAReachedPlaceIsNotSuspected"
    let tables = (0..<2).map { _ in EventTable() }
    for table in tables { table.on(name) { _ in .stop } }
    #expect(report(of: name)?.unreachedTables.count == 1)
    let node = Node("node")
    node.handling = tables[0]
    node.send(.score)
    #expect(report(of: name)?.unreachedTables == [])
    withExtendedLifetime(tables) {}
  }

  /// Its handlers are not looked up, but it observes the event.
  @Test func tableAboveAStopIsNotSuspected() throws {
    let name: EventName = "tableAboveAStopIsNotSuspected"
    let table = EventTable(file: "App/PageAbove.swift", line: 3)
    table.on(name) { _ in .stop }
    let above = Node("above")
    above.handling = table
    let below = Node("below", next: above)
    below.table.on(.score) { _ in .stop }
    below.send(.score)
    #expect(report(of: name)?.unreachedTables == [])
  }

  @Test func releasedTableIsNotSuspected() throws {
    do { ForgetfulPage().table.on("releasedTableIsNotSuspected") { _ in .stop } }
    #expect(report(of: "releasedTableIsNotSuspected")?.unreachedTables == [])
  }

  @Test("of many tables, only those that are alive are kept, and they are still suspected")
  func releasedTablesAreNotKept() throws {
    let name: EventName = "releasedTablesAreNotKept"
    page.table.on(name) { _ in .stop }
    let before = EventRouting.unreachedTableCount
    for _ in 1...1_000 { EventTable().on(name) { _ in .stop } }
    #expect(EventRouting.unreachedTableCount - before < 500)
    #expect(report(of: name)?.unreachedTables == ["App/ForgetfulPage.swift:7"])
  }

  @Test func onlyUnhandledEventsSuspectATable() throws {
    page.table.on("onlyUnhandledEventsSuspectATable") { _ in .stop }
    let loop = Node("loop")
    loop.nextResponder = loop
    #expect(
      report(of: "onlyUnhandledEventsSuspectATable", from: loop)?.unreachedTables == [])
  }

  @Test func eventProxyPageReturnsItsTable() throws {
    final class Page: Responder, EventProxy {
      weak var nextResponder: (any Responder)?
      let table = EventTable()
    }
    let page = Page()
    page.table.on(.buy) { _ in .stop }
    #expect(page.send(.buy).outcome == .stopped)
  }

  #if DEBUG
    @Test("without a hook, debug builds write the reports that name a mistake, and no others")
    func onlyMistakesAreWritten() throws {
      var messages: [String] = []
      debugMessageObservers.append { messages.append($0) }
      defer { debugMessageObservers.removeLast() }
      let node = Node("node")
      node.handling = EventTable()
      let cell = Node("cell", next: node)
      cell.send("onlyMistakesAreWritten")
      #expect(messages.isEmpty)
      let subpage = Subpage(next: node)
      subpage.send("onlyMistakesAreWritten")
      #expect(messages.count == 1)
      #expect(messages.first?.contains("Subpage conforms to EventHandling") == true)
      let bare = Node("bare"), lonely = Subpage(next: bare)  // No table at all is on its path.
      lonely.send("onlyMistakesAreWritten")
      #expect(messages.count == 2)
      page.table.on("onlyMistakesAreWritten") { _ in .stop }
      cell.send("onlyMistakesAreWritten")
      #expect(messages.count == 3)
      #expect(messages.last?.contains("created at App/ForgetfulPage.swift:7") == true)
    }

    /// Its table does not exist before it is used.
    @Test func forgottenLazyTableIsWritten() {
      final class LazyPage: Responder {
        weak var nextResponder: (any Responder)?
        lazy var table = EventTable(["forgottenLazyTableIsWritten": { _ in .stop }])
      }
      var messages: [String] = []
      debugMessageObservers.append { messages.append($0) }
      defer { debugMessageObservers.removeLast() }
      let page = LazyPage(), like = LikeButton()
      page.adopt(like)
      like.send("forgottenLazyTableIsWritten")
      #expect(
        messages == [
          """
          "forgottenLazyTableIsWritten" from LikeButton was not handled.
          Its path: LikeButton → LazyPage. LazyPage has no next responder.
          No responder on the path returns an eventHandling (LazyPage). The one that owns an \
          EventTable or an EventProxy has to return it.
          """
        ])
    }

    @Test("without a hook, debug builds print the forgotten table to standard error, once")
    func forgottenTableIsPrintedInDebugBuilds() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let page = ForgetfulPage()
          page.table.on("forgottenTableIsPrintedInDebugBuilds") { _ in .stop }
          page.send(.score)
          for _ in 1...3 { page.send("forgottenTableIsPrintedInDebugBuilds") }
          let cell = Node("cell", next: page)
          cell.send("forgottenTableIsPrintedInDebugBuilds")
        }
      }
      let written = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let lines = written.split(separator: "\n")
      #expect(
        lines.count { $0.hasPrefix("The EventTable created at App/ForgetfulPage.swift:7") } == 1)
      #expect(
        written.contains(
          #"SelfManaged: "forgottenTableIsPrintedInDebugBuilds" from ForgetfulPage was not handled."#
        ))
      #expect(!written.contains(#""score""#))
    }
  #endif
}
