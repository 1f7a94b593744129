package import Foundation

/// A server in a separate process, which can be killed, paused and restarted.
///
/// ```swift
/// let server = try await ServerProcess.start()
/// let api = StorefrontAPI(baseURL: server.baseURL, userID: "ada")
/// await server.kill()                       // as a crash would
/// try await server.restart()                // the same port and the same database
/// ```
///
/// The server ends when this object is released, and when this process ends in any way: the system
/// then closes the server's standard input.
package actor ServerProcess {
  /// The port on the loopback interface; it stays the same after a restart.
  package nonisolated var port: UInt16 { ports.port }
  /// The port of the pushes; it stays the same after a restart.
  package nonisolated var pushPort: UInt16 { ports.pushPort }
  package nonisolated let databasePath: String

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
  /// By default, its database is a temporary file, which is removed with this object, and its
  /// executable is searched in the directory of the running program.
  package static func start(
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

  package nonisolated var baseURL: URL { .loopback(port: port) }

  package var processIdentifier: Int32 { child.processIdentifier }

  /// A stream that ends when the running server ends in any way; it does not retain the server.
  package var ending: Task<Int32, Never> { child.exit }

  /// Kills the server (SIGKILL), and returns when it has ended.
  package func kill() async {
    child.signal(SIGKILL)
    _ = await child.exitStatus
  }

  /// Terminates the server (SIGTERM), and returns when it has ended.
  package func terminate() async {
    child.signal(SIGTERM)
    _ = await child.exitStatus
  }

  /// Closes the server's standard input, as the end of this process would, and waits for its end.
  package func abandon() async {
    child.closeInput()
    _ = await child.exitStatus
  }

  /// Pauses the server (SIGSTOP), and returns when all its threads have stopped.
  ///
  /// A paused server can be connected to, but does not reply.
  package func pause() async {
    child.signal(SIGSTOP)
    await child.stopped()
  }

  /// Continues a paused server (SIGCONT), which then handles the requests that arrived meanwhile.
  package func resume() { child.signal(SIGCONT) }

  /// Kills the server if it is running, and starts it on the same port and database.
  package func restart() async throws {
    await kill()
    child = try await Child.launch(
      executable, port: port, pushPort: pushPort, databasePath: databasePath)
  }
}
