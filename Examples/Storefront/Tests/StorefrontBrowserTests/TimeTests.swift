import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

extension OneByOne {
  /// A busy server, the airplane mode, and the time to undo.
  @Suite struct TimeTests {
    @Test func busyServerGetsTheRequestAgainAfterTheDelay() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.click(".hero .watch")
      try await page.press(controlNamed: "Busy")
      try await page.wait(until: Self.isPressed("busyNext", true))
      try await page.record("cart/apple")
      let pressed = ContinuousClock.now
      try await page.click(ChromiumPage.component("cart/apple") + " .plus")
      try await page.wait(until: Self.isPressed("busyNext", false))
      // The busy server did nothing, so the press is sent under a new key.
      try await page.wait(
        until: "document.querySelector('.events').innerText.split('sends + 1').length === 3")
      #expect(pressed.duration(to: .now) >= .seconds(2))
      try await page.waitUntilSettled()
      let shown = try await page.noted().map(\.shown)
      #expect(Set(shown) == ["1"], "the quantity stays while the request waits")
      #expect(try shop.records.keyCount(of: "ada") == 1)
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 1)
    }

    @Test func airplaneModeHoldsTheCartAndFailsALikeAtOnce() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.press(controlNamed: "Busy")
      try await page.press(controlNamed: "Airplane")
      try await page.wait(until: Self.isPressed("airplane", true))
      try await page.wait(forText: "airplane", in: ".signal")
      try await page.click(".hero .watch")
      try await page.record("cart/apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .plus", times: 3)
      try await page.wait(forQuantity: 3, of: "apple")
      // Offline, a request would meet the busy server; in airplane mode there is none.
      let events = "document.querySelector('.events').innerText"
      try await page.wait(until: "\(events).split('press: + 1').length === 4")
      #expect(try await page.evaluate(Self.isPressed("busyNext", true)).flag == true)
      try await page.press(controlNamed: "Airplane")
      try await page.wait(until: Self.isPressed("airplane", false))
      try await page.waitUntilSettled()
      #expect(try await page.evaluate(Self.isPressed("busyNext", false)).flag == true)
      let shown = try await page.noted().compactMap { Int($0.shown) }
      #expect(shown == shown.sorted())
      #expect(try shop.records.keyCount(of: "ada") == 1, "the presses are sent as one request")
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 3)

      try await page.click(".tabs [href='/feed']")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.press(controlNamed: "Airplane")
      try await page.wait(until: Self.isPressed("airplane", true))
      try await page.record("like/sunrise")
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(for: ".toast:not(:empty)")
      try await page.wait(forLikes: 12, on: "sunrise")
      let likes = try await page.noted().map(\.shown)
      #expect(Set(likes).count <= 1, "the like fails before it is shown, so nothing flickers")
      #expect(try shop.records.keyCount(of: "ada") == 1)
    }

    @Test func undoneRemovalIsNeverSent() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/search", grace: .seconds(60))
      try await page.add(2, of: "apple")
      let requests = try shop.records.keyCount(of: "ada")
      try await page.type("0", into: ChromiumPage.component("cart/apple") + " input")
      try await page.press("Enter")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.wait(until: Self.offers("apple"))
      #expect(
        try await page.text(of: "[role=status].spoken")
          == "Removed Apple. You can undo this for 60 seconds.")
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 2)
      // The button is pressed with the keyboard, and its focus moves to the row: to no button.
      try await page.evaluate("document.querySelector('.offer button').focus()")
      try await page.press("Enter")
      try await page.wait(forQuantity: 2, of: "apple")
      try await page.wait(until: Self.offers())
      try await page.wait(until: "document.activeElement.matches('.row[data-row=apple]')")
      try await page.waitUntilSettled()
      #expect(try shop.records.keyCount(of: "ada") == requests)
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 2)
    }

    @Test func removalIsSentAfterTheGrace() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple", grace: .milliseconds(500))
      try await page.click(".hero .watch")
      try await page.add(1, of: "apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .minus")
      try await page.wait(
        until: "document.querySelector('.events').innerText.includes('sends − 1')")
      try await page.waitUntilSettled()
      try await page.wait(forQuantity: 0, of: "apple")
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 0)
      try await page.wait(until: Self.offers())
    }

    @Test func eachProductIsUndoneSeparatelyAndLeavingTheScreenSendsTheOthers() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/feed", grace: .seconds(60))
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.click(".tabs [href='/search']")
      for product in ["apple", "lamp"] { try await page.add(1, of: product) }
      for product in ["apple", "lamp"] {
        try await page.click(ChromiumPage.component("cart/\(product)") + " .minus")
        try await page.wait(forQuantity: 0, of: product)
      }
      try await page.wait(until: Self.offers("lamp", "apple"))
      try await page.click("[data-offer=apple] button")
      try await page.wait(forQuantity: 1, of: "apple")
      try await page.wait(until: Self.offers("lamp"))
      try await page.press(controlNamed: "‹ Back")
      try await page.wait(until: Self.offers())
      try await page.waitUntilSettled()
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 1)
      #expect(try shop.records.quantity(ofProduct: "lamp", inCartOf: "ada") == 0)
    }

    @Test func closedPageSendsTheRemoval() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple", grace: .seconds(60))
      let other = try await shop.page("/product/apple")
      try await other.wait(forQuantity: 0, of: "apple")
      try await page.add(1, of: "apple")
      try await other.wait(forQuantity: 1, of: "apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .minus")
      try await page.wait(until: Self.offers("apple"))
      await page.close()
      try await other.wait(forQuantity: 0, of: "apple")
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 0)
    }

    @Test(arguments: [false, true])
    func offerCanBeReadAndMovesOnlyIfTheUserWantsMotion(isDark: Bool) async throws {
      let page = try await BrowserShop.open(grace: .seconds(60))
        .page("/product/apple", .init(isDark: isDark))
      try await page.add(1, of: "apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .minus")
      try await page.wait(until: Self.offers("apple"))
      let moves = "document.querySelector('.offer').getAnimations({ subtree: true }).length"
      #expect(try await page.evaluate(moves).int == 1)
      try await page.reduceMotion(isDark: isDark)
      #expect(try await page.evaluate(moves).int == 0)
      // The countdown continues as a number.
      let left = "document.querySelector('.offer .left').textContent"
      let before = try await page.evaluate(left).text ?? ""
      #expect(before.hasSuffix(" s"))
      try await page.wait(until: "\(left) !== \(ChromiumPage.literal(before))")
      try await page.wait(until: "document.getAnimations().length === 0")
      #expect(try await page.evaluate(AccessibilityTests.contrast).list.compactMap(\.text) == [])
    }

    /// Whether these products' removals can be undone, newest first.
    static func offers(_ products: String...) -> String {
      "[...document.querySelectorAll('.offer')].map((each) => each.dataset.offer).join()"
        + " === '\(products.joined(separator: ","))'"
    }

    static func isPressed(_ control: String, _ isPressed: Bool) -> String {
      "document.querySelector('.network [data-control=\(control)]').ariaPressed === '\(isPressed)'"
    }
  }
}

extension ChromiumPage {
  /// Adds a product to the empty cart, and waits until nothing is pending.
  fileprivate func add(_ quantity: Int, of product: String) async throws {
    try await wait(forQuantity: 0, of: product)
    // While the replies are held, the page certainly shows that requests are pending.
    try await holdReplies(true)
    try await click(Self.component("cart/\(product)") + " .plus", times: quantity)
    try await wait(forQuantity: quantity, of: product)
    try await wait(for: ".device[data-pending=true]")
    try await holdReplies(false)
    try await waitUntilSettled()
  }
}
