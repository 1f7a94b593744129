import Foundation
import StorefrontHarness
import StorefrontServices
import Testing

/// The commands' arguments, and the processes and files that they leave.
@Suite(.timeLimit(.minutes(10))) struct CommandTests {
  @Test func helpIsPrintedAndIsNoFailure() async throws {
    let run = try await CommandRun("storefront-server", ["--help"]).end()
    #expect(run.status == EX_OK)
    #expect(run.output.contains("USAGE: storefront-server"))
  }

  @Test(arguments: [
    (["--frob"], "Unknown option '--frob'"), (["--database"], "Missing value for '--database"),
    (["--port", "x"], "The value 'x' is invalid for '--port"),
    (["--port", "65536"], "The value '65536' is invalid for '--port"),
    (["folder"], "Unexpected argument 'folder'"),
  ])
  func anOptionThatIsWrongIsNamedWithTheUsage(_ arguments: [String], words: String) async throws {
    let run = try await CommandRun("storefront-server", arguments).end()
    #expect(run.status == EX_USAGE)
    #expect(run.output.contains(words))
    #expect(run.output.contains("Usage: storefront-server"))
  }

  @Test func thePortThatIsTakenIsNamed() async throws {
    let server = try await ServerProcess.start()
    let directory = try TemporaryDirectory()
    for option in ["--port", "--push-port"] {
      let run = try await CommandRun(
        "storefront-server",
        [option, "\(server.port)", "--database", directory.path("shop.sqlite")]
      ).end()
      #expect(run.status == EX_UNAVAILABLE)
      #expect(run.output.contains("port \(server.port): "))
    }
  }

  @Test func aServerThatEndsLeavesOneFile() async throws {
    for isAbandoned in [true, false] {
      let directory = try TemporaryDirectory()
      let server = try await ServerProcess.start(databasePath: directory.path("shop.sqlite"))
      _ = try await server.api().add(1, of: "apple", .new())
      if isAbandoned { await server.abandon() } else { await server.terminate() }
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      #expect(files == ["shop.sqlite"])
    }
  }
}
