import ArgumentParser
import Foundation
import StorefrontBrowser
import StorefrontCommand
import StorefrontHarness

/// The storefront in a browser.
@main struct BrowserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storefront-browser",
    abstract: "Starts the shop and the server of its page, and prints the address of the page.",
    discussion: "Both use free ports of 127.0.0.1. Ctrl-C ends both, and removes the database.")

  func run() async {
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
      Foundation.exit(1)
    }
  }
}
