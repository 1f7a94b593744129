import Dispatch
import Foundation
package import Synchronization

/// One run of the server.
package final class Child: Sendable {
  private let process: Process
  private let input: Pipe
  /// Kept open, so that the server can always write.
  private let output: Pipe
  /// Ends with the process.
  let exit: Task<Int32, Never>

  /// Pipes are inherited by whatever is started between their making and their closing, so processes
  /// are started one at a time: a sibling holding our end would keep the server alive.
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
    // The process object may outlive this one, and its pipes with it.
    try? output.fileHandleForReading.close()
  }

  /// Starts the server and returns when it says that it listens.
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
    // Once it has been waited for, its number may belong to another process.
    if process.isRunning { _ = kill(process.processIdentifier, signal) }
  }

  /// Returns when all threads of the process have stopped, or it has ended.
  ///
  /// A signal is on its way for a while: a request that is sent at once might still be carried out.
  func stopped() async {
    let number = id_t(processIdentifier)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var information = siginfo_t()
        // The status is left in place: its end is for the one who started it to collect.
        while waitid(P_PID, number, &information, WSTOPPED | WNOWAIT) != 0, errno == EINTR {}
        continuation.resume()
      }
    }
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Waits for a line, or the end of the output, where a thread may block.
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
