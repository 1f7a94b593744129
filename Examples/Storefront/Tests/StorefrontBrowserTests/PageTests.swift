import Foundation
import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

extension OneByOne {
  /// The page around the components: navigation, form, drawers, and accessibility.
  @Suite struct PageTests {
    @Test func theFormFocusesTheFirstFailingField() async throws {
      let page = try await BrowserShop.open().page("/account")
      try await page.waitForComponent("form/save")
      try await page.click(ChromiumPage.component("form/save"))
      try await page.wait(until: Self.isFocused("form/name"))
      let name = ChromiumPage.component("form/name")
      try await page.wait(for: name + " .failure:not(:empty)")
      try await page.type("Lovelace", into: name + " input")
      try await page.type("12", into: ChromiumPage.component("form/qq") + " input")
      try await page.click(ChromiumPage.component("form/save"))
      try await page.wait(until: Self.isFocused("form/qq"))
    }

    @Test func theFormIsSavedWhenNothingIsWrong() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/account")
      try await page.waitForComponent("form/save")
      for (key, text) in [
        ("name", "Lovelace"), ("qq", "12345"), ("phone", "13800138000"),
        ("password", "open sesame"),
        ("repeated", "open sesame"),
      ] {
        try await page.type(text, into: ChromiumPage.component("form/\(key)") + " input")
      }
      try await page.choose("Shanghai", in: ChromiumPage.component("form/city") + " select")
      try await page.click(ChromiumPage.component("form/quantity") + " .plus")
      try await page.click(ChromiumPage.component("form/save"))
      try await page.wait(forText: "Saved", in: ".toast")
      #expect(try shop.records.profile(of: "ada") == "Lovelace, 12345, 13800138000, Shanghai, 1")
    }

    @Test func whatIsTypedFastIsNotOvertakenByWhatTheDeviceSays() async throws {
      let page = try await BrowserShop.open().page("/search")
      try await page.waitForComponent("search")
      let field = ChromiumPage.component("search") + " input"
      try await page.click(field)
      // All input is made in one turn of the page, before any reply. Texts that it sets are noted.
      try await page.evaluate(
        """
        (() => {
          const field = \(ChromiumPage.element(field));
          const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          window.written = [];
          Object.defineProperty(field, "value", {
            get() { return value.get.call(this); },
            set(text) { window.written.push(text); value.set.call(this, text); },
          });
          for (const text of ["l", "la", "lam", "lamp"]) {
            value.set.call(field, text);
            field.dispatchEvent(new Event("input", { bubbles: true }));
          }
        })()
        """)
      try await page.wait(until: "document.querySelectorAll('.list .row').length === 1")
      #expect(try await page.evaluate("window.written").list == [])
      #expect(try await page.evaluate("\(ChromiumPage.element(field)).value").text == "lamp")
    }

    @Test(arguments: [
      ("/feed", "Feed"), ("/search", "Search"), ("/category/living", "Living room"),
      ("/product/lamp", "Lamp"), ("/cart", "Cart"), ("/account", "Your details"),
      ("/goods/apple", "Apple"), ("/user/ben", "Ben"), ("/sign-in", "Sign in"),
      ("/nowhere", "Not found"),
    ])
    func aDeepLinkOpensItsScreen(path: String, title: String) async throws {
      let page = try await BrowserShop.open().page(path)
      try await page.wait(
        until: "document.querySelector('.bar h2').textContent === '\(title)'"
          + " && !document.querySelector('.message')")
      #expect(try await page.evaluate("location.pathname").text == path)
    }

    @Test func theNavigatorIsTheBrowsersHistory() async throws {
      let page = try await BrowserShop.open().page("/feed")
      try await page.waitForComponent("bread/avatar/ben")
      try await page.click(ChromiumPage.component("bread/avatar/ben"))
      try await page.wait(until: "location.pathname === '/user/ben'")
      try await page.waitForComponent("like/bread")
      try await page.click(ChromiumPage.component("like/bread"))
      try await page.wait(forLikes: 1, on: "bread")
      try await page.evaluate("history.back()")
      // The same post on the previous screen shows the same value.
      try await page.wait(until: Self.isShown("/feed", "Feed"))
      try await page.wait(forLikes: 1, on: "bread")
      try await page.evaluate("history.forward()")
      try await page.wait(until: Self.isShown("/user/ben", "Ben"))
      try await page.press(controlNamed: "‹ Back")
      try await page.wait(until: Self.isShown("/feed", "Feed"))
    }

