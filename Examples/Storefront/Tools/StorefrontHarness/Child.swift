import Dispatch
import Foundation
package import Synchronization

/// One run of the server.
package final class Child: Sendable {
  private let process: Process
  private let input: Pipe
  /// The server's output; kept open so that the server can always write.
  private let output: Pipe
  /// A stream that ends with the process.
  let exit: Task<Int32, Never>

  /// Serializes the starts of processes.
  ///
  /// A process that is started between the creation and the closing of a pipe inherits the pipe,
  /// and would keep the server alive.
  package static let launching = Mutex(())

  private init(
    _ executable: URL, port: UInt16, pushPort: UInt16, databasePath: String
  ) throws {
    let (exits, continuation) = AsyncStream.makeStream(of: Int32.self)
    let process = Process()
    process.executableURL = executable
    process.arguments = [
      "--port", String(port), "--push-port", String(pushPort), "--database", databasePath,
    ]
    process.terminationHandler = { process in
      continuation.yield(process.terminationStatus)
      continuation.finish()
    }
    (input, output) = try Self.launching.withLock { _ in
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      return (input, output)
    }
    self.process = process
    exit = Task { await exits.first { _ in true } ?? -1 }
  }

  deinit {
    closeInput()
    signal(SIGKILL)
    // The process object and its pipes may outlive this object.
    try? output.fileHandleForReading.close()
  }

  /// Starts the server, and returns when it has printed that it is listening.
  static func launch(
    _ executable: URL, port: UInt16, pushPort: UInt16, databasePath: String
  ) async throws -> Child {
    let child = try Child(
      executable, port: port, pushPort: pushPort, databasePath: databasePath)
    let line = await child.firstLine()
    if line == "listening on 127.0.0.1:\(port), pushing on 127.0.0.1:\(pushPort)" { return child }
    if !line.isEmpty { child.signal(SIGKILL) }
    let status = await child.exitStatus
    throw LaunchFailure(
      "The server ended with status \(status) before it listened",
      isPortTaken: status == EX_UNAVAILABLE)
  }

  var processIdentifier: Int32 { process.processIdentifier }

  var exitStatus: Int32 {
    get async { await exit.value }
  }

  func signal(_ signal: Int32) {
    // After the process was waited for, its ID may belong to another process.
    if process.isRunning { _ = kill(process.processIdentifier, signal) }
  }

  /// Returns when all threads of the process have stopped, or it has ended.
  ///
  /// A signal takes effect after a while; until then, the server may still carry out a request.
  func stopped() async {
    let number = id_t(processIdentifier)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var information = siginfo_t()
        // The status is not collected here, since the process object collects it.
        while waitid(P_PID, number, &information, WSTOPPED | WNOWAIT) != 0, errno == EINTR {}
        continuation.resume()
      }
    }
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Waits for a line or the end of the output, on a thread that may block.
  private func firstLine() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [output] in
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { break }
          text += more
        }
        let line = text.split(separator: UInt8(ascii: "\n")).first ?? Data()
        continuation.resume(returning: String(decoding: line, as: UTF8.self))
      }
    }
  }
}
