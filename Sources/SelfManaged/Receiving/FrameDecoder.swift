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
  @usableFromInline let layout: FrameLayout

  /// The bytes that end a frame; empty if frames have a length.
  @usableFromInline let delimiter: [UInt8]

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
    layout = FrameLayout(format)
    delimiter = format.delimiter
    self.maximumBody = min(max(0, maximumBody), .max - layout.header - layout.tail)
  }

  /// The number of buffered bytes between two feeds.
  public var heldByteCount: Int { buffered.count }

  /// The maximum number of buffered bytes between two feeds: those of the greatest frame.
  package var heldLimit: Int { layout.header + maximumBody + layout.tail }

  /// Decodes a received chunk, and returns the frames that it completes.
  ///
  /// ``feed(_:each:)`` allocates no memory for frames that arrive in one chunk, and is several
  /// times faster.
  ///
  /// - Returns: The frames, in order. If this chunk ends the stream with a failure, the failure is
  ///   the last event.
  public mutating func feed(_ chunk: [UInt8]) -> [FrameEvent] {
    var events: [FrameEvent] = []
    events.reserveCapacity(min(lastCount, chunk.count / layout.header + 1))
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
    let header = layout.header
    let missing: String
    var type: WireType?
    if buffered.count < header {
      missing = "\(buffered.count) of the \(header) bytes of its header"
    } else if delimiter.isEmpty {
      let head = buffered.withUnsafeBytes { Self.head(of: layout, in: $0, at: 0) }
      let (count, length) = (buffered.count - header, Int(head.length))
      type = head.type
      missing =
        count < length || layout.tail == 0
        ? "\(count) of the \(length) bytes of its body"
        : "\(count - length) of the \(layout.tail) bytes of its trailer"
    } else {
      type = wireType(of: buffered[...])
      missing = "\(buffered.count - header) bytes, without its delimiter"
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
    if !delimiter.isEmpty { return feedDelimited(chunk, from: next, lending: deliver) }
    let (first, layout, header, limit) = (next, layout, layout.header, maximumBody)
    // All frames of the chunk share a reader, because creating one costs as much as decoding a
    // frame.
    var reader = ByteReader(chunk, order: layout.order)
    let bad = chunk.withUnsafeBytes { bytes -> (WireType, UInt64?)? in
      while bytes.count - next >= header {
        let (type, length) = Self.head(of: layout, in: bytes, at: next)
        guard length <= UInt64(limit) else { return (type, length) }
        let start = next + header
        guard Int(length) <= bytes.count - start - layout.tail else { return nil }
        let end = start + Int(length)
        if layout.isChecked, !layout.isIntact(bytes, from: next, checksumAt: end) {
          return (type, nil)
        }
        next = end + layout.tail
        if !reader.reads(bytes) { reader = ByteReader(chunk, order: layout.order) }
        reader.begin(at: start, until: end, order: layout.order)
        deliver(type, &reader, chunk)
      }
      return nil
    }
    offset &+= UInt64(next - first)
    if let (type, length) = bad { return refuse(type, length) }
    buffer(chunk[next...])
    return nil
  }

  /// Buffers the bytes that the buffered frame still needs: first of its header, then of its body.
  ///
  /// - Returns: The number of bytes that were buffered.
  @usableFromInline
  mutating func complete(with chunk: [UInt8]) -> Int {
    guard delimiter.isEmpty else { return completeDelimited(with: chunk) }
    let header = layout.header
    let next = max(0, min(header - buffered.count, chunk.count))
    buffer(chunk[..<next])
    guard buffered.count >= header else { return next }
    let (type, length) = buffered.withUnsafeBytes { Self.head(of: layout, in: $0, at: 0) }
    guard length <= UInt64(maximumBody) else {
      _ = refuse(type, length)
      return next
    }
    let more = min(header + Int(length) + layout.tail - buffered.count, chunk.count - next)
    buffer(chunk[next..<next + more])
    return next + more
  }

  /// Removes and returns the buffered frame, if it is complete.
  @usableFromInline
  mutating func removeCompleted() -> (type: WireType, body: ByteReader)? {
    let (header, end) = (layout.header, buffered.count - layout.tail)
    guard end >= header else { return nil }
    let type: WireType
    if delimiter.isEmpty {
      let head = buffered.withUnsafeBytes { Self.head(of: layout, in: $0, at: 0) }
      guard head.length == UInt64(end - header) else { return nil }
      type = head.type
    } else {
      guard isDelimited else { return nil }
      type = wireType(of: buffered[...])
    }
    if layout.isChecked,
      !buffered.withUnsafeBytes({ layout.isIntact($0, from: 0, checksumAt: end) })
    {
      _ = refuse(type, nil)
      return nil
    }
    var reader = ByteReader(buffered, order: layout.order)
    reader.begin(at: header, until: end, order: layout.order)
    offset &+= UInt64(buffered.count)
    buffered = []
    return (type, reader)
  }

  @usableFromInline
  mutating func buffer(_ bytes: ArraySlice<UInt8>) {
    buffered.append(contentsOf: bytes)
    copiedByteCount &+= bytes.count
  }

  /// Ends the stream, because the length of a body is out of bounds, or the checksum, without a
  /// length, is wrong.
  @usableFromInline
  mutating func refuse(_ type: WireType, _ length: UInt64?) -> FrameError {
    guard let length else {
      return fail(
        FrameError(
          .wrongChecksum, type: type, at: offset,
          "has another checksum than its bytes; close the connection"))
    }
    let counted = length &+ layout.excess
    if counted < length {
      return fail(
        FrameError(
          .tooShort, type: type, at: offset,
          "has a length of \(counted), which is less than the \(layout.excess) bytes that it "
            + "counts beside the body; close the connection, and check the format"))
    }
    return fail(
      FrameError(
        .tooLong, type: type, at: offset,
        "has a body of \(length) bytes, which exceeds the limit of \(maximumBody); close the "
          + "connection, or raise maximumBody if such frames are valid"))
  }

  mutating func fail(_ error: FrameError) -> FrameError {
    buffered = []
    failure = error
    return error
  }

  /// Returns the type and the length of the body; the caller guarantees that the header is complete.
  ///
  /// A length that is less than the bytes it counts beside the body exceeds every limit.
  @inlinable
  static func head(
    of layout: FrameLayout, in bytes: UnsafeRawBufferPointer, at position: Int
  ) -> (type: WireType, length: UInt64) {
    let type = number(layout.type, layout.order, in: bytes, at: position)
    let length = number(
      layout.length, layout.order, in: bytes, at: position + layout.type.rawValue)
    return (WireType(rawValue: type), length &- layout.excess)
  }

  @inlinable
  static func number(
    _ width: IntegerWidth, _ order: ByteOrder, in bytes: UnsafeRawBufferPointer, at position: Int
  ) -> UInt64 {
    func load<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> UInt64 {
      let number = bytes.loadUnaligned(fromByteOffset: position, as: type)
      return UInt64(order == .big ? Number(bigEndian: number) : Number(littleEndian: number))
    }
    func load24() -> UInt64 {
      let (first, last) = order == .big ? (position, position + 2) : (position + 2, position)
      return UInt64(bytes[first]) << 16 | UInt64(bytes[position + 1]) << 8 | UInt64(bytes[last])
    }
    return switch width {
    case .byte: load(UInt8.self)
    case .short: load(UInt16.self)
    case .unsigned24: load24()
    case .unsigned: load(UInt32.self)
    case .unsigned64: load(UInt64.self)
    }
  }
}
