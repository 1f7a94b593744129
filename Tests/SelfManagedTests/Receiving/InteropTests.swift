import Foundation
import SelfManaged
import Testing

/// Frames of other programs are read here, and ours are read by them.
///
/// `Tests/Interop` has a program in Python and one in Java that write the same three frames, and
/// print the contents of the frames they read. They run where the languages are installed; their
/// output is kept below for other machines.
struct InteropTests {
  struct Row: WritableResponse, Hashable {
    static let wireType: WireType = 600
    static let notificationID: NotificationID = "interop.row"
    var user: UInt32
    var temperature: Int16
    var version: UInt64
    var flag: Bool
    var name: String
    var raw: [UInt8]

    init(
      _ user: UInt32, _ temperature: Int16, _ version: UInt64, _ flag: Bool, _ name: String,
      _ raw: [UInt8]
    ) {
      self.user = user
      self.temperature = temperature
      self.version = version
      self.flag = flag
      self.name = name
      self.raw = raw
    }

    init(from reader: inout ByteReader) throws {
      user = try reader.unsigned("user")
      temperature = try reader.signedShort("temperature")
      version = try reader.unsigned64("version")
      flag = try reader.bool("flag")
      name = try reader.string("name")
      raw = try reader.bytes("raw", prefix: .unsigned)
      try reader.expectEnd()
    }

    func write(to writer: inout ByteWriter) throws {
      writer.unsigned(user)
      writer.signedShort(temperature)
      writer.unsigned64(version)
      writer.bool(flag)
      try writer.string(name)
      try writer.bytes(raw, prefix: .unsigned)
    }

    /// The line that both programs print.
    var line: String {
      "600|\(user)|\(temperature)|\(version)|\(flag)|\(hex(name.utf8))|\(hex(raw))"
    }
  }

  static let rows = [
    Row(7, -3, 1, true, "Ann", []),
    Row(0, 32_767, 1 << 63, false, "", [0, 0xFF]),
    Row(.max, .min, .max, true, "Zoë 日本語", Array(0...255)),
  ]

  /// What Python 3.11 and Java 17 both print, without the bytes from 1 to 255 at its end.
  static let printed =
    "02580000001800000007fffd0000000000000001010003416e6e00000000025800000017000000007fff8000"
    + "0000000000000000000000000200ff025800000123ffffffff8000ffffffffffffffff01000e5a6fc3ab20e6"
    + "97a5e69cace8aa9e0000010000"

  static let programs = [
    ["python3", "frames.py"], ["java", "Frames.java"],
  ].filter { program in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program[0])")
    }
  }

  private func responses(_ bytes: [UInt8]) throws -> [String] {
    var factory = ResponseFactory()
    try factory.register(Row.self)
    var decoder = ResponseDecoder(factory, maximumBody: 1_000)
    return decoder.feed(bytes).map(\.words)
  }

  @Test func printedBytesMatchOurs() throws {
    let bytes = try Self.rows.flatMap { try $0.encoded() }
    #expect(hex(bytes) == Self.printed + hex(1...255))
    #expect(try responses(bytes) == Self.rows.map { "\($0)" })
  }

  @Test("the program's bytes are read here", arguments: programs)
  func programBytesAreReadHere(_ program: [String]) throws {
    let text = try run(program, "write", input: "").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try responses(bytes(text)) == Self.rows.map { "\($0)" })
  }

  @Test("bytes encoded here are read by the program", arguments: programs)
  func programReadsOurBytes(_ program: [String]) throws {
    let text = try run(
      program, "read", input: hex(try Self.rows.flatMap { try $0.encoded() }))
    #expect(text.split(separator: "\n").map(String.init) == Self.rows.map(\.line))
  }

  private func run(_ program: [String], _ command: String, input: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Interop")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program[0], folder.appending(path: program[1]).path, command]
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}

private func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
    UInt8(String(digits[$0...$0 + 1]), radix: 16)
  }
}
