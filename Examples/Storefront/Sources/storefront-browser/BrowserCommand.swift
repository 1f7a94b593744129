import Foundation
import StorefrontBrowser
import StorefrontCommand
import StorefrontHarness

/// The storefront in a browser: prints the address of its page, and serves it until Ctrl-C.
@main struct BrowserCommand {
  static let usage = """
    Usage: storefront-browser

    Starts the shop and the server of its page on free ports of 127.0.0.1, and prints the address of
    the page. Ctrl-C ends both, and removes the shop's database.

    """

  static func main() async {
    do throws(CommandProblem) {
      _ = try CommandArguments(CommandLine.arguments.dropFirst())
    } catch {
      error.exit(usage: usage)
    }
    Interruption.handle()
    do {
      print("Starting the server.")
      let server = try await ServerProcess.start()
      let host = try await BrowserHost(for: server)
      defer { withExtendedLifetime(host) {} }
      print("Open \(host.address.absoluteString) in a browser; Ctrl-C ends it.")
      fflush(nil)
      // The server ends with this process, since its standard input is then closed.
      while true { try await Task.sleep(for: .seconds(3600)) }
    } catch {
      print("The storefront could not be opened: \(error)")
      exit(1)
    }
  }
}
