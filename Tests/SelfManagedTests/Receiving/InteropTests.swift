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
}

/// Frames of a program in Python, in the layouts of other protocols.
struct LayoutInteropTests {
  struct Layout: CustomTestStringConvertible {
    var name: String
    var format: FrameFormat
    /// What Python 3.11 prints, with the third body as `…`.
    var printed: String
    var testDescription: String { name }
  }

  private static let frames = [
    Frame(type: 600), Frame(type: 600, body: Array("Zoë".utf8)),
    Frame(type: 600, body: (0..<300).map { UInt8($0 % 7) }),
  ]

  static let layouts = [
    Layout(
      name: "itself", format: FrameFormat(counting: .lengthAndRest),
      printed: "0258000000040258000000085a6fc3ab025800000130…"),
    Layout(
      name: "whole", format: FrameFormat(length: .short, order: .little, counting: .frame),
      printed: "58020400580208005a6fc3ab58023001…"),
    Layout(
      name: "three", format: FrameFormat(length: .unsigned24),
      printed: "025800000002580000045a6fc3ab025800012c…"),
    Layout(
      name: "three-little",
      format: FrameFormat(length: .unsigned24, order: .little, counting: .lengthAndRest),
      printed: "580203000058020700005a6fc3ab58022f0100…"),
    Layout(
      name: "reserved", format: FrameFormat(reserved: 3),
      printed: "0258000000000000000258000000040000005a6fc3ab02580000012c000000…"),
    Layout(
      name: "trailer", format: FrameFormat(counting: .rest, trailer: .ignored(2)),
      printed: "02580000000200000258000000065a6fc3ab000002580000012e…0000"),
    Layout(
      name: "checksum", format: FrameFormat(trailer: .crc32),
      printed: "025800000000f46984a20258000000045a6fc3ab9d9d60d302580000012c…dbfb3587"),
    Layout(
      name: "everything",
      format: FrameFormat(order: .little, counting: .frame, reserved: 3, trailer: .crc32),
      printed: "58020d0000000000007d91710c5802110000000000005a6fc3ab3cba5699"
        + "580239010000000000…b3ad1821"),
    Layout(
      name: "lines", format: .delimited(by: [13, 10]),
      printed: "02580d0a02585a6fc3ab0d0a0258…0d0a"),
  ]

  @Test(arguments: layouts) func printedBytesMatchOurs(_ layout: Layout) throws {
    let encoded = try Self.frames.flatMap { try $0.encoded(as: layout.format) }
    #expect(hex(encoded) == layout.printed.replacing("…", with: hex(Self.frames[2].body)))
    for chunkSize in [1, 5, encoded.count] {
      var decoder = FrameDecoder(format: layout.format, maximumBody: 300)
      let events = stride(from: 0, to: encoded.count, by: chunkSize).flatMap {
        decoder.feed(encoded[$0..<min($0 + chunkSize, encoded.count)])
      }
      #expect(events == Self.frames.map { .frame($0) })
      #expect(decoder.finish() == nil)
    }
  }

  @Test("the program writes what is printed above, and reads our bytes", arguments: python)
  func programAgrees(_ program: [String]) throws {
    let text = try run(program, "write", input: "")
    let ours = try Self.layouts.map { layout in
      layout.name + " " + hex(try Self.frames.flatMap { try $0.encoded(as: layout.format) })
    }
    #expect(text.split(separator: "\n").map(String.init) == ours)
    let read = try run(program, "read", input: ours.joined(separator: "\n"))
    let bodies = Self.frames.map { hex($0.body) }.joined(separator: "|")
    #expect(
      read.split(separator: "\n").map(String.init) == Self.layouts.map { "\($0.name) \(bodies)" })
  }

  static let python = InteropTests.programs.filter { $0[0] == "python3" }.map { _ in
    ["python3", "layouts.py"]
  }
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

private func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
    UInt8(String(digits[$0...$0 + 1]), radix: 16)
  }
}
