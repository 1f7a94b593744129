import Foundation
import StorefrontBrowser
import StorefrontChromium
import StorefrontHarness
import StorefrontServer
import Testing

/// The tests that need a browser or many connections; they run one after the other.
@Suite(.serialized) enum OneByOne {}

/// A server for each test, with pages in a browser that all tests share.
struct BrowserShop: Sendable {
  let server: ServerProcess
  let host: BrowserHost

  /// Starts a server and a host, whose devices send a removal after a grace period.
  static func open(grace: Duration = .seconds(5)) async throws -> BrowserShop {
    let server = try await ServerProcess.start()
    return BrowserShop(server: server, host: try await BrowserHost(for: server, grace: grace))
  }

  var records: StorefrontRecords {
    get throws { try StorefrontRecords(databasePath: server.databasePath) }
  }

  func page(_ path: String, _ window: Chromium.Window = .init()) async throws -> ChromiumPage {
    guard let url = URL(string: path, relativeTo: host.address) else {
      throw ChromiumFailure("\(path) is no address")
    }
    return try await SharedChromium.browser.value.open(url.absoluteURL, window)
  }
}

extension ServerProcess {
  /// Sends a change of Ada's data, as another client would.
  func put(_ body: String, to path: String) async throws {
    let answer = try await RawConnection.exchange(
      Array(
        ("PUT \(path) HTTP/1.1\r\nHost: localhost\r\nX-User: ada\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8), with: port)
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
  }
}

/// The browser, which ends with the test process.
enum SharedChromium {
  static let browser = Task { try await Chromium.launch() }
}

extension ChromiumPage {
  /// Closes the page, whose console must be empty.
  func leave(at location: SourceLocation = #_sourceLocation) async {
    #expect(consoleErrors == [], sourceLocation: location)
    await close()
  }

  /// Records every state of a component from now on: the value, the cause, and whether it moved.
  func record(_ key: String, device: Int = 1) async throws {
    try await evaluate(
      """
      (() => {
        const element = document.querySelector(\(Self.literal(Self.component(key, device: device))));
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
