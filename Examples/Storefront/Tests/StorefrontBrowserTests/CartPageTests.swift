import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

extension OneByOne {
  /// The cart as one value, pressed in a real browser.
  @Suite struct CartPageTests {
    @Test func theBadgeMovesWithTheTapOnBothDevices() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/search?second=ada")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.wait(forText: "Ada’s phone", in: ".device:nth-of-type(2) .owner")
      try await page.holdReplies(true)
      try await page.click(ChromiumPage.component("cart/apple") + " .plus", times: 3)
      try await page.wait(until: Self.badge(3))
      // The other device has the first press; the others wait for its reply.
      try await page.wait(until: Self.badge(1, device: 2))
      try await page.holdReplies(false)
      try await page.wait(until: Self.badge(3, device: 2))
      try await page.wait(until: Self.badge(3))
      let tab = "document.querySelector('.tabs [href=\"/cart\"]').ariaLabel"
      #expect(try await page.evaluate(tab).text == "Cart, 3 units")
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 3)
    }

    @Test(arguments: [false, true])
    func theTotalIsDimmedUntilTheServerHasCounted(isDark: Bool) async throws {
      let page = try await BrowserShop.open().cartPage(["apple": 1], .init(isDark: isDark))
      let color = "getComputedStyle(\(ChromiumPage.element(Self.total))).color"
      let counted = try await page.evaluate(color).text
      #expect(try await page.text(of: Self.total) == "Total 5.40 €")
      // In airplane mode, neither a reply nor a push reports the new total.
      try await page.press(controlNamed: "Airplane")
      try await page.wait(until: TimeTests.isPressed("airplane", true))
      try await page.click(ChromiumPage.component("cart/apple") + " .plus")
      try await page.wait(until: Self.badge(2))
      try await page.wait(for: ".total [role=status][aria-busy=true]")
      #expect(try await page.text(of: Self.total) == "Total 5.40 €")
      #expect(try await page.evaluate(color).text != counted)
      try await page.press(controlNamed: "Airplane")
      try await page.wait(forText: "Total 5.90 €", in: Self.total)
      try await page.wait(for: ".total [role=status][aria-busy=false]")
      #expect(try await page.evaluate(color).text == counted)
    }

    @Test func theKeyboardAloneRemovesRestoresAndOrders() async throws {
      let shop = try await BrowserShop.open(grace: .seconds(60))
      let page = try await shop.cartPage(["apple": 1, "mug": 3])
      try await page.tab(to: ChromiumPage.component("cart/apple") + " .minus")
      try await page.press("Enter")
      try await page.wait(for: "[data-row=apple].is-removed .offer")
      // The focus is on the row, so that a further press of Enter presses no other button.
      try await page.wait(until: Self.isFocused("apple"))
      try await page.press("Enter")
      try await page.tab(to: "[data-row=apple] .offer button", within: 1)
      try await page.press("Enter")
      try await page.wait(until: "!document.querySelector('.is-removed, .offer')")
      try await page.wait(until: Self.isFocused("apple"))
      try await page.press("Enter")
      try await page.waitUntilSettled()
      try await page.wait(forQuantity: 1, of: "apple")
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 1)
      #expect(try shop.records.keyCount(of: "ada") == 0)

      try await page.tab(to: ChromiumPage.component("order"))
      try await page.press("Enter")
      try await page.wait(forText: "Order 1 is placed: 29.40 €", in: Self.outcome)
      try await page.wait(until: Self.badge(nil))
      #expect(try await page.evaluate(Self.isFocused("order")).flag == true)
      #expect(try shop.records.orders(of: "ada") == [2940])
    }

    @Test func theFocusOfALineThatIsGoneMovesToTheNextLine() async throws {
      let shop = try await BrowserShop.open(grace: .milliseconds(500))
      let page = try await shop.cartPage(["apple": 1, "mug": 2])
      try await page.tab(to: ChromiumPage.component("cart/apple") + " .minus")
      try await page.press("Enter")
      try await page.wait(until: "!document.querySelector('[data-row=apple]')")
      try await page.wait(until: Self.isFocused("mug"))
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 0)
    }

    @Test func aTextThatIsTypedSurvivesALineFromAnotherDevice() async throws {
      let shop = try await BrowserShop.open()
      let page = try await shop.cartPage(["mug": 2])
      let input = ChromiumPage.component("cart/mug") + " input"
      try await page.type("12", into: input)
      try await shop.server.put(#"{"quantity":1}"#, to: "/cart/apple")
      try await page.wait(for: "[data-row=apple]")
      let field = ChromiumPage.element(input)
      #expect(try await page.evaluate("document.activeElement === \(field)").flag == true)
      #expect(try await page.evaluate("\(field).value").text == "12")
      #expect(try shop.records.quantity(ofProduct: "mug", inCartOf: "ada") == 2)
    }

    @Test func aGiftExplainsItselfOnBothDevices() async throws {
      let shop = try await BrowserShop.open()
      let page = try await shop.cartPage(["mug": 2], path: "/cart?second=ada")
      try await page.click(".device:nth-of-type(2) .tabs [href='/cart']")
      try await page.wait(forQuantity: 2, of: "mug", device: 2)
      try await page.click(ChromiumPage.component("cart/mug") + " .plus")
      let gifts = "[...document.querySelectorAll('[data-row=tote]')]"
      try await page.wait(
        until: "\(gifts).filter((each) => each.textContent"
          + " === 'Tote bagA gift with 20.00 € or more').length === 2")
      #expect(
        try await page.evaluate("\(gifts).some((each) => each.querySelector('button'))").flag
          == false)
      try await page.wait(
        until: "document.querySelector('.total .gift').textContent.startsWith('The shop added a')")
      for device in 1...2 { try await page.wait(until: Self.badge(4, device: device)) }
    }

    @Test func anOrderThatWaitsNamesWhatIsPending() async throws {
      let shop = try await BrowserShop.open()
      let page = try await shop.cartPage(["apple": 1, "mug": 2])
      try await page.holdReplies(true)
      try await page.click(ChromiumPage.component("cart/apple") + " .plus")
      try await page.click(ChromiumPage.component("order"))
      try await page.wait(forText: "Not ordered. Still pending: Apple", in: Self.outcome)
      try await page.holdReplies(false)
      try await page.waitUntilSettled()
      #expect(try shop.records.orders(of: "ada") == [])
    }

    @Test(arguments: [false, true])
    func everythingFitsAndCanBeReadAt320Pixels(isDark: Bool) async throws {
      let page = try await BrowserShop.open(grace: .seconds(60)).cartPage(
        ["apple": 1, "lamp": 5, "mug": 3], .init(width: 320, height: 640, isDark: isDark))
      try await page.press(controlNamed: "Lab")
      try await page.holdReplies(true)
      try await page.click(ChromiumPage.component("cart/mug") + " .plus")
      try await page.click(ChromiumPage.component("cart/apple") + " .minus")
      try await page.wait(for: "[data-row=apple] .offer")
      try await page.wait(for: ".counting:not(:empty)")
      #expect(try await page.evaluate("document.documentElement.scrollWidth").int == 320)
      let outside = try await page.evaluate(
        """
        [...document.querySelectorAll(".phone *")].filter((each) => {
          const box = each.getBoundingClientRect();
          return box.width > 1 && each.checkVisibility() && (box.left < 0 || box.right > 320);
        }).map((each) => each.className || each.tagName)
        """)
      #expect(outside.list == [])
      try await page.reduceMotion(isDark: isDark)
      #expect(try await page.evaluate("document.getAnimations().length").int == 0)
      #expect(try await page.evaluate(AccessibilityTests.contrast).list.compactMap(\.text) == [])
      for node in try await page.accessibilityNodes()
      where ["button", "link", "spinbutton"].contains(node.role) {
        #expect(!node.name.isEmpty)
      }
      for control in [
        "[data-row=apple] .offer button", ChromiumPage.component("cart/mug") + " .plus",
        ChromiumPage.component("order"),
      ] { try await page.click(control) }
    }

    @Test func removedLineIsNotAnimatedWithReducedMotion() async throws {
      let page = try await BrowserShop.open(grace: .seconds(60)).cartPage(["apple": 1, "mug": 2])
      try await page.reduceMotion()
      try await page.evaluate(
        """
        window.begun = [];
        for (const kind of ["animationstart", "transitionrun"]) {
          document.addEventListener(kind, (event) => window.begun.push(event.type));
        }
        """)
      try await page.click(ChromiumPage.component("cart/apple") + " .minus")
      try await page.click("[data-row=apple] .offer button")
      try await page.wait(forQuantity: 1, of: "apple")
      try await page.click(ChromiumPage.component("cart/mug") + " .plus")
      try await page.wait(for: "[data-row=tote]")
      #expect(try await page.evaluate("window.begun").list == [])
    }

    static let total = ".total b"
    static let outcome = "[data-row=order] p"

    /// Whether the tab of the cart has a badge with this number; `nil` for none.
    static func badge(_ units: Int?, device: Int = 1) -> String {
      "document.querySelector('.device:nth-of-type(\(device)) .units').textContent"
        + " === '\(units.map(String.init) ?? "")'"
    }

    static func isFocused(_ row: String) -> String {
      "document.activeElement.matches('[data-row=\(row)]')"
    }
  }
}

extension BrowserShop {
  /// Opens the cart page of a cart that another client has filled.
  fileprivate func cartPage(
    _ cart: [String: Int], _ window: Chromium.Window = .init(), path: String = "/cart"
  ) async throws -> ChromiumPage {
    for (product, quantity) in cart {
      try await server.put(#"{"quantity":\#(quantity)}"#, to: "/cart/\(product)")
    }
    let page = try await page(path, window)
    for (product, quantity) in cart { try await page.wait(forQuantity: quantity, of: product) }
    try await page.waitUntilSettled()
    return page
  }
}
