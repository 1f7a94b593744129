import Foundation
import StorefrontCommand
import StorefrontHarness

/// The walkthrough: real components, a real server, and every state as it changes.
@main struct Storefront {
  static let usage = """
    Usage: storefront

    Prints a walkthrough: real components, a real server, and every state as it changes.

    """

  @MainActor
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
      let story = Story(server: server)
      try await story.play()
      let differences = try await story.compare()
      await server.terminate()
      exit(differences == 0 ? 0 : 1)
    } catch {
      print("The walkthrough could not be finished: \(error)")
      exit(1)
    }
  }
}
