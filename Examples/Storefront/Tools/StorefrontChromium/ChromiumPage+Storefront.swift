/// The actions of a user on the storefront's page, and the states to wait for.
extension ChromiumPage {
  /// The CSS selector of a component, on the first device or another.
  package static func component(_ key: String, device: Int = 1) -> String {
    ".device:nth-of-type(\(device)) [data-key='\(key)']"
  }

  /// Waits until a component is shown.
  package func waitForComponent(_ key: String, device: Int = 1) async throws {
    try await wait(for: Self.component(key, device: device))
  }

  /// Waits until a like button shows a count.
  package func wait(forLikes count: Int, on post: String, device: Int = 1) async throws {
    let like = Self.component("like/\(post)", device: device)
    try await wait(forText: "\(count)", in: like + " .count")
  }

  /// Waits until an editor shows a quantity.
  package func wait(forQuantity quantity: Int, of product: String, device: Int = 1) async throws {
    let editor = Self.component("cart/\(product)", device: device)
    let shown = "\(Self.element(editor + " input")).ariaValueNow"
    try await wait(until: "\(shown) === '\(quantity)'")
  }

  /// Waits until nothing is pending on a device.
  package func waitUntilSettled(device: Int = 1) async throws {
    try await wait(for: ".device:nth-of-type(\(device))[data-pending=false]")
  }

  /// Chooses an option of a list, and sends the page a change event as a user's choice would.
  package func choose(_ value: String, in selector: String) async throws {
    try await evaluate(
      """
      (() => {
        const list = \(Self.element(selector));
        list.value = \(Self.literal(value));
        list.dispatchEvent(new Event("change", { bubbles: true }));
      })()
      """)
  }

  /// Presses the button with the given text.
  package func press(controlNamed name: String) async throws {
    let control =
      "[...document.querySelectorAll('button')].find((each) => "
      + "each.textContent === \(Self.literal(name)))"
    try await wait(until: control)
    try await evaluate("\(control).id = 'pressed-by-the-test'")
    try await click("#pressed-by-the-test")
    try await evaluate("document.getElementById('pressed-by-the-test').removeAttribute('id')")
  }

  /// Makes a device's network slow.
  package func setLatency(_ milliseconds: Int, device: Int = 1) async throws {
    let list = ".device:nth-of-type(\(device)) [aria-label='Latency']"
    try await choose("\(milliseconds)", in: list)
  }

  /// Holds the first device's replies, or releases them; returns when the device has done so.
  package func holdReplies(_ isHolding: Bool) async throws {
    try await press(controlNamed: "Hold replies")
    let button = ".device:nth-of-type(1) [data-control=holdReplies]"
    try await wait(for: button + "[aria-pressed=\(isHolding)]")
  }
}
