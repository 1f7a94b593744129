/// A decoder that splits a stream, which arrives in chunks of any size, into frames.
///
/// ```swift
/// var decoder = FrameDecoder(maximumBody: 65_536)
/// for try await chunk in connection.chunks {
///   for event in decoder.feed(chunk) { … }
/// }
/// if let failure = decoder.finish() { … }
/// ```
///
/// The events do not depend on how the stream is split into chunks. The decoder is a value without
/// a task, a clock or a lock.
///
/// Between two feeds it buffers the beginning of one frame, at most a header and `maximumBody`
/// bytes. It allocates memory only for received bytes, never for the length in a header. A length
/// that exceeds `maximumBody` ends the stream as soon as it is read. Decoding takes linear time: a
/// byte is copied at most once, and only if its frame is split between chunks.
public struct FrameDecoder: Sendable {
  /// The layout of a frame on the wire.
  @usableFromInline let format: FrameFormat

  /// The maximum number of bytes in a body.
  @usableFromInline let maximumBody: Int

  /// The error that ended the stream; `nil` if there is none.
  ///
  /// Bytes that are fed after a failure produce no events.
  public private(set) var failure: FrameError?

  /// The number of bytes copied so far; tests check that no byte is copied twice.
  package private(set) var copiedByteCount = 0

  /// The beginning of a frame that has not arrived completely.
  @usableFromInline var buffered: [UInt8] = []
  /// The offset of the next frame in the stream, which is that of the first buffered byte.
  @usableFromInline var offset: UInt64 = 0
  /// The number of events of the last chunk, as an estimate for the next one.
  private var lastCount = 0

  /// Creates a decoder for the beginning of a stream; each connection needs a new decoder.
  ///
  /// - Parameters:
  ///   - format: The layout of a frame on the wire.
  ///   - maximumBody: The maximum number of bytes in a body; a negative number counts as 0.
  public init(format: FrameFormat = FrameFormat(), maximumBody: Int) {
    self.format = format
    self.maximumBody = min(max(0, maximumBody), .max - format.headerByteCount)
  }

  /// The number of buffered bytes between two feeds.
  public var heldByteCount: Int { buffered.count }

  /// The maximum number of buffered bytes between two feeds: a header and the greatest body.
  package var heldLimit: Int { format.headerByteCount + maximumBody }

  /// Decodes a received chunk, and returns the frames that it completes.
  ///
  /// ``feed(_:each:)`` allocates no memory for frames that arrive in one chunk, and is several
  /// times faster.
  ///
  /// - Returns: The frames, in order. If this chunk ends the stream with a failure, the failure is
  ///   the last event.
  public mutating func feed(_ chunk: [UInt8]) -> [FrameEvent] {
    var events: [FrameEvent] = []
    events.reserveCapacity(min(lastCount, chunk.count / format.headerByteCount + 1))
    let error = feed(chunk) { type, reader in
      events.append(.frame(Frame(type: type, storage: reader.storage, range: reader.range)))
    }
    if let error { events.append(.failed(error)) }
    lastCount = events.count
    return events
  }

  /// Decodes a received chunk after copying it, in the same way as an array.
  public mutating func feed(_ chunk: some Sequence<UInt8>) -> [FrameEvent] { feed(Array(chunk)) }

  /// Ends the stream; call it when the connection ends.
  ///
  /// - Returns: The error of the stream: an earlier failure, or a truncated frame; `nil` if the
  ///   stream ended after a complete frame.
  public mutating func finish() -> FrameError? {
    guard !buffered.isEmpty else { return failure }  // A failure has emptied the buffer.
    let header = format.headerByteCount
    let missing: String
    var type: WireType?
    if buffered.count < header {
      missing = "\(buffered.count) of the \(header) bytes of its header"
    } else {
      let head = buffered.withUnsafeBytes { Self.head(of: format, in: $0, at: 0) }
      type = head.type
      missing = "\(buffered.count - header) of the \(head.length) bytes of its body"
    }
    return fail(FrameError(.truncated, type: type, at: offset, "was truncated after \(missing)"))
  }
}

extension FrameDecoder {
  /// Decodes a received chunk, and passes each frame that it completes to a closure.
  ///
  /// ```swift
  /// let failure = decoder.feed(chunk) { type, reader in
  ///   if type == 7, let id = reader.unsigned() { ids.append(id) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - chunk: The received bytes.
  ///   - deliver: Called synchronously, in order, with each frame's type and a reader for its body.
  ///     It must not feed this decoder.
  /// - Returns: The failure if this chunk ended the stream, or else `nil`.
  @inlinable
  public mutating func feed(
    _ chunk: [UInt8], each deliver: (WireType, inout ByteReader) -> Void
  ) -> FrameError? {
    feed(chunk) { type, reader, _ in deliver(type, &reader) }
  }

