import Components
import Testing

/// An object that handles a page's events.
@MainActor
private final class Proxy: EventProxy {
  let table = EventTable()
  private(set) var bought: [String] = []

  init() {
    table.on(.buy, self, Proxy.buy)
  }

  private func buy(_ event: ResponderEvent) throws -> Handling {
    bought.append("\(try event.value(for: .sku)) in row \(event[.row] ?? 0)")
    return .stop
  }
}

/// A page that handles its own events.
@MainActor
private final class Page: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
}

@MainActor
private class BasePage: Responder {
  weak var nextResponder: (any Responder)?
}

/// A page whose superclass is the responder, so that its own conformance has no effect.
private final class ForgottenPage: BasePage, EventProxy {
  let table = EventTable()
}

/// A separate object that handles a page's events.
@MainActor
struct EventProxyTests {
  private let proxy: Proxy

  init() { proxy = Proxy() }

  @Test func aProxyIsTestedWithoutThePage() throws {
    proxy.table.decorator = { info, _ in info[.row] = 3 }
    #expect(try proxy.handle(ResponderEvent(.buy, ["sku": "red"])) == .stop)
    #expect(proxy.bought == ["red in row 3"])
    #expect(try proxy.handle(ResponderEvent(.score)) == .ignored)
    #expect(throws: PayloadError.missing(key: "sku", expected: "String")) {
      try proxy.handle(ResponderEvent(.buy))
    }
  }

  @Test func pageOnlyOwnsTheProxy() {
    let page = Node("page")
    page.handling = proxy
    let cell = Node("cell", next: page)
    var observed = 0
    proxy.table.observer = { _, _ in observed += 1 }
    let result = cell.send(.buy, ["sku": "red"])
    #expect(result.labels == ["page"])
    #expect(proxy.bought == ["red in row 0"])
    #expect(observed == 1)
    #expect(cell.handlers(for: .buy).first === page)
  }

  @Test func tableKeepsItsOwnerWeakly() throws {
    let table = EventTable()
    var owner: Proxy? = Proxy()
    weak let gone = owner
    var calls = 0
    if let owner {
      table.on(.score, owner) { owner in
        { _ in
          calls += owner.bought.count + 1
          return .stop
        }
      }
    }
    #expect(try table.handle(ResponderEvent(.score)) == .stop)
    owner = nil
    #expect(gone == nil)
    #expect(try table.handle(ResponderEvent(.score)) == .ignored)
    #expect(calls == 1)
  }

  @Test func pageCanBeItsOwnProxy() throws {
    let page = Page()
    page.table.on(.buy) { _ in .stop }
    let cell = PlainNode()
    cell.nextResponder = page
    #expect(cell.send(.buy).handledBy.first === page)
    #expect(page.send(.buy).stopIndex == 0)
  }

  @Test func proxyIgnoresDisabledEvents() {
    proxy.table.setEnabled(false, for: .buy)
    let page = Node("page")
    page.handling = proxy
    var decision: EventTrace.Decision?
    with(\.trace, { decision = $0.steps.first?.decision }) { _ = page.send(.buy) }
    #expect(decision == .disabled)
  }

  @Test("a conformance in a subclass has no effect, so the report names it")
  func aForgottenOverrideIsReported() throws {
    let page = ForgottenPage()
    page.table.on(.buy) { _ in .stop }
    var report: EventReport?
    let result = with(\.onUnhandled, { report = $0 }) { page.send(.buy) }
    #expect(result.outcome == .unhandled)
    #expect(report?.misconfigured == ["ForgottenPage"])
    #expect(report?.description.contains("ForgottenPage conforms to EventHandling") == true)
  }

  @Test func intendedNonHandlerIsNotSuspected() {
    var misconfigured: [String]?
    let page = Page()
    with(\.onUnhandled, { misconfigured = $0.misconfigured }) { _ = page.send(.buy) }
    #expect(misconfigured == [])
  }
}
