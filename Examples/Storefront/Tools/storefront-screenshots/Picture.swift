import StorefrontChromium

/// A picture, and the actions of a user before it is taken.
struct Picture: Sendable {
  let name: String
  let path: String
  let window: Chromium.Window
  let prepare: @Sendable (ChromiumPage) async throws -> Void

  static let all = [feed, rollback, rebase]

  static let feed = Picture(
    name: "feed", path: "/feed?second=ben", window: .init(width: 960, height: 880)
  ) { page in
    try await page.wait(forLikes: 0, on: "bread")
    try await page.wait(forLikes: 0, on: "bread", device: 2)
    try await page.click(ChromiumPage.component("like/bread"))
    try await page.wait(forLikes: 1, on: "bread", device: 2)
    try await page.click(".device:nth-of-type(2) .tabs [href='/category/kitchen']")
    try await page.waitForComponent("cart/apple", device: 2)
    try await page.click(ChromiumPage.component("cart/apple", device: 2) + " .plus", times: 2)
    try await page.wait(forQuantity: 2, of: "apple", device: 2)
    try await page.waitUntilSettled(device: 2)
    try await page.waitForAvatars()
    try await page.scrollToTop()
  }

  static let rollback = Picture(
    name: "rollback", path: "/feed", window: .init(width: 940, height: 860)
  ) { page in
    try await page.wait(forLikes: 12, on: "sunrise")
    try await page.click("[aria-label='Timeline of Like, Worth getting up for']")
    for count in [13, 12] {
      try await page.click(ChromiumPage.component("like/sunrise"))
      try await page.wait(forLikes: count, on: "sunrise")
      try await page.waitUntilSettled()
    }
    try await page.press(controlNamed: "Stop the server")
    try await page.wait(for: ".strip [aria-pressed=true]")
    try await page.click(ChromiumPage.component("like/sunrise"))
    try await page.wait(for: ".timeline .dot.rollback")
    try await page.wait(for: ".toast:not(:empty)")
    try await page.waitForAvatars()
  }

  static let rebase = Picture(
    name: "rebase", path: "/feed?second=ben", window: .init(width: 1360, height: 860)
  ) { page in
    try await page.wait(forLikes: 12, on: "sunrise")
    try await page.wait(forLikes: 12, on: "sunrise", device: 2)
    try await page.click("[aria-label='Timeline of Like, Worth getting up for']")
    // The latency leaves time for another user's request.
    try await page.setLatency(3000)
    try await page.click(ChromiumPage.component("like/sunrise"))
    try await page.wait(forLikes: 13, on: "sunrise")
    try await page.click(ChromiumPage.component("like/sunrise", device: 2))
    try await page.wait(forLikes: 14, on: "sunrise")
    try await page.waitUntilSettled()
    try await page.waitForAvatars()
  }
}

extension ChromiumPage {
  /// Waits until the feed's avatars have their images.
  fileprivate func waitForAvatars() async throws {
    try await wait(until: "!document.querySelector('.avatar[data-phase=loading]')")
  }

  /// Scrolls the screen of every device to its top.
  fileprivate func scrollToTop() async throws {
    try await evaluate(
      "document.querySelectorAll('.content').forEach((each) => each.scrollTo(0, 0))")
  }
}