  /// Decodes a chunk, and also passes the reader's storage, since the closure may replace the
  /// reader.
  @inlinable @inline(__always)
  mutating func feed(
    _ chunk: [UInt8], lending deliver: (WireType, inout ByteReader, [UInt8]) -> Void
  ) -> FrameError? {
    guard failure == nil else { return nil }
    var next = 0
    if !buffered.isEmpty {
      next = complete(with: chunk)
      guard var completed = removeCompleted() else { return failure }
      let storage = completed.body.storage
      deliver(completed.type, &completed.body, storage)
    }
    let (first, format, header, limit) = (next, format, format.headerByteCount, maximumBody)
    // All frames of the chunk share a reader, because creating one costs as much as decoding a
    // frame.
    var reader = ByteReader(chunk, order: format.order)
    let bad = chunk.withUnsafeBytes { bytes -> (WireType, UInt64)? in
      while bytes.count - next >= header {
        let (type, length) = Self.head(of: format, in: bytes, at: next)
        guard length <= UInt64(limit) else { return (type, length) }
        guard length <= bytes.count - next - header else { return nil }
        let start = next + header
        next = start + Int(length)
        if !reader.reads(bytes) { reader = ByteReader(chunk, order: format.order) }
        reader.begin(at: start, until: next, order: format.order)
        deliver(type, &reader, chunk)
      }
      return nil
    }
    offset &+= UInt64(next - first)
    if let (type, length) = bad { return tooLong(type, length) }
    buffer(chunk[next...])
    return nil
  }

  /// Buffers the bytes that the buffered frame still needs: first of its header, then of its body.
  ///
  /// - Returns: The number of bytes that were buffered.
  @usableFromInline
  mutating func complete(with chunk: [UInt8]) -> Int {
    let header = format.headerByteCount
    let next = max(0, min(header - buffered.count, chunk.count))
    buffer(chunk[..<next])
    guard buffered.count >= header else { return next }
    let (type, length) = buffered.withUnsafeBytes { Self.head(of: format, in: $0, at: 0) }
    guard length <= UInt64(maximumBody) else {
      _ = tooLong(type, length)
      return next
    }
    let more = min(header + Int(length) - buffered.count, chunk.count - next)
    buffer(chunk[next..<next + more])
    return next + more
  }

  /// Removes and returns the buffered frame, if it is complete.
  @usableFromInline
  mutating func removeCompleted() -> (type: WireType, body: ByteReader)? {
    let header = format.headerByteCount
    guard buffered.count >= header else { return nil }
    let (type, length) = buffered.withUnsafeBytes { Self.head(of: format, in: $0, at: 0) }
    guard length == UInt64(buffered.count - header) else { return nil }
    var reader = ByteReader(buffered, order: format.order)
    reader.begin(at: header, until: buffered.count, order: format.order)
    offset &+= UInt64(buffered.count)
    buffered = []
    return (type, reader)
  }

  @usableFromInline
  mutating func buffer(_ bytes: ArraySlice<UInt8>) {
    buffered.append(contentsOf: bytes)
    copiedByteCount &+= bytes.count
  }

  @usableFromInline
  mutating func tooLong(_ type: WireType, _ length: UInt64) -> FrameError {
    fail(
      FrameError(
        .tooLong, type: type, at: offset,
        "has a body of \(length) bytes, which exceeds the limit of \(maximumBody); close the "
          + "connection, or raise maximumBody if such frames are valid"))
  }

  private mutating func fail(_ error: FrameError) -> FrameError {
    buffered = []
    failure = error
    return error
  }

  /// Returns the type and the length in a header; the caller guarantees that it is complete.
  @inlinable
  static func head(
    of format: FrameFormat, in bytes: UnsafeRawBufferPointer, at position: Int
  ) -> (type: WireType, length: UInt64) {
    let type = number(format.type, format.order, in: bytes, at: position)
    let length = number(
      format.length, format.order, in: bytes, at: position + format.type.rawValue)
    return (WireType(rawValue: type), length)
  }

  @inlinable
  static func number(
    _ width: IntegerWidth, _ order: ByteOrder, in bytes: UnsafeRawBufferPointer, at position: Int
  ) -> UInt64 {
    func load<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> UInt64 {
      let number = bytes.loadUnaligned(fromByteOffset: position, as: type)
      return UInt64(order == .big ? Number(bigEndian: number) : Number(littleEndian: number))
    }
    return switch width {
    case .byte: load(UInt8.self)
    case .short: load(UInt16.self)
    case .unsigned: load(UInt32.self)
    case .unsigned64: load(UInt64.self)
    }
  }
}
