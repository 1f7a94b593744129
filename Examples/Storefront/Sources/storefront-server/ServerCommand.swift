import Foundation
import StorefrontCommand
import StorefrontServer

/// The server as a separate process.
///
/// It prints `listening on 127.0.0.1:PORT, pushing on 127.0.0.1:PORT` when it can be reached, and
/// ends when its standard input closes, so that it never outlives the process that started it.
@main struct ServerCommand {
  static let usage = """
    Usage: storefront-server [--port N] [--push-port N] [--database PATH]

      --port N         the port on 127.0.0.1; 0, the default, takes a free one
      --push-port N    the port of the pushes; 0, the default, takes a free one
      --database PATH  the SQLite file, made if there is none; storefront.sqlite by default
      --help           prints this

    It ends when its standard input closes, or with Ctrl-C; the database file is all that is left.

    """

  static func main() async {
    let options: Options
    do throws(CommandProblem) {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      error.exit(usage: usage)
    }
    guard getdtablesize() >= leastDescriptors else {
      fail("\(leastDescriptors) file descriptors are needed; see ulimit -n", EX_OSERR)
    }
    do {
      let server = try StorefrontServer(databasePath: options.database)
      Interruption.handle { server.close() }
      // The first timer opens a descriptor. With none left, it would end the process.
      try await Task.sleep(for: .milliseconds(1))
      try await server.run(port: options.port, pushPort: options.pushPort) { port, pushPort in
        let line = "listening on 127.0.0.1:\(port), pushing on 127.0.0.1:\(pushPort)\n"
        // Written directly, since `print` to a pipe is buffered.
        FileHandle.standardOutput.write(Data(line.utf8))
        // Not earlier, so that a port that can't be opened is reported in any case.
        Thread.detachNewThread {
          while !FileHandle.standardInput.availableData.isEmpty {}
          server.close()
          exit(EX_OK)
        }
      }
    } catch let error as StorefrontServer.PortUnavailable {
      fail("\(error)", EX_UNAVAILABLE)
    } catch {
      fail("\(error)", EX_SOFTWARE)
    }
  }

  /// The minimum number of file descriptors; the server itself opens 18.
  ///
  /// Dispatch ends the process if it can't open one.
  private static let leastDescriptors = 32

  private static func fail(_ problem: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("storefront-server: \(problem)\n".utf8))
    exit(status)
  }

  struct Options {
    var port: UInt16
    var pushPort: UInt16
    var database: String

    init(_ arguments: some Sequence<String>) throws(CommandProblem) {
      let read = try CommandArguments(
        arguments, options: ["--port", "--push-port", "--database"])
      port = try Self.port("--port", in: read)
      pushPort = try Self.port("--push-port", in: read)
      database = read.options["--database"] ?? "storefront.sqlite"
    }

    private static func port(
      _ name: String, in arguments: CommandArguments
    ) throws(CommandProblem) -> UInt16 {
      guard let text = arguments.options[name] else { return 0 }
      guard let port = UInt16(text) else {
        throw .wrong("\(name) must be a number from 0 to 65535, not \"\(text)\"")
      }
      return port
    }
  }
}
