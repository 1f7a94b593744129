import SelfManaged
import Testing

/// Layouts of frames, and bytes that break their rules.
struct FrameFormatTests {
  /// The events of a stream, which do not depend on its chunks.
  private func events(
    _ bytes: [UInt8], _ format: FrameFormat, maximumBody: Int = 4
  ) -> [FrameEvent] {
    var results: [[FrameEvent]] = []
    for size in 1...max(1, bytes.count) {
      var decoder = FrameDecoder(format: format, maximumBody: maximumBody)
      var events: [FrameEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.feed(bytes[start..<min(start + size, bytes.count)])
        #expect(decoder.heldByteCount <= decoder.heldLimit)
      }
      let failure = decoder.finish()
      if let failure, events.last != .failed(failure) { events.append(.failed(failure)) }
      results.append(events)
    }
    for other in results { #expect(other == results[0]) }
    return results[0]
  }

  private func failure(
    _ bytes: [UInt8], _ format: FrameFormat, maximumBody: Int = 4
  ) -> FrameError? {
    guard case .failed(let error) = events(bytes, format, maximumBody: maximumBody).last else {
      return nil
    }
    return error
  }

  @Test("a length below what it counts is an error", arguments: FrameFormat.Counting.allCases)
  func lengthBelowItsCountIsAnError(_ counting: FrameFormat.Counting) throws {
    let format = FrameFormat(
      type: .byte, length: .byte, counting: counting, reserved: 1, trailer: .ignored(2))
    let least: UInt8 =
      switch counting {
      case .body: 0
      case .rest: 3
      case .lengthAndRest: 4
      case .frame: 5
      }
    #expect(events([7, least, 9, 9, 9], format) == [.frame(Frame(type: 7))])
    guard least > 0 else { return }
    #expect(
      failure([7, least - 1, 9, 9, 9], format)?.description == """
        The frame of type 7 at byte 0 has a length of \(least - 1), which is less than the \(least) \
        bytes that it counts beside the body; close the connection, and check the format.
        """)
    #expect(failure([7, 0, 9], format)?.code == .tooShort)
  }

  @Test func greatestLengthThatCountsItselfIsTooLong() {
    let format = FrameFormat(type: .byte, length: .unsigned64, counting: .frame)
    let error = failure([1] + [UInt8](repeating: 0xFF, count: 8), format, maximumBody: .max)
    #expect(error?.code == .tooLong)
  }

  @Test func reservedBytesAndTrailersAreIgnored() {
    let format = FrameFormat(
      type: .byte, length: .byte, reserved: 2, trailer: .ignored(1))
    let frames: [FrameEvent] = [.frame(Frame(type: 1, body: [5])), .frame(Frame(type: 2))]
    #expect(events([1, 1, 0xAA, 0xBB, 5, 0xCC, 2, 0, 1, 2, 3], format) == frames)
    #expect(
      failure([1, 1, 0xAA, 0xBB, 5], format)?.message
        == "was truncated after 0 of the 1 bytes of its trailer")
    #expect(
      failure([1, 1, 0xAA], format)?.message
        == "was truncated after 3 of the 4 bytes of its header")
  }

  @Test(arguments: [ByteOrder.big, .little]) func wrongChecksumIsAnError(_ order: ByteOrder) throws
  {
    let format = FrameFormat(type: .byte, length: .byte, order: order, trailer: .crc32)
    let bytes = try Frame(type: 1, body: [5, 6]).encoded(as: format)
    #expect(events(bytes, format) == [.frame(Frame(type: 1, body: [5, 6]))])
    // A changed length is too long, or leaves a frame that is truncated or has another checksum.
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        let error = failure(bytes + changed, format)
        #expect(error?.offset == 8)
        if index != 1 { #expect(error?.code == .wrongChecksum) }
      }
    }
  }

  @Test func delimiterEndsAFrame() throws {
    let format = FrameFormat.delimited(by: [13, 10], type: .byte)
    // The type of the third frame is the delimiter's first byte.
    let frames = [
      Frame(type: 65, body: [13, 13]), Frame(type: 66), Frame(type: 13, body: [10, 13]),
    ]
    let bytes: [UInt8] = [65, 13, 13, 13, 10, 66, 13, 10, 13, 10, 13, 13, 10]
    #expect(try frames.flatMap { try $0.encoded(as: format) } == bytes)
    #expect(events(bytes, format) == frames.map { .frame($0) })
    #expect(
      failure(bytes + [67, 1, 13], format)?.description == """
        The frame of type 67 at byte 13 was truncated after 2 bytes, without its delimiter.
        """)
    #expect(
      failure([67, 1, 2, 3, 4, 5, 13, 10], format)?.description == """
        The frame of type 67 at byte 0 has no delimiter after 4 bytes, which is the limit of a body; \
        close the connection, or raise maximumBody if such frames are valid.
        """)
    #expect(events([67, 1, 2, 3, 4, 13, 10], format).count == 1)
    #expect(failure([67, 1, 2, 3, 4, 13, 10], format) == nil)
  }

  @Test("a body in which the delimiter would be found cannot be encoded")
  func bodyWithTheDelimiterIsAnError() throws {
    let format = FrameFormat.delimited(by: [1, 1], type: .byte)
    for body: [UInt8] in [[1, 1], [7, 1, 1, 7], [7, 1]] {
      let error = #expect(throws: WriteError.self) {
        try Frame(type: 9, body: body).encoded(as: format)
      }
      #expect(error?.description == "\"body\": it contains the delimiter of the frame.")
    }
    #expect(try Frame(type: 1, body: [1, 7]).encoded(as: format) == [1, 1, 7, 1, 1])
  }

  @Test func numbersOutOfRangeAreClamped() throws {
    let low = FrameFormat(reserved: -5, trailer: .ignored(.min))
    #expect(try Frame(type: 1).encoded(as: low) == [0, 1, 0, 0, 0, 0])
    let high = FrameFormat(counting: .frame, reserved: .max, trailer: .ignored(.max))
    let bytes = try Frame(type: 1, body: [7]).encoded(as: high)
    #expect(bytes.count == 6 + 65_535 + 1 + 65_535)
    var decoder = FrameDecoder(format: high, maximumBody: .max)
    #expect(decoder.feed(bytes) == [.frame(Frame(type: 1, body: [7]))])
    #expect(decoder.heldLimit == .max)
    #expect(FrameFormat.delimited(by: []) == FrameFormat())
  }

  @Test func longDelimitedFrameIsCopiedOnce() throws {
    let format = FrameFormat.delimited(by: [13, 10])
    let frame = Frame(type: 1, body: [UInt8](repeating: 13, count: 20_000) + [7])
    let bytes = try frame.encoded(as: format)
    var decoder = FrameDecoder(format: format, maximumBody: 20_001)
    var events: [FrameEvent] = []
    for byte in bytes { events += decoder.feed([byte]) }
    #expect(events == [.frame(frame)])
    #expect(decoder.copiedByteCount == bytes.count)
    var whole = FrameDecoder(format: format, maximumBody: 20_001)
    #expect(whole.feed(bytes) == [.frame(frame)])
    #expect(whole.copiedByteCount == 0)
  }
}
