import Foundation
import StorefrontCommand
import StorefrontHarness
import StorefrontServices
import Testing

/// The commands' arguments, and the processes and files that they leave.
@Suite(.timeLimit(.minutes(10))) struct CommandTests {
  @Test func optionsAndOperandsAreRead() throws {
    let read = try CommandArguments(
      ["--port", "8080", "folder", "--database=a=b"], options: ["--port", "--database"],
      mostOperands: 1)
    #expect(read.options == ["--port": "8080", "--database": "a=b"])
    #expect(read.operands == ["folder"])
  }

  @Test(arguments: [
    (["--help"], CommandProblem.help), (["--port", "1", "-h"], .help),
    (["--frob"], .wrong("Unknown option: --frob")), (["--port"], .wrong("--port needs a value")),
    (["folder"], .wrong("Unexpected argument: folder")),
  ])
  func whatIsWrongIsNamed(_ arguments: [String], _ problem: CommandProblem) {
    #expect(throws: problem) { try CommandArguments(arguments, options: ["--port"]) }
  }

  @Test func helpIsPrintedAndIsNoFailure() async throws {
    let run = try await CommandRun("storefront-server", ["--help"]).end()
    #expect(run.status == EX_OK)
    #expect(run.output.hasPrefix("Usage: storefront-server"))
  }

  @Test(arguments: [
    (["--frob"], "Unknown option: --frob"), (["--port", "x"], "--port must be a number"),
    (["--database"], "--database needs a value"),
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
