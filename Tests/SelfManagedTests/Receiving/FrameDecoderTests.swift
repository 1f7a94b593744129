import Fakes
import SelfManaged
import Testing

struct FrameDecoderTests {
  private static let formats = [
    FrameFormat(), FrameFormat(type: .byte, length: .byte),
    FrameFormat(type: .unsigned64, length: .unsigned64, order: .little),
    FrameFormat(type: .unsigned, length: .short, order: .little),
    FrameFormat(length: .unsigned24, counting: .frame, reserved: 2, trailer: .crc32),
    FrameFormat(type: .byte, counting: .rest, trailer: .ignored(3)),
    .delimited(by: [0xFE, 0xFD]),
  ]

  private let frames = [
    Frame(type: 1, body: [1, 2, 3]), Frame(type: 2), Frame(type: 3), Frame(type: 255, body: [9]),
  ]

  private func stream(_ format: FrameFormat = FrameFormat()) throws -> [UInt8] {
    try frames.flatMap { try $0.encoded(as: format) }
  }

  /// Feeds a stream split after each index whose bit is set.
  private func feed(
    _ bytes: [UInt8], cutBy cuts: UInt64, _ decoder: inout FrameDecoder
  ) -> [FrameEvent] {
    var events: [FrameEvent] = []
    var chunk: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      chunk.append(byte)
      guard cuts >> UInt64(index) & 1 == 1 || index == bytes.count - 1 else { continue }
      events += decoder.feed(chunk)
      chunk = []
      if decoder.heldByteCount > decoder.heldLimit { Issue.record("held too much") }
    }
    return events
  }

  @Test("the same frames as one chunk and byte by byte, in every format", arguments: formats)
  func chunkingDoesNotMatterInAnyFormat(_ format: FrameFormat) throws {
    let bytes = try stream(format)
    var whole = FrameDecoder(format: format, maximumBody: 3)
    #expect(whole.feed(bytes) == frames.map { .frame($0) })
    #expect(whole.finish() == nil)
    var single = FrameDecoder(format: format, maximumBody: 3)
    #expect(bytes.flatMap { single.feed([$0]) } == frames.map { .frame($0) })
    #expect(single.finish() == nil)
    #expect(single.heldByteCount == 0)
  }

  @Test("all 2^k ways to split a small stream decode to the same frames")
  func everyChunkingDecodesEqually() throws {
    let format = FrameFormat(type: .byte, length: .short)
    let small = [Frame(type: 1, body: [1, 2, 3]), Frame(type: 2), Frame(type: 3, body: [4])]
    let bytes = try small.flatMap { try $0.encoded(as: format) }
    #expect(bytes.count == 13)
    for cuts in 0..<UInt64(1 << (bytes.count - 1)) {
      var decoder = FrameDecoder(format: format, maximumBody: 3)
      let events = feed(bytes, cutBy: cuts, &decoder)
      guard events == small.map({ .frame($0) }), decoder.finish() == nil else {
        Issue.record("cut by \(String(cuts, radix: 2))")
        return
      }
    }
  }

  @Test("all ways to split a bad stream decode to the same frames and one final failure")
  func everyChunkingOfABadStreamDecodesEqually() throws {
    let format = FrameFormat(type: .byte, length: .byte)
    let bytes: [UInt8] = [1, 2, 7, 7, 2, 0, 3, 3, 1, 1, 5, 0]
    let error = FrameError(
      .tooLong, type: 3, at: 6,
      "has a body of 3 bytes, which exceeds the limit of 2; close the connection, or raise "
        + "maximumBody if such frames are valid")
    let expected: [FrameEvent] = [
      .frame(Frame(type: 1, body: [7, 7])), .frame(Frame(type: 2)), .failed(error),
    ]
    for cuts in 0..<UInt64(1 << (bytes.count - 1)) {
      var decoder = FrameDecoder(format: format, maximumBody: 2)
      let events = feed(bytes, cutBy: cuts, &decoder)
      guard events == expected, decoder.finish() == error, decoder.heldByteCount == 0 else {
        Issue.record("cut by \(String(cuts, radix: 2)): \(events)")
        return
      }
    }
  }

  @Test("long random streams, split at random", arguments: 0..<20)
  func randomChunkingDecodesEqually(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let format = Self.formats.randomElement(using: &random) ?? FrameFormat()
    let bytesOfABody: ClosedRange<UInt8> = format.delimiter.isEmpty ? 0...255 : 0...0xFD
    let frames = (0..<500).map { _ in
      let count = Int.random(
        in: 0...([3, 60, 255].randomElement(using: &random) ?? 0), using: &random)
      return Frame(
        type: WireType(rawValue: .random(in: 0...255, using: &random)),
        body: (0..<count).map { _ in .random(in: bytesOfABody, using: &random) })
    }
    let bytes = try frames.flatMap { try $0.encoded(as: format) }
    var decoder = FrameDecoder(format: format, maximumBody: 255)
    var events: [FrameEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(
        in: 0...([1, 9, 2_000].randomElement(using: &random) ?? 0), using: &random)
      events += decoder.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
      #expect(decoder.heldByteCount <= decoder.heldLimit)
    }
    #expect(events == frames.map { .frame($0) })
    #expect(decoder.finish() == nil)
    #expect(decoder.copiedByteCount <= bytes.count)
  }

  @Test("a length of 4 GB is an error at once, and nothing is allocated")
  func lengthAboveTheLimitIsAnError() {
    var decoder = FrameDecoder(maximumBody: 65_536)
    #expect(decoder.feed([0, 7, 0xFF, 0xFF, 0xFF]) == [])
    let events = decoder.feed([0xFF])
    #expect(
      "\(events)".contains(
        "The frame of type 7 at byte 0 has a body of 4294967295 bytes, which exceeds the limit of "
          + "65536"))
    #expect(decoder.failure?.code == .tooLong)
    #expect(decoder.heldByteCount == 0)
    #expect(decoder.copiedByteCount == 6)
    #expect(decoder.feed([0, 7, 0, 0, 0, 0]) == [])
  }

  @Test("the length is compared unsigned, without conversion to Int")
  func lengthsAboveIntMaxAreErrors() {
    let format = FrameFormat(type: .byte, length: .unsigned64)
    var decoder = FrameDecoder(format: format, maximumBody: .max)
    let events = decoder.feed([1] + [UInt8](repeating: 0xFF, count: 8))
    #expect(events.count == 1)
    #expect(decoder.failure?.code == .tooLong)
    var other = FrameDecoder(format: format, maximumBody: .max)
    #expect(other.feed([1, 0x7F] + [UInt8](repeating: 0xFF, count: 6) + [0xF6, 7]) == [])
    #expect(other.heldByteCount == 10)
    #expect(other.failure == nil)
    #expect(other.heldLimit == .max)
    var above = FrameDecoder(format: format, maximumBody: .max)
    _ = above.feed([1, 0x7F] + [UInt8](repeating: 0xFF, count: 6) + [0xF7, 7])
    #expect(above.failure?.code == .tooLong)
  }

  @Test("a frame that is never completed holds no more than the limit")
  func unfinishedFrameStaysWithinTheLimit() {
    var decoder = FrameDecoder(maximumBody: 10)
    #expect(decoder.heldLimit == 16)
    for byte: UInt8 in [0, 7, 0, 0, 0, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9] {
      #expect(decoder.feed([byte]) == [])
      #expect(decoder.heldByteCount <= decoder.heldLimit)
    }
    let error = decoder.finish()
    #expect(
      error?.description
        == "The frame of type 7 at byte 0 was truncated after 9 of the 10 bytes of its body.")
    #expect(error?.code == .truncated)
    #expect(decoder.finish() == error)
    #expect(decoder.heldByteCount == 0)
  }

  @Test func unfinishedHeaderIsReported() {
    var decoder = FrameDecoder(maximumBody: 10)
    #expect(decoder.feed([0, 1, 0, 0, 0, 1, 5, 0, 7]).count == 1)
    #expect(
      decoder.finish()?.description
        == "The frame at byte 7 was truncated after 2 of the 6 bytes of its header.")
  }

  @Test func missingBodyIsReported() {
    var decoder = FrameDecoder(maximumBody: 10)
    #expect(decoder.feed([0, 7, 0, 0, 0, 10]) == [])
    #expect(
      decoder.finish()?.description
        == "The frame of type 7 at byte 0 was truncated after 0 of the 10 bytes of its body.")
  }

  @Test func negativeMaximumAllowsEmptyBodies() {
    var decoder = FrameDecoder(maximumBody: -5)
    #expect(decoder.feed([0, 1, 0, 0, 0, 0]) == [.frame(Frame(type: 1))])
    #expect(decoder.feed([0, 1, 0, 0, 0, 1]).count == 1)
    #expect(decoder.failure != nil)
  }

  @Test("40,000 frames in one chunk copy no byte; in two halves they copy one frame at most")
  func decodingIsLinear() throws {
    let frame = try LogIn().encoded()
    let bytes = [UInt8]((0..<40_000).map { _ in frame }.joined())
    var decoder = FrameDecoder(maximumBody: 100)
    #expect(decoder.feed(bytes).count == 40_000)
    #expect(decoder.copiedByteCount == 0)
    var halves = FrameDecoder(maximumBody: 100)
    let middle = bytes.count / 2 + 3
    #expect(halves.feed(bytes[..<middle]).count + halves.feed(bytes[middle...]).count == 40_000)
    #expect(halves.copiedByteCount == frame.count)
    var single = FrameDecoder(maximumBody: 100)
    var count = 0
    for byte in bytes { count += single.feed([byte]).count }
    #expect(count == 40_000)
    #expect(single.copiedByteCount == bytes.count)
  }

  @Test("one large frame, byte by byte, is copied once")
  func largeFrameIsCopiedOnce() throws {
    let body = [UInt8](repeating: 7, count: 100_000)
    let bytes = try Frame(type: 1, body: body).encoded()
    var decoder = FrameDecoder(maximumBody: 100_000)
    var events: [FrameEvent] = []
    for byte in bytes { events += decoder.feed([byte]) }
    #expect(events == [.frame(Frame(type: 1, body: body))])
    #expect(decoder.copiedByteCount == bytes.count)
  }

  @Test func framesAreReadWithoutCopies() throws {
    var decoder = FrameDecoder(maximumBody: 10)
    var lent: [String] = []
    let bytes = try stream() + [0, 9, 0xFF, 0xFF, 0xFF, 0xFF]
    for chunk in [bytes[..<4], bytes[4..<9], bytes[9...]] {
      let failure = decoder.feed(Array(chunk)) { type, reader in
        lent.append("\(type): \(reader.bytes(count: reader.remaining) ?? [])")
        reader = ByteReader([7])
      }
      #expect((failure == nil) == (chunk.endIndex < bytes.endIndex))
    }
    #expect(lent == ["1: [1, 2, 3]", "2: []", "3: []", "255: [9]"])
    #expect(decoder.failure?.type == 9)
    let again = decoder.feed([0, 1, 0, 0, 0, 0]) { _, _ in lent.append("more") }
    #expect(again == nil)
    #expect(lent.count == 4)
  }

  @Test("a closure's replacement reader of equal length does not affect decoding")
  func replacedReaderDoesNotAffectDecoding() throws {
    var decoder = FrameDecoder(maximumBody: 10)
    var lent: [String] = []
    let bytes = try stream()
    let other = [UInt8](repeating: 0xEE, count: bytes.count)
    let failure = decoder.feed(bytes) { type, reader in
      lent.append("\(type): \(reader.bytes(count: reader.remaining) ?? [])")
      reader = ByteReader(other)
    }
    #expect(failure == nil)
    #expect(lent == ["1: [1, 2, 3]", "2: []", "3: []", "255: [9]"])
  }

  @Test("a copy of a nested part that replaces the reader does not affect the next frames")
  func copyOfAPartAffectsNoOtherFrame() throws {
    var decoder = FrameDecoder(maximumBody: 10)
    let frame = try Frame(type: 1, body: [5]).encoded()
    var read = 0
    let failure = decoder.feed([UInt8]((0..<200).map { _ in frame }.joined())) { _, reader in
      var copy: ByteReader?
      let byte = reader.nested { part -> UInt8? in
        copy = part
        return part.byte()
      }
      if byte == 5 { read += 1 }
      if let copy { reader = copy }
    }
    #expect(failure == nil)
    #expect(read == 200)
  }

  @Test func anEmptyChunkChangesNothing() throws {
    var decoder = FrameDecoder(maximumBody: 10)
    #expect(decoder.feed([]) == [])
    for byte in try stream() {
      let held = decoder.heldByteCount
      #expect(decoder.feed([]) == [])
      #expect(decoder.heldByteCount == held)
      _ = decoder.feed([byte])
    }
    #expect(decoder.feed([]) == [])
    #expect(decoder.finish() == nil)
  }

  @Test func frameKeepsItsBytesAfterMoreInput() throws {
    var decoder = FrameDecoder(maximumBody: 10)
    let first = decoder.feed([0, 1, 0, 0, 0, 2, 5])
    let second = decoder.feed([6, 0, 1, 0, 0, 0, 1, 7, 0])
    _ = decoder.feed([2, 0, 0, 0, 0])
    #expect(first == [])
    #expect(second == [.frame(Frame(type: 1, body: [5, 6])), .frame(Frame(type: 1, body: [7]))])
  }
}
