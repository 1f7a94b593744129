import Foundation
import StorefrontBrowser
import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Synchronization
import Testing

/// The tests that need a browser or many connections; they run one after the other.
@Suite(.serialized, .timeLimit(.minutes(10)), ClosesPages()) enum OneByOne {}

/// Closes the pages of a test at its end, also when it fails; their consoles must be empty.
struct ClosesPages: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var failure: (any Error)?
    do { try await function() } catch { failure = error }
    for (page, _) in SharedChromium.takePages() {
      #expect(page.consoleErrors == [], sourceLocation: test.sourceLocation)
      await page.close()
    }
    if let failure { throw failure }
  }
}

/// A server for each test, with pages in a browser that all tests share.
struct BrowserShop: Sendable {
  let server: ServerProcess
  let host: BrowserHost

  /// Starts a server and a host, whose devices send a removal after a grace period.
  static func open(grace: Duration = .seconds(5)) async throws -> BrowserShop {
    let server = try await ServerProcess.start()
    return BrowserShop(server: server, host: try await BrowserHost(for: server, grace: grace))
  }

  /// Starts a server and a host, and opens one page.
  static func open(
    at path: String, _ window: Chromium.Window = .init(), grace: Duration = .seconds(5)
  ) async throws -> (BrowserShop, ChromiumPage) {
    let shop = try await open(grace: grace)
    return (shop, try await shop.page(path, window))
  }

  var records: StorefrontRecords {
    get throws { try StorefrontRecords(databasePath: server.databasePath) }
  }

  /// Opens a page, which is closed at the end of the test; until then the shop is open.
  func page(_ path: String, _ window: Chromium.Window = .init()) async throws -> ChromiumPage {
    guard let url = URL(string: path, relativeTo: host.address) else {
      throw ChromiumFailure("\(path) is no address")
    }
    let page = try await SharedChromium.browser.value.open(url.absoluteURL, window)
    SharedChromium.pages.withLock { $0.append((page, self)) }
    return page
  }
}

extension ServerProcess {
  /// Sends a change of Ada's data, as another client would.
  func put(_ body: String, to path: String) async throws {
    let answer = try await RawConnection.exchange(
      "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nX-User: ada\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body, with: port)
    #expect(answer.hasPrefix("HTTP/1.1 200"))
  }
}

/// The browser, which ends with the test process, and the pages of the running test.
enum SharedChromium {
  static let browser = Task { try await Chromium.launch() }
  static let pages = Mutex<[(ChromiumPage, BrowserShop)]>([])

  static func takePages() -> [(ChromiumPage, BrowserShop)] {
    pages.withLock { pages in
      defer { pages = [] }
      return pages
    }
  }
}

extension ChromiumPage {
  /// Presses the tab key until an element has the focus.
  func tab(to selector: String, within presses: Int = 60) async throws {
    let isFocused = "document.activeElement === \(Self.element(selector))"
    for _ in 0..<presses {
      try await press("Tab")
      if try await evaluate(isFocused).flag == true { return }
    }
    throw ChromiumFailure("The tab key does not reach \(selector)")
  }

  /// Records every state of a component from now on: the value, the cause, and whether it moved.
  func record(_ key: String, device: Int = 1) async throws {
    try await evaluate(
      """
      (() => {
        const element = \(Self.element(Self.component(key, device: device)));
        window.noted = [];
        window.begun = [];
        element.addEventListener("animationstart", (event) => window.begun.push(event.animationName));
        const input = element.querySelector("input");
        new MutationObserver(() => window.noted.push({
          shown: input ? input.getAttribute("aria-valuenow")
            : element.querySelector(".count").textContent,
          cause: element.dataset.cause,
          moves: element.classList.contains("is-moving"),
          running: element.getAnimations({ subtree: true }).length,
        })).observe(element, { attributes: true, subtree: true, childList: true, characterData: true });
      })()
      """)
  }

  /// The recorded states.
  func noted() async throws -> [Noted] {
    try await evaluate("window.noted").list.map { entry in
      Noted(
        shown: entry["shown"].text ?? "", cause: entry["cause"].text ?? "",
        moves: entry["moves"].flag ?? false, running: entry["running"].int ?? 0)
    }
  }

  struct Noted: Equatable {
    let shown: String
    let cause: String
    let moves: Bool
    let running: Int
  }
}
