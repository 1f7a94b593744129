package import Foundation

/// A real browser without a window, driven over the DevTools protocol.
///
/// ```swift
/// let page = try await Chromium.launch().open(host.address)
/// try await page.click("[data-key='like/sunrise']")
/// ```
package actor Chromium {
  private let process: ChromiumProcess
  private var lastID = 0
  private var waiting: [Int: CheckedContinuation<JSON, any Error>] = [:]
  private var listeners: [String: @Sendable (String, JSON) -> Void] = [:]
  private var isGone = false

  private init(_ process: ChromiumProcess) { self.process = process }

  /// Starts the browser and returns when it answers.
  package static func launch() async throws -> Chromium {
    let browser = Chromium(try ChromiumProcess(executable: try ChromiumProcess.find()))
    await browser.listen()
    _ = try await browser.send("Browser.getVersion")
    return browser
  }

  /// Opens a page with its own cache, cookies and focus, and returns when its files are loaded.
  package func open(_ url: URL, _ window: Window = Window()) async throws -> ChromiumPage {
    let context = try await send("Target.createBrowserContext", ["disposeOnDetach": true])
    let target = try await send(
      "Target.createTarget",
      ["url": "about:blank", "browserContextId": context["browserContextId"]])
    let attached = try await send(
      "Target.attachToTarget", ["targetId": target["targetId"], "flatten": true])
    guard let session = attached["sessionId"].text, let id = target["targetId"].text else {
      throw ChromiumFailure("The browser opened no page")
    }
    let page = ChromiumPage(browser: self, session: session, targetID: id)
    listeners[session] = { page.heard($0, $1) }
    try await page.prepare(window)
    try await page.navigate(to: url)
    return page
  }

  /// Ends the browser.
  package func close() { process.close() }

  func forget(_ session: String) { listeners[session] = nil }

  /// Sends a command, and waits for its answer.
  @discardableResult
  func send(
    _ method: String, _ parameters: JSON = [:], session: String? = nil
  ) async throws -> JSON {
    guard !isGone else { throw ChromiumFailure("The browser has ended") }
    lastID += 1
    let id = lastID
    var message: [String: JSON] = [
      "id": .number(Double(id)), "method": .text(method), "params": parameters,
    ]
    message["sessionId"] = session.map { .text($0) }
    let data = try JSONEncoder().encode(JSON.object(message))
    return try await withCheckedThrowingContinuation { continuation in
      waiting[id] = continuation
      process.write(data)
    }
  }

  private func listen() {
    let output = process.output
    Task { [weak self] in
      var rest = Data()
      for await bytes in output {
        rest += bytes
        while let end = rest.firstIndex(of: 0) {
          let message = rest[rest.startIndex..<end]
          rest = Data(rest[rest.index(after: end)...])
          guard let json = try? JSONDecoder().decode(JSON.self, from: message) else { continue }
          await self?.heard(json)
        }
      }
      await self?.gone()
    }
  }

  private func heard(_ message: JSON) {
    if let id = message["id"].int {
      let failure = message["error"]["message"].text
      let waiter = waiting.removeValue(forKey: id)
      if let failure {
        waiter?.resume(throwing: ChromiumFailure(failure))
      } else {
        waiter?.resume(returning: message["result"])
      }
    } else if let method = message["method"].text, let session = message["sessionId"].text {
      listeners[session]?(method, message["params"])
    }
  }

  private func gone() {
    isGone = true
    let all = waiting.values
    waiting = [:]
    for waiter in all { waiter.resume(throwing: ChromiumFailure("The browser has ended")) }
  }

  /// The size and the appearance of a page.
  package struct Window: Sendable {
    package let width: Int
    package let height: Int
    package let isDark: Bool

    package init(width: Int = 1280, height: Int = 960, isDark: Bool = false) {
      self.width = width
      self.height = height
      self.isDark = isDark
    }
  }
}
