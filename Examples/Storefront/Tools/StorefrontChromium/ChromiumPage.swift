package import Foundation
import Synchronization

/// One page of a browser, used with a mouse and a keyboard as a user would.
package final class ChromiumPage: Sendable {
  private let browser: Chromium
  private let session: String
  private let targetID: String
  private let complaints = Mutex<[String]>([])

  init(browser: Chromium, session: String, targetID: String) {
    self.browser = browser
    self.session = session
    self.targetID = targetID
  }

  /// The entries of the console: errors, warnings, exceptions, and failed loads.
  package var consoleErrors: [String] { complaints.withLock { $0 } }

  func heard(_ method: String, _ parameters: JSON) {
    let complaint: String? =
      switch method {
      case "Runtime.exceptionThrown":
        parameters["exceptionDetails"]["exception"]["description"].text
          ?? parameters["exceptionDetails"]["text"].text
      case "Runtime.consoleAPICalled" where ["error", "warning"].contains(parameters["type"].text):
        "console: \(parameters["args"].list.compactMap { $0["value"].text })"
      case "Log.entryAdded" where ["error", "warning"].contains(parameters["entry"]["level"].text):
        parameters["entry"]["text"].text
      default: nil
      }
    if let complaint { complaints.withLock { $0.append(complaint) } }
  }

  func prepare(_ window: Chromium.Window) async throws {
    for domain in ["Page", "Runtime", "Log", "DOM", "Accessibility"] {
      try await send("\(domain).enable")
    }
    try await send("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(window.width)), "height": .number(Double(window.height)),
        "deviceScaleFactor": 1, "mobile": .flag(window.width < 600),
      ])
    try await setMedia(isDark: window.isDark, motion: "no-preference")
  }

  /// Navigates to an address, and returns when the page is loaded.
  package func navigate(to url: URL) async throws {
    try await send("Page.navigate", ["url": .text(url.absoluteString)])
    try await wait(
      until: "document.readyState === 'complete' && location.href !== 'about:blank'")
  }

  /// Reloads the page, and returns when the new page is loaded.
  ///
  /// Until then the old page is shown; a mark distinguishes the two.
  package func reload() async throws {
    try await evaluate("window.isLeft = true")
    try await send("Page.reload")
    try await wait(until: "!window.isLeft && document.readyState === 'complete'")
  }

  /// Evaluates an expression in the page, and waits for it if it is a promise.
  @discardableResult
  package func evaluate(_ expression: String) async throws -> JSON {
    let answer = try await send(
      "Runtime.evaluate",
      ["expression": .text(expression), "awaitPromise": true, "returnByValue": true])
    if answer["exceptionDetails"] != .null {
      let details = answer["exceptionDetails"]
      throw ChromiumFailure(
        details["exception"]["description"].text ?? details["exception"]["value"].text
          ?? details["text"].text ?? expression)
    }
    return answer["result"]["value"]
  }

  /// Returns when an expression is true in the page; fails after a minute.
  @discardableResult
  package func wait(until expression: String) async throws -> JSON {
    for _ in 0..<3 {
      do {
        return try await evaluate(Self.waiting(for: expression))
      } catch let failure as ChromiumFailure
        where Self.signsOfLeaving.contains(where: failure.description.contains)
      {
        continue  // The page changed during the call, so the next page is evaluated.
      }
    }
    throw ChromiumFailure("The page keeps changing: \(expression)")
  }

  /// Chromium's errors for a call whose page changed before the answer.
  private static let signsOfLeaving = [
    "navigated", "context was destroyed", "Cannot find context", "Promise was collected",
  ]

  private static func waiting(for expression: String) -> String {
    """
    new Promise((done, fail) => {
      let last;
      const look = () => {
        try { last = (\(expression)); } catch (error) { last = String(error); return; }
        if (last) finish(() => done(true));
      };
      const often = setInterval(look, 20);
      const late = setTimeout(() => finish(() => fail(new Error(
        "never true: " + \(literal(expression)) + "; last: " + last + "; the page: "
          + document.querySelector(".desk")?.innerText.slice(0, 600)))), 60000);
      const finish = (end) => { clearInterval(often); clearTimeout(late); end(); };
      look();
    })
    """
  }

  /// Returns when a CSS selector matches an element.
  package func wait(for selector: String) async throws {
    try await wait(until: Self.element(selector))
  }

  /// Returns when the first element that matches has a text.
  package func wait(forText text: String, in selector: String) async throws {
    try await wait(until: "\(Self.element(selector)).textContent === \(Self.literal(text))")
  }

  /// The text of the first element that matches.
  package func text(of selector: String) async throws -> String? {
    try await evaluate("\(Self.element(selector)).textContent").text
  }

  /// Clicks the center of the first element that matches, once the element no longer moves.
  ///
  /// It may move while content above it is loading. Several clicks are made without a delay between
  /// them. Where something covers the element, the call fails.
  package func click(_ selector: String, times: Int = 1) async throws {
    try await wait(for: selector)
    let place = try await evaluate(
      """
      (async () => {
        const find = () => {
          const element = \(Self.element(selector));
          element?.scrollIntoView({ block: "center" });
          return { element, box: element?.getBoundingClientRect() };
        };
        const isSame = (one, other) => one.element && one.element === other.element
          && ["x", "y", "width", "height"].every((side) => one.box[side] === other.box[side]);
        let [former, now] = [{}, find()];
        for (let looks = 0; looks < 500 && !isSame(former, now); looks += 1) {
          await new Promise((done) => setTimeout(done, 20));
          [former, now] = [now, find()];
        }
        const { element, box } = now;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        return { x, y, isHit: element === hit || element.contains(hit) };
      })()
      """)
    guard place["isHit"].flag == true else {
      throw ChromiumFailure("\(selector) is covered, or has no size")
    }
    for _ in 0..<times {
      for type: JSON in ["mousePressed", "mouseReleased"] {
        try await send(
          "Input.dispatchMouseEvent",
          ["type": type, "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1])
      }
    }
  }

  /// Presses and releases a key.
  package func press(_ key: String) async throws {
    let codes: [String: Double] = ["Enter": 13, "Tab": 9, "ArrowUp": 38, "ArrowDown": 40]
    for type: JSON in ["keyDown", "keyUp"] {
      var event: [String: JSON] = [
        "type": type, "key": .text(key), "windowsVirtualKeyCode": .number(codes[key] ?? 0),
      ]
      if type == "keyDown", key == "Enter" { event["text"] = .text("\r") }
      try await send("Input.dispatchKeyEvent", .object(event))
    }
  }

  /// Clicks into a field, and replaces its text.
  package func type(_ text: String, into selector: String) async throws {
    try await click(selector)
    try await evaluate("\(Self.element(selector)).select?.()")
    try await send("Input.insertText", ["text": .text(text)])
  }

  /// Sets the preference for reduced motion, which keeps the light or dark appearance.
  package func reduceMotion(isDark: Bool = false) async throws {
    try await setMedia(isDark: isDark, motion: "reduce")
  }

  private func setMedia(isDark: Bool, motion: String) async throws {
    try await send(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
          ["name": "prefers-reduced-motion", "value": .text(motion)],
        ]
      ])
  }

  /// The names and roles of all interactive elements, as a screen reader receives them.
  package func accessibilityNodes() async throws -> [(role: String, name: String)] {
    try await send("Accessibility.getFullAXTree")["nodes"].list.compactMap { node in
      guard node["ignored"].flag != true, let role = node["role"]["value"].text else { return nil }
      return (role, node["name"]["value"].text ?? "")
    }
  }

  /// Takes a picture of the page once nothing moves, as a PNG.
  package func screenshot() async throws -> Data {
    try await evaluate("scrollTo(0, 0)")
    try await wait(until: "document.getAnimations().length === 0")
    let answer = try await send("Page.captureScreenshot", ["format": "png"])
    return answer["data"].text.flatMap { Data(base64Encoded: $0) } ?? Data()
  }

  /// Closes the page and its devices.
  package func close() async {
    await browser.forget(session)
    _ = try? await browser.send("Target.closeTarget", ["targetId": .text(targetID)])
  }

  /// The JavaScript expression of the first element that a CSS selector matches.
  package static func element(_ selector: String) -> String {
    "document.querySelector(\(literal(selector)))"
  }

  /// A text as a JavaScript literal.
  package static func literal(_ text: String) -> String {
    let data = (try? JSONEncoder().encode(text)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  @discardableResult
  private func send(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await browser.send(method, parameters, session: session)
  }
}
