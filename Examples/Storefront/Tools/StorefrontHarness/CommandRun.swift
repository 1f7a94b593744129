import Foundation
import Synchronization

/// One run of a command in the directory of the running program.
package final class CommandRun: Sendable {
  private let process: Process
  private let chunks: AsyncStream<Data>
  private let exit: Task<Int32, Never>
  private let text = Mutex("")

  /// Starts a command; its output and errors are read as one text.
  package init(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let (exits, exited) = AsyncStream.makeStream(of: Int32.self)
    let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
    let process = Process()
    process.executableURL = try ServerExecutable.find(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.terminationHandler = { process in
      exited.yield(process.terminationStatus)
      exited.finish()
    }
    let output = try Child.launching.withLock { _ in
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      return output
    }
    self.process = process
    self.chunks = chunks
    exit = Task { await exits.first { _ in true } ?? -1 }
    Thread.detachNewThread {
      withExtendedLifetime(output) {
        let reading = output.fileHandleForReading
        while case let bytes = reading.availableData, !bytes.isEmpty { chunk.yield(bytes) }
        chunk.finish()
      }
    }
  }

  deinit { signal(SIGKILL) }

  /// Returns when the command has printed a text, or has ended.
  package func printed(_ expected: String) async {
    for await chunk in chunks {
      let isEnough = text.withLock { text in
        text += String(decoding: chunk, as: UTF8.self)
        return text.contains(expected)
      }
      if isEnough { return }
    }
  }

  /// Sends a signal to the command.
  package func signal(_ number: Int32) {
    if process.isRunning { _ = kill(process.processIdentifier, number) }
  }

  /// Waits for the end of the command, and returns the status and the whole output.
  package func end() async -> (status: Int32, output: String) {
    for await chunk in chunks {
      text.withLock { $0 += String(decoding: chunk, as: UTF8.self) }
    }
    return (await exit.value, text.withLock { $0 })
  }
}
