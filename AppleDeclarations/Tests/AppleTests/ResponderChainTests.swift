import Components
import Testing
import UIKit

private final class Page: UIViewController, Responder {}
private final class Section: UIView, Responder {}

/// A responder whose next responder is set by the test.
private class Link: UIResponder {
  var following: UIResponder?
  override var next: UIResponder? { following }
}

private final class End: UIResponder, Responder {}
private final class Start: Link, Responder {}

/// A view that declares its own next responder.
private final class Card: UIView, Responder {
  weak var nextResponder: (any Responder)?
}

/// The adapter from UIKit's chain, on declarations of UIKit that follow Apple's documentation.
@MainActor
struct ResponderChainTests {
  @Test func aViewFindsTheViewAroundIt() {
    let outer = Section(frame: .zero), inner = Section(frame: .zero)
    outer.addSubview(inner)
    #expect(inner.nextResponder === outer)
  }

  @Test func respondersThatDoNotConformAreSkipped() {
    let outer = Section(frame: .zero), inner = Section(frame: .zero)
    let middle = UIView(frame: .zero), other = UIView(frame: .zero)
    outer.addSubview(middle)
    middle.addSubview(other)
    other.addSubview(inner)
    #expect(inner.nextResponder === outer)
  }

  @Test func aRootViewFindsItsController() {
    let page = Page(), section = Section(frame: .zero)
    page.view.addSubview(section)
    #expect(section.nextResponder === page)
  }

  @Test func aChildControllerFindsItsContainer() {
    let page = Page(), child = Page()
    page.addChild(child)
    page.view.addSubview(child.view)
    #expect(child.nextResponder === page)
  }

  @Test func aPresentedControllerFindsThePresentingOne() {
    let page = Page(), sheet = Page()
    page.present(sheet, animated: false)
    #expect(sheet.nextResponder === page)
  }

  @Test func theChainEndsAtTheApp() {
    let page = Page(), window = UIWindow(frame: .zero)
    window.rootViewController = page
    #expect(page.next === window)
    #expect(window.next === UIApplication.shared)
    #expect(page.nextResponder == nil)
  }

  @Test func aViewOutsideAHierarchyHasNoNextResponder() {
    #expect(Section(frame: .zero).nextResponder == nil)
  }

  @Test func aCycleOfOtherRespondersEnds() {
    let start = Start(), link = Link(), other = Link()
    (start.following, link.following, other.following) = (link, other, link)
    #expect(start.nextResponder == nil)
    link.following = nil
  }

  @Test(arguments: [(999, true), (1_000, false)])
  func atMostAThousandRespondersAreSearched(between count: Int, isFound: Bool) {
    let start = Start(), end = End()
    var links: [Link] = [start]
    for _ in 0..<count {
      let link = Link()
      links.last?.following = link
      links.append(link)
    }
    links.last?.following = end
    #expect((start.nextResponder === end) == isFound)
  }

  @Test func aDeclaredNextResponderReplacesTheAdapter() {
    let outer = Section(frame: .zero), card = Card(frame: .zero), page = Page()
    outer.addSubview(card)
    #expect(card.nextResponder == nil)
    card.nextResponder = page
    #expect((card as any Responder).nextResponder === page)
  }

  @Test func anEventRisesFromAViewToItsController() {
    final class Feed: UIViewController, EventProxy, Responder {
      let table = EventTable()
    }
    let feed = Feed(), section = Section(frame: .zero), view = UIView(frame: .zero)
    feed.view.addSubview(view)
    view.addSubview(section)
    var isHandled = false
    feed.table.on("open") { _ in
      isHandled = true
      return .stop
    }
    #expect(section.send("open").isHandled)
    #expect(isHandled)
  }

  @Test func anEventStartsAtTheFirstAncestorThatTakesPart() {
    final class Feed: UIViewController, EventProxy, Responder {
      let table = EventTable()
    }
    let feed = Feed(), section = Section(frame: .zero), button = UIView(frame: .zero)
    feed.view.addSubview(section)
    section.addSubview(button)
    var events: [String] = []
    feed.table.on("open") { event in
      #expect(event.sender === section)
      events.append("\(event.info)")
      return .stop
    }
    #expect(button.send("open", ["id": "p1"]).isHandled)
    #expect(events == ["[id: p1]"])
    #expect(section.send("open", ["id": "p2"]).handledBy.count == 1, "a responder sends by itself")
    #expect(events == ["[id: p1]", "[id: p2]"])
  }

  @Test func anEventOutsideTheChainIsReported() {
    var reports: [String] = []
    EventRouting.onUnhandled = { reports.append("\($0.event.name)") }
    defer { EventRouting.onUnhandled = nil }
    let result = UIView(frame: .zero).send("open")
    #expect(result.outcome == .unhandled)
    #expect(!result.isHandled)
    #expect(reports == ["open"])
  }
}