    @Test func theHistoryNavigatesAfterAReload() async throws {
      let page = try await BrowserShop.open().page("/feed")
      try await page.waitForComponent("bread/avatar/ben")
      try await page.click(ChromiumPage.component("bread/avatar/ben"))
      try await page.wait(until: Self.isShown("/user/ben", "Ben"))
      try await page.reload()
      try await page.wait(until: Self.isShown("/user/ben", "Ben"))
      for _ in 0..<2 {
        try await page.evaluate("history.back()")
        try await page.wait(until: Self.isShown("/feed", "Feed"))
        try await page.evaluate("history.forward()")
        try await page.wait(until: Self.isShown("/user/ben", "Ben"))
      }
      try await page.evaluate("history.back()")
      try await page.wait(until: Self.isShown("/feed", "Feed"))
      // The address before the first one is not the shop's.
      try await page.press(controlNamed: "‹ Back")
      try await page.wait(until: Self.isShown("/user/ben", "Ben"))
    }

    @Test func aRollbackIsOneRowOfTheTimelineHoweverOftenTheNetworkGoes() async throws {
      let page = try await BrowserShop.open().page("/feed")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.click("[aria-label='Timeline of Like, Worth getting up for']")
      try await page.press(controlNamed: "Fail next")
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(for: ".timeline .dot.rollback")
      let drawn = try await page.evaluate("document.querySelector('.timeline svg').ariaLabel").text
      #expect(drawn?.hasPrefix("Displayed ♡ 12, confirmed ♡ 12") == true)
      let events = try await page.evaluate("document.querySelector('.events').innerText").text
      #expect(events?.contains("failed: rejected") == true)
      try await page.wait(for: ".events .cause.rollback")
      let rows = "document.querySelectorAll('.events li').length"
      for _ in 0..<2 {
        let before = try await page.evaluate(rows).int ?? 0
        try await page.press(controlNamed: "Offline")
        try await page.press(controlNamed: "Offline")
        try await page.wait(until: "\(rows) > \(before)")
        try await page.waitUntilSettled()
      }
      let rollbacks = "document.querySelectorAll('.events .cause.rollback').length"
      #expect(try await page.evaluate(rollbacks).int == 1)
    }

    @Test func aRebaseIsSeenInTheTimeline() async throws {
      let page = try await BrowserShop.open().page("/feed?second=ben")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.wait(forLikes: 12, on: "sunrise", device: 2)
      try await page.click("[aria-label='Timeline of Like, Worth getting up for']")
      try await page.holdReplies(true)
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(forLikes: 13, on: "sunrise", device: 2)
      try await page.click(ChromiumPage.component("like/sunrise", device: 2))
      // Another user's like is adopted while this user's own is still in flight.
      try await page.wait(
        until: "document.querySelector('.timeline svg').getAttribute('aria-label')"
          + " === 'Displayed ♥ 14, confirmed ♥ 14, in flight like; cause: external'")
      try await page.holdReplies(false)
      try await page.waitUntilSettled()
      try await page.wait(forLikes: 14, on: "sunrise")
    }

    @Test func aGoodsEventShowsItsWayInTheTrace() async throws {
      let page = try await BrowserShop.open().page("/goods/apple")
      try await page.press(controlNamed: "Red")
      try await page.press(controlNamed: "Buy one")
      try await page.wait(forQuantity: 1, of: "apple")
      let event = "[data-event='goods.buy']"
      try await page.wait(for: event)
      let way = try await page.evaluate("\(ChromiumPage.element(event)).innerText").text ?? ""
      for node in ["GoodsButton", "GoodsCell", "GoodsSection", "GoodsPage", "Device"] {
        #expect(way.contains(node))
      }
      #expect(way.contains("adds section = bar"))
      #expect(way.contains("stops"))
    }

    @Test func theKeyboardAloneIsEnough() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.tab(to: ChromiumPage.component("cart/apple") + " .plus", within: 40)
      try await page.press("Enter")
      try await page.wait(forQuantity: 1, of: "apple")
      let input = ChromiumPage.component("cart/apple") + " input"
      try await page.click(input)
      try await page.press("ArrowUp")
      try await page.wait(forQuantity: 2, of: "apple")
      try await page.press("ArrowDown")
      try await page.wait(forQuantity: 1, of: "apple")
      try await page.type("7", into: input)
      try await page.press("Enter")
      try await page.wait(forQuantity: 7, of: "apple")
      try await page.waitUntilSettled()
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 7)
    }

    static func isShown(_ path: String, _ title: String) -> String {
      "location.pathname === '\(path)' && document.querySelector('.bar h2').textContent === '\(title)'"
    }

    static func isFocused(_ key: String) -> String {
      "document.activeElement?.closest('[data-key]')?.dataset.key === '\(key)'"
    }
  }
}
