import Foundation

/// The arguments of a command.
package struct CommandArguments: Equatable, Sendable {
  /// The options' values, by their names, as in `--port 8080` or `--port=8080`.
  package var options: [String: String] = [:]
  /// The arguments that are not options, in order.
  package var operands: [String] = []

  package init() {}

  /// Parses arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the command's own name.
  ///   - names: The names of the options; each option has a value.
  ///   - mostOperands: The maximum number of operands.
  /// - Throws: ``CommandProblem``.
  package init(
    _ arguments: some Sequence<String>, options names: Set<String> = [], mostOperands: Int = 0
  ) throws(CommandProblem) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if ["--help", "-h"].contains(argument) { throw .help }
      guard argument.hasPrefix("-") else {
        operands.append(argument)
        guard operands.count <= mostOperands else {
          throw .wrong("Unexpected argument: \(argument)")
        }
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard names.contains(name) else { throw .wrong("Unknown option: \(name)") }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.next() else {
        throw .wrong("\(name) needs a value")
      }
      options[name] = value
    }
  }
}

/// The reason why a command does not run.
package enum CommandProblem: Error, Equatable {
  /// The usage was requested.
  case help
  /// The arguments are invalid.
  case wrong(String)

  /// Prints the problem and the usage, and ends the process.
  package func exit(usage: String) -> Never {
    switch self {
    case .help:
      FileHandle.standardOutput.write(Data(usage.utf8))
      Foundation.exit(EX_OK)
    case .wrong(let words):
      FileHandle.standardError.write(Data((words + "\n\n" + usage).utf8))
      Foundation.exit(EX_USAGE)
    }
  }
}
