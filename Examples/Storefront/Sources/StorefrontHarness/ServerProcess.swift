public import Foundation

/// A server in a process of its own, which can be killed, paused and started again.
///
/// ```swift
/// let server = try await ServerProcess.start()
/// let api = StorefrontAPI(baseURL: server.baseURL, userID: "ada")
/// await server.kill()                       // as a crash would
/// try await server.restart()                // the same port and the same database
/// ```
///
/// The process ends with this object, and with this process however that ends: it holds the other
/// end of the server's standard input, which the system closes.
public actor ServerProcess {
  /// The port on the loopback interface; it stays the same when the server is started again.
  public nonisolated var port: UInt16 { ports.port }
  /// The port of the pushes; it stays the same too.
  public nonisolated var pushPort: UInt16 { ports.pushPort }
  /// The SQLite file.
  public nonisolated let databasePath: String

  private let ports: PortReservation
  private let executable: URL
  private let directory: TemporaryDirectory?
  private var child: Child

  private init(
    ports: PortReservation, databasePath: String, executable: URL,
    directory: TemporaryDirectory?, child: Child
  ) {
    self.ports = ports
    self.databasePath = databasePath
    self.executable = executable
    self.directory = directory
    self.child = child
  }

  /// Starts a server and returns when it can be reached.
  ///
  /// - Parameters:
  ///   - databasePath: The SQLite file; `nil` makes one that goes away with this object.
  ///   - executable: The server; `nil` looks for it beside the running program.
  /// - Returns: The running server.
  /// - Throws: ``LaunchFailure``, or what the system says of the process.
  public static func start(
    databasePath: String? = nil, executable: URL? = nil
  ) async throws -> ServerProcess {
    let executable = try executable ?? ServerExecutable.find()
    let directory = databasePath == nil ? try TemporaryDirectory() : nil
    let path = databasePath ?? directory?.path("storefront.sqlite") ?? "storefront.sqlite"
    while true {
      let ports = PortReservation()
      do {
        let child = try await Child.launch(
          executable, port: ports.port, pushPort: ports.pushPort, databasePath: path)
        return ServerProcess(
          ports: ports, databasePath: path, executable: executable, directory: directory,
          child: child)
      } catch let failure as LaunchFailure where failure.isPortTaken {
        continue
      }
    }
  }

  /// The server's executable.
  package static func executable() throws -> URL { try ServerExecutable.find() }

  /// Where the server can be reached.
  public nonisolated var baseURL: URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = Int(port)
    return components.url ?? URL(filePath: "/")
  }

  /// The number of the process.
  public var processIdentifier: Int32 { child.processIdentifier }

  /// Ends with the server that runs now, however that comes about; it does not keep the server.
  package var ending: Task<Int32, Never> { child.exit }

  /// Kills the server (SIGKILL) and returns when it is gone.
  public func kill() async {
    child.signal(SIGKILL)
    _ = await child.exitStatus
  }

  /// Asks the server to end (SIGTERM) and returns when it is gone.
  public func terminate() async {
    child.signal(SIGTERM)
    _ = await child.exitStatus
  }

  /// Closes the server's standard input, as the end of this process would, and waits for its end.
  public func abandon() async {
    child.closeInput()
    _ = await child.exitStatus
  }

  /// Stops the server where it is (SIGSTOP), and returns when all its threads have stopped: it can
  /// be connected to, and does not answer.
  public func pause() async {
    child.signal(SIGSTOP)
    await child.stopped()
  }

  /// Lets a paused server go on (SIGCONT); it then handles what came in meanwhile.
  public func resume() { child.signal(SIGCONT) }

  /// Kills the server if it still runs, and starts it on the same port and database.
  public func restart() async throws {
    await kill()
    child = try await Child.launch(
      executable, port: port, pushPort: pushPort, databasePath: databasePath)
  }
}
