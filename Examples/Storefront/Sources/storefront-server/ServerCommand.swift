import ArgumentParser
import Foundation
import StorefrontCommand
import StorefrontNetwork
import StorefrontServer

/// The server as a separate process.
///
/// It prints `listening on 127.0.0.1:PORT, pushing on 127.0.0.1:PORT` when it can be reached, and
/// ends when its standard input closes, so that it never outlives the process that started it.
@main struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storefront-server",
    abstract: "Serves the shop until its standard input closes, or until Ctrl-C.",
    discussion: "The database file is all that is left.")

  @Option(help: "The port on 127.0.0.1; 0 takes a free one.")
  var port: UInt16 = 0

  @Option(help: "The port of the pushes; 0 takes a free one.")
  var pushPort: UInt16 = 0

  @Option(help: "The SQLite file, made if there is none.")
  var database = "storefront.sqlite"

  func run() async {
    guard getdtablesize() >= Self.leastDescriptors else {
      Self.fail("\(Self.leastDescriptors) file descriptors are needed; see ulimit -n", EX_OSERR)
    }
    do {
      let server = try StorefrontServer(databasePath: database)
      Interruption.handle { server.close() }
      try await server.run(port: port, pushPort: pushPort) { port, pushPort in
        let line = "listening on 127.0.0.1:\(port), pushing on 127.0.0.1:\(pushPort)\n"
        // Written directly, since `print` to a pipe is buffered.
        FileHandle.standardOutput.write(Data(line.utf8))
        // Not earlier, so that a port that can't be opened is reported in any case.
        Thread.detachNewThread {
          while !FileHandle.standardInput.availableData.isEmpty {}
          server.close()
          Foundation.exit(EX_OK)
        }
      }
    } catch {
      Self.fail("\(error)", error is LoopbackServer.PortUnavailable ? EX_UNAVAILABLE : EX_SOFTWARE)
    }
  }

  /// The minimum number of file descriptors; the server itself opens about 20.
  ///
  /// Dispatch ends the process if it can't open one.
  private static let leastDescriptors = 32

  private static func fail(_ problem: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("storefront-server: \(problem)\n".utf8))
    Foundation.exit(status)
  }
}
