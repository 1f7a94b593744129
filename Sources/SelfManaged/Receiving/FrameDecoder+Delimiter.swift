// Frames that end with a delimiter.
extension FrameDecoder {
  /// Decodes the rest of a chunk, which begins with a frame.
  @usableFromInline
  mutating func feedDelimited(
    _ chunk: [UInt8], from first: Int,
    lending deliver: (WireType, inout ByteReader, [UInt8]) -> Void
  ) -> FrameError? {
    var next = first
    while chunk.count - next >= layout.header {
      let start = next + layout.header
      guard let end = delimiter.first(in: chunk[start...], within: maximumBody) else {
        guard chunk.count - start - delimiter.count < maximumBody else {
          offset &+= UInt64(next - first)
          return withoutDelimiter(chunk[next...])
        }
        break
      }
      var reader = ByteReader(chunk, order: layout.order)
      reader.begin(at: start, until: end, order: layout.order)
      let type = wireType(of: chunk[next...])
      next = end + delimiter.count
      deliver(type, &reader, chunk)
    }
    offset &+= UInt64(next - first)
    buffer(chunk[next...])
    return nil
  }

  /// Buffers the bytes up to the end of the buffered frame.
  ///
  /// - Returns: The number of bytes that were buffered.
  mutating func completeDelimited(with chunk: [UInt8]) -> Int {
    for (index, byte) in chunk.enumerated() {
      buffer([byte])
      if isDelimited { return index + 1 }
      if buffered.count - layout.header - delimiter.count >= maximumBody {
        _ = withoutDelimiter(buffered[...])
        return index + 1
      }
    }
    return chunk.count
  }

  /// Whether the buffered frame ends with its delimiter.
  var isDelimited: Bool {
    buffered.count >= layout.header + delimiter.count
      && buffered.suffix(delimiter.count).elementsEqual(delimiter)
  }

  private mutating func withoutDelimiter(_ frame: ArraySlice<UInt8>) -> FrameError {
    fail(
      FrameError(
        .tooLong, type: wireType(of: frame), at: offset,
        "has no delimiter after \(maximumBody) bytes, which is the limit of a body; close the "
          + "connection, or raise maximumBody if such frames are valid"))
  }

  /// Returns the type of a frame whose header is complete.
  func wireType(of frame: ArraySlice<UInt8>) -> WireType {
    let number = frame.withUnsafeBytes { Self.number(layout.type, layout.order, in: $0, at: 0) }
    return WireType(rawValue: number)
  }
}

extension [UInt8] {
  /// Returns the index of the first of these bytes in others, at most `limit` bytes from their start.
  func first(in bytes: ArraySlice<UInt8>, within limit: Int = .max) -> Int? {
    guard let head = first, bytes.count >= count else { return nil }
    let last = bytes.startIndex + Swift.min(limit, bytes.count - count)
    return (bytes.startIndex...last).first {
      bytes[$0] == head && bytes[$0..<$0 + count].elementsEqual(self)
    }
  }
}
