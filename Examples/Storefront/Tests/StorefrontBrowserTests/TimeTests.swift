import Foundation
import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

extension OneByOne {
  /// A busy server, the airplane mode, and the time to undo.
  @Suite(.timeLimit(.minutes(10)))
  struct TimeTests {
    @Test func busyServerGetsTheRequestAgainAfterTheDelay() async throws {
      let shop = try await BrowserShop.open()
      let page = try await shop.page("/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.click(".hero .watch")
      try await page.press(controlNamed: "Busy")
      try await page.wait(until: Self.isPressed("busyNext", true))
      try await page.record("cart/apple")
      let pressed = ContinuousClock.now
      try await page.click(ChromiumPage.component("cart/apple") + " .plus")
      try await page.wait(until: Self.isPressed("busyNext", false))
      try await page.wait(
        until: "document.querySelector('.events').innerText.includes('sends + 1 again')")
      #expect(pressed.duration(to: .now) >= .seconds(2))
      try await page.waitUntilSettled()
      let shown = try await page.noted().map(\.shown)
      #expect(Set(shown) == ["1"], "the quantity stays while the request waits")
      #expect(try shop.records.keyCount(of: "ada") == 1)
      #expect(try shop.records.quantity(ofProduct: "apple", inCartOf: "ada") == 1)
      #expect(page.consoleErrors == [])
      await page.close()
    }

    @Test func airplaneModeHoldsTheCartAndFailsALikeAtOnce() async throws {
      let shop = try await BrowserShop.open()
      let page = try await shop.page("/product/apple")
      try await page.wait(forQuantity: 0, of: "apple")
      try await page.press(controlNamed: "Airplane")
      try await page.wait(until: Self.isPressed("airplane", true))
      try await page.wait(until: "document.querySelector('.signal').textContent === 'airplane'")
      try await page.record("cart/apple")
      try await page.click(ChromiumPage.component("cart/apple") + " .plus", times: 3)
      try await page.wait(forQuantity: 3, of: "apple")
      #expect(try shop.records.keyCount(of: "ada") == 0)
      try await page.press(controlNamed: "Airplane")
      try await page.wait(until: Self.isPressed("airplane", false))
      try await page.waitUntilSettled()
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
      try await page.wait(until: "window.noted.some((each) => each.cause === 'rollback')")
      try await page.wait(forLikes: 12, on: "sunrise")
      try await page.wait(until: "document.querySelector('.toast').textContent.length > 0")
      #expect(try shop.records.keyCount(of: "ada") == 1)
      #expect(page.consoleErrors == [])
      await page.close()
    }

    static func isPressed(_ control: String, _ isPressed: Bool) -> String {
      "document.querySelector('.network [data-control=\(control)]').ariaPressed === '\(isPressed)'"
    }
  }
}
