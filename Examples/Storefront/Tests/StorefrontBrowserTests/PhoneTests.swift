import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

extension OneByOne {
  /// The messages to the user, and the keyboard focus.
  @Suite struct PhoneTests {
    @Test func aSelectionLeavesTheFocusWhereThePersonHasPutIt() async throws {
      let page = try await BrowserShop.open().page("/account")
      try await page.waitForComponent("form/save")
      let city = ChromiumPage.element(ChromiumPage.component("form/city") + " select")
      let name = ChromiumPage.component("form/name") + " input"
      // All input is made in one turn of the page, before any reply. Later focus changes are noted.
      try await page.evaluate(
        """
        (() => {
          const [city, name] = [\(city), \(ChromiumPage.element(name))];
          city.focus();
          city.value = "Shanghai";
          city.dispatchEvent(new Event("change", { bubbles: true }));
          name.focus();
          window.stolen = 0;
          city.addEventListener("focus", () => { window.stolen += 1; });
        })()
        """)
      try await page.type("Lovelace", into: name)
      try await page.click(ChromiumPage.component("form/save"))
      try await page.wait(until: PageTests.isFocused("form/qq"))
      #expect(try await page.evaluate("window.stolen").int == 0)
      #expect(try await page.evaluate("\(city).value").text == "Shanghai")
    }

    @Test func aRowThatIsLaidOutAgainKeepsTheFocusAndShowsItsFirstText() async throws {
      let page = try await BrowserShop.open().page("/account")
      try await page.waitForComponent("form/save")
      let found = try await page.evaluate(
        """
        import("/page/script/device.js").then(({ DeviceView }) => {
          const view = new DeviceView("Third device", "/feed", "ada");
          document.body.append(view.element);
          const show = (rows) => view.on_screen(
            { path: "/rows", title: "Rows", depth: 1, sections: [{ style: "links", rows }] });
          const [first, second] = ["first", "second"].map(
            (id) => ({ id, title: id, link: "/" + id, trail: [] }));
          show([first, second]);
          view.row("second").querySelector("a").focus();
          show([second, first]);  // Moves the second row.
          const focused = document.activeElement.dataset.row ?? "";
          show([second, { ...first, text: "New" }]);
          const text = view.row("first").querySelector("p")?.textContent ?? "";
          return [focused, text];
        })
        """)
      #expect(found.list.map(\.text) == ["second", "New"])
    }

    @Test func theFocusStaysWhenAControlHidesOrDisablesItself() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/lamp")
      try await page.wait(forQuantity: 0, of: "lamp")
      let editor = ChromiumPage.component("cart/lamp")
      for quantity in 1...5 {
        try await page.click(editor + " .plus")
        try await page.wait(forQuantity: quantity, of: "lamp")
      }
      // The stock is five.
      try await page.wait(until: Self.hasRowFocus)
      try await page.press("Enter")
      try await page.evaluate("\(ChromiumPage.element(editor + " .minus")).focus()")
      for quantity in (0...4).reversed() {
        try await page.press("Enter")
        try await page.wait(forQuantity: quantity, of: "lamp")
      }
      // The focus is on no button, so that a further press does not add the product again.
      try await page.wait(until: Self.hasRowFocus)
      try await page.press("Enter")
      try await page.waitUntilSettled()
      try await page.wait(forQuantity: 0, of: "lamp")
      #expect(try shop.records.quantity(ofProduct: "lamp", inCartOf: "ada") == 0)
    }

    static let hasRowFocus = #"document.activeElement.matches('.row:has([data-key="cart/lamp"])')"#

    @Test(arguments: ["1.5", "9223372036854775807"])
    func aStockThatIsNoNumberOfUnitsIsNotSent(typed: String) async throws {
      let page = try await BrowserShop.open().page("/category/kitchen")
      try await page.wait(forQuantity: 0, of: "apple")
      let stock = ".strip [aria-label=Stock]"
      for text in [typed, "7"] {
        try await page.type(text, into: stock)
        try await page.press("Tab")
      }
      try await page.wait(for: stock + "[data-known='7']")
      #expect(try await page.evaluate("document.querySelector('.gone')") == .null)
    }

