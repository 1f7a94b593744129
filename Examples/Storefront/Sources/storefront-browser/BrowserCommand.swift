import Foundation
import StorefrontBrowser
import StorefrontHarness

/// The storefront in a browser: prints the address of its page, and serves it until Ctrl-C.
@main struct BrowserCommand {
  static func main() async {
    do {
      print("Starting the server.")
      let server = try await ServerProcess.start()
      let host = try await BrowserHost(for: server)
      defer { withExtendedLifetime(host) {} }
      print("Open \(host.address.absoluteString) in a browser; Ctrl-C ends it.")
      fflush(nil)
      // The server ends with this process, whose end closes its standard input.
      while true { try await Task.sleep(for: .seconds(3600)) }
    } catch {
      print("The storefront could not be opened: \(error)")
      exit(1)
    }
  }
}
