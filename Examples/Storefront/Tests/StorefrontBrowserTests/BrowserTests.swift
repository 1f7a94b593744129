import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

extension OneByOne {
  /// The components in a real browser.
  @Suite struct BrowserTests {
    @Test func aLikeWithTheServerStoppedIsRolledBackWithoutAnimation() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/feed")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.press(controlNamed: "Stop the server")
      try await page.wait(for: ".strip [aria-pressed=true]")
      try await page.record("like/sunrise")
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(until: "window.noted.some((each) => each.cause === 'rollback')")
      let noted = try await page.noted()
      #expect(noted.first?.shown == "13")
      #expect(noted.first?.cause == "user")
      #expect(noted.first?.moves == true)
      #expect(noted.last?.shown == "12")
      #expect(noted.last?.cause == "rollback")
      #expect(noted.last?.moves == false)
      #expect(noted.last?.running == 0)
      try await page.wait(for: ".toast:not(:empty)")

      try await page.press(controlNamed: "Start the server")
      try await page.wait(until: "!document.querySelector('.strip [aria-pressed=true]')")
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(forLikes: 13, on: "sunrise")
      try await page.waitUntilSettled()
      #expect(try shop.records.likers(ofPost: "sunrise").contains("ada"))
    }

    @Test func aLikeMovesForTheUserOnly() async throws {
      let page = try await BrowserShop.open().page("/feed?second=ada")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.wait(forLikes: 12, on: "sunrise", device: 2)
      try await page.record("like/sunrise", device: 2)
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(forLikes: 13, on: "sunrise", device: 2)
      let noted = try await page.noted()
      #expect(noted.allSatisfy { !$0.moves && $0.running == 0 })
      #expect(noted.last?.cause == "external")
      #expect(try await page.evaluate("window.begun").list == [])
      // A tap by the user moves the same button.
      try await page.click(ChromiumPage.component("like/sunrise", device: 2))
      try await page.wait(until: "window.begun.includes('pop') && window.begun.includes('lift')")
      try await page.wait(forLikes: 12, on: "sunrise")
    }

    @Test func fiveFastPressesOnPlusAreTwoRequestsAndNoStepBack() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.holdReplies(true)
      try await page.record("cart/apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .plus", times: 5)
      try await page.wait(forQuantity: 5, of: "apple")
      try await page.holdReplies(false)
      try await page.waitUntilSettled()
      let shown = try await page.noted().compactMap { Int($0.shown) }
      #expect(shown == shown.sorted())
      #expect(Set(shown) == [1, 2, 3, 4, 5])
      #expect(try shop.records.keyCount(of: "ada") <= 2)
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 5)
    }

    @Test func twoDevicesConverge() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple?second=ada")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.click(".device:nth-of-type(2) .tabs [href='/search']")
      try await page.wait(forQuantity: 0, of: "apple", device: 2)
      // Both pages press before they receive the other page's change.
      try await page.setLatency(300)
      try await page.setLatency(300, device: 2)
      for _ in 0..<3 {
        try await page.click(ChromiumPage.component("cart/apple") + " .plus")
        try await page.click(ChromiumPage.component("cart/apple", device: 2) + " .plus")
      }
      for device in 1...2 {
        try await page.wait(forQuantity: 6, of: "apple", device: device)
        try await page.waitUntilSettled(device: device)
      }
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 6)
    }

    @Test func aReloadInTheMiddleOfARequestShowsTheTruth() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/feed")
      let other = try await shop.page("/feed")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await other.wait(forLikes: 12, on: "sunrise")
      try await page.holdReplies(true)
      try await page.click(ChromiumPage.component("like/sunrise"))
      // The other page receives the change while this page's reply is still held.
      try await other.wait(forLikes: 13, on: "sunrise")
      try await page.wait(for: ".device[data-pending=true]")
      try await page.reload()
      try await page.wait(forLikes: 13, on: "sunrise")
      let like = ChromiumPage.element(ChromiumPage.component("like/sunrise"))
      #expect(try await page.evaluate("\(like).ariaPressed").text == "true")
      #expect(try shop.records.likers(ofPost: "sunrise").contains("ada"))
    }

    @Test func tenTabsAtOnceShowTheSame() async throws {
      let shop = try await BrowserShop.open()
      let pages = try await withThrowingTaskGroup(of: ChromiumPage.self) { group in
        for _ in 0..<10 { group.addTask { try await shop.page("/product/apple") } }
        return try await group.reduce(into: [ChromiumPage]()) { $0.append($1) }
      }
      try await withThrowingDiscardingTaskGroup { group in
        for page in pages {
          group.addTask {
            try await page.wait(forQuantity: 0, of: "apple")
          }
        }
      }
      try await withThrowingDiscardingTaskGroup { group in
        for page in pages {
          group.addTask { try await page.click(ChromiumPage.component("cart/apple") + " .plus") }
        }
      }
      for page in pages { try await page.wait(forQuantity: 10, of: "apple") }
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 10)
    }

    @Test func aStockThatIsTooSmallIsSaidAndNotAnimated() async throws {
      let page = try await BrowserShop.open().page("/category/kitchen")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.choose("apple", in: ".strip [aria-label=Product]")
      try await page.type("3", into: ".strip [aria-label=Stock]")
      try await page.press("Tab")
      // The strip shows the stock that the server reports.
      try await page.wait(for: ".strip [aria-label=Stock][data-known='3']")
      try await page.holdReplies(true)
      try await page.record("cart/apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .plus", times: 5)
      try await page.wait(forQuantity: 5, of: "apple")
      try await page.holdReplies(false)
      try await page.wait(forQuantity: 3, of: "apple")
      let last = try await page.noted().last
      #expect(last?.cause == "adjust")
      #expect(last?.moves == false)
      let notice = ChromiumPage.component("cart/apple") + " .notice"
      #expect(try await page.text(of: notice) == "At most 3")
    }

    @Test func aLostReplyIsMadeUpFor() async throws {
      let (shop, page) = try await BrowserShop.open(at: "/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.click(".hero .watch")
      try await page.press(controlNamed: "Lose reply")
      try await page.click(ChromiumPage.component("cart/apple") + " .plus")
      try await page.wait(forQuantity: 1, of: "apple")
      try await page.wait(until: "!document.querySelector('.network [aria-pressed=true]')")
      // Its outcome is unknown, so it is sent again under the same key.
      try await page.wait(
        until: "document.querySelector('.events').innerText.includes('sends + 1 again')")
      try await page.waitUntilSettled()
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 1)
    }
  }
}
