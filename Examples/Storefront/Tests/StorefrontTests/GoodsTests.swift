import Components
import GoodsPage
import GoodsSections
import Testing

/// A goods page in two modules that share only event names and types of the standard library.
@MainActor
struct GoodsTests {
  private let said = Said()
  private let page: GoodsPage
  private let sections: GoodsSections

  init() {
    page = GoodsPage(GoodsProxy(product: "apple", say: said.say))
    sections = GoodsSections(on: page)
  }

  @Test func thePageHandlesWhatTheSectionsSend() {
    for button in sections.buttons where button !== sections.share {
      let result = button.tap()
      #expect(result.outcome == .stopped, "\(button.event)")
      #expect(result.failures.isEmpty, "\(button.event)")
      #expect(result.stopIndex == 3, "\(button.event)")
    }
    #expect(sections.buttons.count == 10)
    #expect(page.proxy.choice == GoodsChoice(tickets: ["spring"], city: "Oslo", sku: "green"))
    #expect(
      said.lines == [
        "shows the reviews of apple", "takes 5 % off", "opens what is offered with apple",
        "opens what is offered with pear", "delivers to Oslo", "explains 7 days to return",
        "chooses red", "chooses green", "buys 1 in green",
      ])
  }

  @Test func handlersAreKnownWithoutSending() {
    for button in sections.buttons where button !== sections.share {
      #expect(button.handlers(for: button.event).last === page, "\(button.event)")
    }
    #expect(sections.share.handlers(for: sections.share.event).isEmpty)
    #expect(said.lines.isEmpty)
  }

  @Test func aTicketIsHandledByItsSectionAndByThePage() {
    let result = sections.ticket.tap()
    #expect(result.handledBy.count == 2)
    #expect(result.handledBy.last === page)
    #expect(sections.taken.names == ["spring"])
  }

  @Test func sectionAndPageAddToWhatAnEventCarries() throws {
    var carried: [String] = []
    page.proxy.table.observer = { event, _ in carried.append("\(event.info)") }
    sections.promotion.tap()
    sections.suggestion.tap()
    #expect(
      carried == ["[product: apple, section: offers]", "[product: pear, section: offers]"])
  }

  @Test func aRowAndTheButtonInItSendTwoEvents() {
    var heard: [String] = []
    page.proxy.table.observer = { event, _ in heard.append("\(event.name) \(event.info)") }
    let row = sections.offer, button = row.remind
    let press = button.tap()
    #expect(
      heard == [
        "goods.remind [hours: 6, offer: three for two, product: apple, section: offers]"
      ])
    #expect(said.lines == ["will remind of three for two within 6 hours"])
    #expect(press.handledBy.map(ObjectIdentifier.init) == [ObjectIdentifier(page)])
    let tap = row.tap()
    #expect(
      heard.dropFirst() == ["goods.offer [offer: three for two, product: apple, section: offers]"])
    #expect(said.lines.dropFirst() == ["opens three for two of apple"])
    #expect(tap.handledBy.map(ObjectIdentifier.init) == [ObjectIdentifier(page)])
  }

  @Test func aPurchaseIsHandedToTheApp() {
    var bought: [String] = []
    page.proxy.onBuy = { bought.append("\($1) × \($0)") }
    sections.buy.tap()
    #expect(said.lines == ["asks to choose first"])
    sections.red.tap()
    sections.buy.tap()
    #expect(bought == ["1 × red"])
  }

  @Test func theProxyIsTestedWithoutThePage() throws {
    let proxy = GoodsProxy(product: "apple", say: said.say)
    #expect(try proxy.handle(ResponderEvent(EventName("goods.address"), ["city": "Rome"])) == .stop)
    #expect(proxy.choice.city == "Rome")
    #expect(throws: PayloadError.typeMismatch(key: "city", expected: "String", actual: "Int")) {
      try proxy.handle(ResponderEvent(EventName("goods.address"), ["city": 5]))
    }
    #expect(throws: PayloadError.missing(key: "sku", expected: "String")) {
      try proxy.handle(ResponderEvent(EventName("goods.sku")))
    }
    #expect(proxy.choice == GoodsChoice(city: "Rome"))
  }

  @Test func whatIsDisabledOrUnknownIsUnhandled() {
    page.proxy.table.setEnabled(false, for: sections.address.event)
    #expect(sections.address.tap().outcome == .unhandled)
    #expect(sections.share.tap().outcome == .unhandled)
    #expect(said.lines.isEmpty)
  }

  /// The messages of the page.
  @MainActor
  private final class Said {
    private(set) var lines: [String] = []
    func say(_ line: String) { lines.append(line) }
  }
}
