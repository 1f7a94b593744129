import ArgumentParser
import Foundation
import StorefrontCommand
import StorefrontHarness

/// The walkthrough.
@main struct Storefront: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a walkthrough of real components and a real server, with every state.")

  @MainActor
  func run() async {
    Interruption.handle()
    do {
      print("Starting the server.")
      let server = try await ServerProcess.start()
      let story = Story(server: server)
      try await story.play()
      let differences = try await story.compare()
      await server.terminate()
      Foundation.exit(differences == 0 ? 0 : 1)
    } catch {
      print("The walkthrough could not be finished: \(error)")
      Foundation.exit(1)
    }
  }
}