    @Test func onAPhoneTheTimelineAndWhatWasPressedAreBothInSight() async throws {
      let page = try await BrowserShop.open().page("/feed", .init(width: 390, height: 844))
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.press(controlNamed: "Lab")
      try await page.click("[aria-label='Timeline of Like, Worth getting up for']")
      try await page.evaluate("scrollTo(0, 0)")
      for selector in [".timeline h2", ChromiumPage.component("like/sunrise")] {
        try await page.wait(
          until: """
            (() => {
              const element = \(ChromiumPage.element(selector));
              const box = element.getBoundingClientRect();
              const hit = document.elementFromPoint(
                box.x + box.width / 2, box.y + box.height / 2);
              return hit && (hit === element || element.contains(hit));
            })()
            """)
      }
    }

    @Test func anUnknownUserMaySignIn() async throws {
      let page = try await BrowserShop.open().page("/feed?user=nobody")
      try await page.wait(until: "document.querySelector('.content').innerText.includes('Who are')")
      try await page.wait(forText: "Signed out", in: ".owner")
      try await page.click(".content a[href='/feed?user=ben']")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.wait(forText: "Ben’s phone", in: ".owner")
    }

    @Test func theFormShowsWhatWasSaved() async throws {
      let shop = try await BrowserShop.open()
      try await shop.server.put(
        #"{"name":"Lovelace","qq":"12345","phone":"","city":"Beijing","quantity":3}"#,
        to: "/profile")
      let page = try await shop.page("/account")
      try await page.waitForComponent("form/save")
      for (key, text) in [
        ("name", "Lovelace"), ("qq", "12345"), ("phone", ""), ("password", ""), ("quantity", "3"),
      ] {
        let input = ChromiumPage.element(ChromiumPage.component("form/\(key)") + " input")
        try await page.wait(until: "\(input).value === '\(text)'")
      }
      let city = ChromiumPage.element(ChromiumPage.component("form/city") + " select")
      try await page.wait(until: "\(city).value === 'Beijing'")
    }

    @Test func theStripNoticesACrash() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/feed")
      try await page.wait(forLikes: 12, on: "sunrise")
      await shop.server.kill()
      try await page.press(controlNamed: "Start the server")
      try await page.press(controlNamed: "Stop the server")
      try await page.press(controlNamed: "Start the server")
      try await page.wait(until: "!document.querySelector('.strip [aria-pressed=true]')")
    }

    @Test func theFirstExperimentRollsALikeBack() async throws {
      let page = try await BrowserShop.open().page("/cart")
      try await page.press(controlNamed: "Like without the server")
      try await page.wait(for: ".timeline .dot.rollback")
      try await page.wait(forLikes: 12, on: "sunrise")
      // The server starts again.
      try await page.press(controlNamed: "Stop the server")
    }

    @Test func theSecondExperimentSendsTwoRequests() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/feed")
      try await page.press(controlNamed: "Five fast presses")
      try await page.wait(forQuantity: 5, of: "apple")
      try await page.waitUntilSettled()
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 5)
      #expect(try shop.records.keyCount(of: "ada") == 2)
    }

    @Test func theThirdExperimentRebasesALike() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/feed", .init(width: 1440, height: 900))
      try await page.press(controlNamed: "Two phones at once")
      try await page.wait(forLikes: 14, on: "sunrise")
      // Both phones are in the window, with the timeline between them.
      let tops = try await page.evaluate(
        """
        [...document.querySelectorAll(".phone, .timeline")]
          .map((each) => each.getBoundingClientRect())
          .filter((box) => box.left >= 0 && box.right <= innerWidth).map((box) => box.top)
        """
      ).list.compactMap(\.number)
      #expect(tops.count == 3)
      #expect(tops.allSatisfy { $0 == tops[0] && $0 < 200 })
      let like = ChromiumPage.element(ChromiumPage.component("like/sunrise", device: 2))
      #expect(
        try await page.evaluate(
          """
          \(like).getBoundingClientRect().bottom
            <= document.querySelectorAll(".content")[1].getBoundingClientRect().bottom
          """
        ).flag == true)
      try await page.waitUntilSettled()
      try await page.wait(forLikes: 14, on: "sunrise", device: 2)
      #expect(try shop.records.likers(ofPost: "sunrise") == ["ada", "ben"])
    }
  }
}
