/// Splits a stream that arrives in chunks of any size into frames.
///
/// ```swift
/// var decoder = FrameDecoder(maximumBody: 65_536)
/// for try await chunk in connection.chunks {
///   for event in decoder.feed(chunk) { … }
/// }
/// if let failure = decoder.finish() { … }
/// ```
///
/// The events do not depend on how the stream is split into chunks. A pure value: no task, no
/// clock, no lock.
///
/// Between two feeds it buffers the beginning of one frame, at most ``heldLimit`` bytes. It
/// allocates memory only for received bytes, never for the length in a header. A length greater
/// than the maximum ends the stream as soon as it is read. The time is linear in the number of
/// bytes: a byte is copied at most once, and only if its frame is split between chunks.
public struct FrameDecoder: Sendable {
  /// The layout of a frame on the wire.
  public let format: FrameFormat

  /// The maximum number of bytes in a body.
  public let maximumBody: Int

  /// The error that ended the stream; `nil` while the stream can be read.
  ///
  /// Bytes that are fed after a failure give no events.
  public private(set) var failure: FrameError?

  /// The number of bytes copied so far; the tests check that none is copied twice.
  package private(set) var copiedByteCount = 0

  /// The beginning of a frame whose rest has not arrived.
  @usableFromInline var held: [UInt8] = []
  /// The offset in the stream of the first buffered byte.
  @usableFromInline var offset: UInt64 = 0
  /// The number of events of the last chunk, as an estimate for the next one.
  private var lastCount = 0

  /// Creates a decoder for the beginning of a stream; each connection needs a new one.
  ///
  /// - Parameters:
  ///   - format: The layout of a frame on the wire.
  ///   - maximumBody: The maximum number of bytes in a body; a negative number counts as 0.
  public init(format: FrameFormat = FrameFormat(), maximumBody: Int) {
    self.format = format
    self.maximumBody = min(max(0, maximumBody), .max - format.headerByteCount)
  }

  /// The number of bytes that are buffered between two feeds.
  public var heldByteCount: Int { held.count }

  /// The maximum number of bytes buffered between two feeds: a header and the greatest body.
  public var heldLimit: Int { format.headerByteCount + maximumBody }

  /// Decodes a received chunk, and returns the complete frames.
  ///
  /// ``feed(_:each:)`` allocates nothing for each frame, and is several times faster.
  ///
  /// - Returns: The frames, in order; the last event is the failure, if the stream can't be read
  ///   on.
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

  /// Decodes a received chunk after copying it.
  public mutating func feed(_ chunk: some Sequence<UInt8>) -> [FrameEvent] { feed(Array(chunk)) }

  /// Ends the stream.
  ///
  /// - Returns: The error of the stream: an earlier failure, or a truncated frame; `nil` if the
  ///   stream was read to its end.
  public mutating func finish() -> FrameError? {
    guard failure == nil, !held.isEmpty else { return failure }
    let header = format.headerByteCount
    let missing: String
    var type: WireType?
    if held.count < header {
      missing = "\(held.count) of the \(header) bytes of its header"
    } else {
      let head = held.withUnsafeBytes { Self.head(of: format, in: $0, at: 0) }
      type = head.type
      missing = "\(held.count - header) of the \(head.length) bytes of its body"
    }
    return fail(FrameError(.unfinished, type: type, at: offset, "ended after \(missing)"))
  }
}

extension FrameDecoder {
  /// Decodes a received chunk, and passes each complete frame to a closure.
  ///
  /// ```swift
  /// let failure = decoder.feed(chunk) { type, reader in
  ///   if type == 7, let id = reader.unsigned() { ids.append(id) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - chunk: The received bytes.
  ///   - give: Called with each frame's type and a reader of its body, in order; it must not feed
  ///     this decoder.
  /// - Returns: The failure, if this chunk ended the stream.
  @inlinable
  public mutating func feed(
    _ chunk: [UInt8], each give: (WireType, inout ByteReader) -> Void
  ) -> FrameError? {
    feed(chunk) { type, reader, _ in give(type, &reader) }
  }

  /// Decodes a chunk, and passes the reader's storage too, since the closure may replace the
  /// reader.
  @inlinable @inline(__always)
  mutating func feed(
    _ chunk: [UInt8], lending give: (WireType, inout ByteReader, [UInt8]) -> Void
  ) -> FrameError? {
    guard failure == nil else { return nil }
    var next = 0
    if !held.isEmpty {
      next = complete(with: chunk)
      guard var completed = takeCompleted() else { return failure }
      let storage = completed.body.storage
      give(completed.type, &completed.body, storage)
    }
    let (first, format, header, limit) = (next, format, format.headerByteCount, maximumBody)
    // One reader for all frames of the chunk: creating one costs as much as decoding the frame.
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
        give(type, &reader, chunk)
      }
      return nil
    }
    offset &+= UInt64(next - first)
    if let (type, length) = bad { return tooLong(type, length) }
    hold(chunk[next...])
    return nil
  }

  /// Appends the bytes that the buffered frame still needs: first its header, then its body.
  ///
  /// - Returns: The number of bytes appended.
  @usableFromInline
  mutating func complete(with chunk: [UInt8]) -> Int {
    let header = format.headerByteCount
    let next = max(0, min(header - held.count, chunk.count))
    hold(chunk[..<next])
    guard held.count >= header else { return next }
    let (type, length) = held.withUnsafeBytes { Self.head(of: format, in: $0, at: 0) }
    guard length <= UInt64(maximumBody) else {
      _ = tooLong(type, length)
      return next
    }
    let more = min(header + Int(length) - held.count, chunk.count - next)
    hold(chunk[next..<next + more])
    return next + more
  }

  /// Removes and returns the buffered frame, if it is complete.
  @usableFromInline
  mutating func takeCompleted() -> (type: WireType, body: ByteReader)? {
    let header = format.headerByteCount
    guard held.count >= header else { return nil }
    let (type, length) = held.withUnsafeBytes { Self.head(of: format, in: $0, at: 0) }
    guard length == UInt64(held.count - header) else { return nil }
    var reader = ByteReader(held, order: format.order)
    reader.begin(at: header, until: held.count, order: format.order)
    offset &+= UInt64(held.count)
    held = []
    return (type, reader)
  }

  @usableFromInline
  mutating func hold(_ bytes: ArraySlice<UInt8>) {
    held.append(contentsOf: bytes)
    copiedByteCount &+= bytes.count
  }

  @usableFromInline
  mutating func tooLong(_ type: WireType, _ length: UInt64) -> FrameError {
    fail(
      FrameError(
        .tooLong, type: type, at: offset,
        "says its body has \(length) bytes, and \(maximumBody) are allowed; close the connection, "
          + "and raise maximumBody if such frames are meant"))
  }

  private mutating func fail(_ error: FrameError) -> FrameError {
    held = []
    failure = error
    return error
  }

  /// Reads a complete header.
  @inlinable
  static func head(
    of format: FrameFormat, in bytes: UnsafeRawBufferPointer, at position: Int
  ) -> (type: WireType, length: UInt64) {
    let type = number(format.type, format.order, in: bytes, at: position)
    let length = number(
      format.length, format.order, in: bytes, at: position + format.type.byteCount)
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
