import Foundation
import StorefrontServer

/// The server as a process of its own.
///
/// It says `listening on 127.0.0.1:PORT, pushing on 127.0.0.1:PORT` when it can be reached, and ends
/// when its standard input closes, so that it never outlives whoever started it.
@main struct ServerCommand {
  static let usage = """
    Usage: storefront-server [--port N] [--push-port N] [--database PATH]

      --port N         the port on 127.0.0.1; 0, the default, takes a free one
      --push-port N    the port of the pushes; 0, the default, takes a free one
      --database PATH  the SQLite file, made if there is none; storefront.sqlite by default

    It ends when its standard input closes, or with Ctrl-C.

    """

  static func main() async {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(Data(usage.utf8))
      exit(EX_USAGE)
    }
    signal(SIGTERM, SIG_DFL)  // Whoever started it may have had the signal ignored.
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      exit(EX_OK)
    }
    do {
      let server = try StorefrontServer(databasePath: options.database)
      try await server.run(port: options.port, pushPort: options.pushPort) { port, pushPort in
        let line = "listening on 127.0.0.1:\(port), pushing on 127.0.0.1:\(pushPort)\n"
        // Written rather than printed, since a pipe's output is buffered and nobody flushes it.
        FileHandle.standardOutput.write(Data(line.utf8))
      }
    } catch let error as StorefrontServer.PortUnavailable {
      fail(error, EX_UNAVAILABLE)
    } catch {
      fail(error, EX_SOFTWARE)
    }
  }

  private static func fail(_ error: any Error, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("storefront-server: \(error)\n".utf8))
    exit(status)
  }

  struct Options {
    var port: UInt16 = 0
    var pushPort: UInt16 = 0
    var database = "storefront.sqlite"

    init?(_ arguments: some Sequence<String>) {
      var rest = arguments.makeIterator()
      while let name = rest.next() {
        guard let value = rest.next() else { return nil }
        switch name {
        case "--database": database = value
        case "--port", "--push-port":
          guard let number = UInt16(value) else { return nil }
          if name == "--port" { port = number } else { pushPort = number }
        default: return nil
        }
      }
    }
  }
}
