// The code of the guide to events along the responder chain.

import Components
import SelfManaged

// snippet.names
extension EventName { static let buy = Self("buy") }
extension EventKey where Value == String { static var sku: Self { "sku" } }
// snippet.end

@MainActor
func order(_ sku: String) {}

@MainActor
func toast(_ message: String) {}

// snippet.chain
final class Section: AdoptableResponder { weak var nextResponder: (any Responder)? }

final class GoodsProxy: EventProxy {  // the page returns it as its eventHandling
  let table = EventTable()

  init() {
    table.on(.buy, self, GoodsProxy.buy)
    table.on(TapFailed.self) { failed, _ in
      toast(failed.error.message)
      return .stop
    }
  }

  private func buy(_ event: ResponderEvent) throws -> Handling {
    order(try event.value(for: .sku))  // throws a PayloadError that names the key and the types
    return .stop  // or .handledContinue, or .ignored
  }
}
// snippet.end

extension EventName {
  static let offer = Self("offer")
  static let remind = Self("remind")
}

// snippet.cell
final class OfferCell: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
  let countdown = Section()  // a sub-view, which contains the button

  init(_ offer: String, remindButton: LikeButton) {
    remindButton.nextResponder = countdown
    countdown.nextResponder = self
    table.decorator = { info, _ in info.set(offer, for: "offer") }  // to the events of both taps
  }

  func tap() { send(.offer) }  // and a tap on the button sends .remind
}
// snippet.end

extension EventName { static let share = Self("share") }

// snippet.literal
final class SheetProxy: EventProxy {
  let table = EventTable([.share: { _ in .ignored }])
  private(set) var bought: [String] = []

  init() { table.on(.buy, self, SheetProxy.buy) }

  private func buy(_ event: ResponderEvent) throws -> Handling {
    bought.append(try event.value(for: .sku))
    return .stop
  }
}
// snippet.end

@MainActor
func pass(_ cellTable: EventTable) {
  // snippet.pass
  cellTable.on("button-tapped") { event in
    event.passOn(as: .buy, adding: ["sku": "red"])
    return .stop
  }
  // snippet.end
}

@MainActor
func press(_ cell: LikeButton) {
  // snippet.send
  cell.send(.buy, ["sku": "red"])  // returns the outcome and the responders that handled it
  // snippet.end
}

@MainActor
func build(section: Section, page: Page, buyButton: LikeButton) {
  // snippet.link
  section.adopt(buyButton)  // sets its nextResponder, as for any number of components
  page.adopt(section)
  // snippet.end
}

// snippet.page
final class Page: Responder {
  weak var nextResponder: (any Responder)?
  let proxy: GoodsProxy
  var eventHandling: (any EventHandling)? { proxy }

  init(_ proxy: GoodsProxy) { self.proxy = proxy }
}
// snippet.end

// snippet.proxy
final class Toolbar: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
}
// snippet.end

extension EventKey where Value == String { static var product: Self { "product" } }

@MainActor
func addTo(_ proxy: GoodsProxy, productID: String) {
  // snippet.decorate
  proxy.table.decorator = { info, _ in info.set(productID, for: .product, .ifAbsent) }
  // snippet.end
}

@MainActor
func observe(_ proxy: GoodsProxy, log: @escaping @MainActor (String) -> Void) {
  // snippet.target
  proxy.table.observer = { event, _ in
    if let page = event.currentTarget { log("\(event.name) reached a \(type(of: page))") }
  }
  // snippet.end
}

// snippet.typed
struct BuyTapped: TypedEvent {
  static let name = EventName.buy
  var sku: String
  var info: EventInfo { ["sku": sku] }  // for handlers that are registered by name
}
// snippet.end

@MainActor
func once(log: @escaping @MainActor (String) -> Void) {
  // snippet.once
  EventRouting.onUnhandled = { report in log("\(report)") }
  EventRouting.observe { event, result in log("\(event.name): \(result.outcome)") }
  EventRouting.trace = { trace in log("\(trace)") }
  // snippet.end
}

@MainActor
func test(_ proxy: GoodsProxy) throws {
  // snippet.test
  let handling = try proxy.handle(ResponderEvent(.buy, ["sku": "red"]))
  // snippet.end
  precondition(handling == .stop)
}

let page = Page(GoodsProxy())
let section = Section()
let button = LikeButton()
build(section: section, page: page, buyButton: button)
precondition(button.send(BuyTapped(sku: "red")).outcome == .stopped)
let sheet = SheetProxy()
precondition(sheet.table.entries.map(\.name) == [.share, .buy])
_ = try sheet.handle(ResponderEvent(.buy, ["sku": "red"]))
precondition(sheet.bought == ["red"])
let cell = Toolbar()
cell.nextResponder = section
pass(cell.table)
precondition(cell.send("button-tapped").outcome == .stopped)
try test(page.proxy)
let remindButton = LikeButton()
let offerCell = OfferCell("three for two", remindButton: remindButton)
let offerPage = Toolbar()
offerCell.nextResponder = offerPage
var offerEvents: [String] = []
for name in [EventName.offer, .remind] {
  offerPage.table.on(name) { event in
    offerEvents.append("\(event.name) \(event.info)")
    return .stop
  }
}
remindButton.send(.remind)
offerCell.tap()
precondition(offerEvents == ["remind [offer: three for two]", "offer [offer: three for two]"])
