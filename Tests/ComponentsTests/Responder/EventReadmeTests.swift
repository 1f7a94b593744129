import Components
import Testing

// The lines of the guide "Route events".

private final class Section: Responder {
  weak var nextResponder: (any Responder)?
}

private final class GoodsPage: Responder {
  weak var nextResponder: (any Responder)?
  let proxy: GoodsProxy
  var eventHandling: (any EventHandling)? { proxy }

  init(_ proxy: GoodsProxy) { self.proxy = proxy }
}

private final class GoodsProxy: EventProxy {
  let table = EventTable()
  private(set) var bought: [String] = []

  init() {
    table.on(.buy, self, GoodsProxy.buy)
    table.decorator = { info, _ in info.set("apple", for: "product", .ifAbsent) }
  }

  private func buy(_ event: ResponderEvent) throws -> Handling {
    bought.append(try event.value(for: .sku))
    return .stop
  }
}

/// The claims of the guide about events.
@MainActor
struct EventReadmeTests {
  @Test func anEventRisesToThePagesProxy() throws {
    let page = GoodsPage(GoodsProxy())
    let section = Section()
    let like = LikeButton()
    like.nextResponder = section
    section.nextResponder = page

    let result = like.send(.buy, ["sku": "red"])
    #expect(result.outcome == .stopped)
    #expect(page.proxy.bought == ["red"])

    let wrong = like.send(.buy, ["sku": 1])
    let error = PayloadError.typeMismatch(key: "sku", expected: "String", actual: "Int")
    #expect(wrong.failures.first?.error as? PayloadError == error)
    withExtendedLifetime(section) {}
  }

  @Test func aTraceIsAValue() throws {
    let page = GoodsPage(GoodsProxy())
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = page.send(.score) }
    #expect(trace?.name == .score && trace?.outcome == .unhandled)
    #expect(trace?.steps.map(\.responder) == ["GoodsPage"])
    #expect(trace?.steps.map(\.decision) == [.noEntry])
    #expect(trace?.steps.first?.writes.map(\.key) == ["product"])
    #expect(trace?.steps.first?.writes.map(\.value) == ["apple"])
    #expect(trace?.steps.first?.writes.map(\.effect) == [.added])
  }
}
