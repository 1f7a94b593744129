/// Cuts frames out of a stream that arrives in pieces of any size.
///
/// ```swift
/// var decoder = FrameDecoder(maximumBody: 65_536)
/// for try await chunk in connection.chunks {
///   for event in decoder.feed(chunk) { … }
/// }
/// if let failure = decoder.finish() { … }
/// ```
///
/// However the stream is cut, the same events come out. A pure value: no task, no clock, no lock.
///
/// Between two feeds it holds the beginning of one frame and no more than ``heldLimit`` bytes, and
/// it makes room only for bytes that came, never for those a header promises. A length greater than
/// the maximum ends the stream as soon as it is read. The time is linear in the number of bytes:
/// each is copied once at most, when its frame is cut in two by the pieces, and not at all
/// otherwise.
public struct FrameDecoder: Sendable {
  /// How a frame stands on the wire.
  public let format: FrameFormat

  /// The most bytes a body may have.
  public let maximumBody: Int

  /// Why the stream can't be read on, once it can't.
  ///
  /// Nothing comes out of what is fed after that.
  public private(set) var failure: FrameError?

  /// How many bytes were copied so far; the tests check that none is copied twice.
  package private(set) var copiedByteCount = 0

  /// The beginning of a frame whose rest has not come.
  @usableFromInline var held: [UInt8] = []
  /// Where in the stream the first byte held stands.
  @usableFromInline var offset: UInt64 = 0
  /// How many events the last chunk gave: a guess at how many the next one will.
  private var lastCount = 0

  /// Creates a decoder for the beginning of a stream; each connection needs a new one.
  ///
  /// - Parameters:
  ///   - format: How a frame stands on the wire.
  ///   - maximumBody: The most bytes a body may have; below 0 counts as 0.
  public init(format: FrameFormat = FrameFormat(), maximumBody: Int) {
    self.format = format
    self.maximumBody = min(max(0, maximumBody), .max - format.headerByteCount)
  }

  /// How many bytes are held between two feeds.
  public var heldByteCount: Int { held.count }

  /// The most bytes that are ever held between two feeds: a header and the greatest body.
  public var heldLimit: Int { format.headerByteCount + maximumBody }

  /// Takes in what came, and gives what is complete.
  ///
  /// ``feed(_:each:)`` makes nothing for each frame, and is some times faster.
  ///
  /// - Returns: The frames, in order, and last the failure, if the stream can't be read on.
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

  /// Takes in what came, after copying it.
  public mutating func feed(_ chunk: some Sequence<UInt8>) -> [FrameEvent] { feed(Array(chunk)) }

  /// Tells that nothing more will come.
  ///
  /// - Returns: Why the stream could not be read to its end: the failure there was, or a frame that
  ///   was not finished; `nil` if all is well.
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
  /// Takes in what came, and lends out what is complete, one frame after the other.
  ///
  /// ```swift
  /// let failure = decoder.feed(chunk) { type, reader in
  ///   if type == 7, let id = reader.unsigned() { ids.append(id) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - chunk: What came.
  ///   - give: Called with each frame's type and a reader of its body, in order; it must not feed this
  ///     decoder.
  /// - Returns: The failure, if it was found in this chunk that the stream can't be read on.
  @inlinable
  public mutating func feed(
    _ chunk: [UInt8], each give: (WireType, inout ByteReader) -> Void
  ) -> FrameError? {
    feed(chunk) { type, reader, _ in give(type, &reader) }
  }

  /// The same, and lends out too what the reader reads, since whoever is lent a reader may put
  /// another in its place.
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
    // One reader for all frames of the chunk: another would cost as much as cutting the frame does.
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

  /// Takes what the frame that is held still needs: its header first, and when that says how much,
  /// its body.
  ///
  /// - Returns: How many bytes were taken.
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

  /// Gives the frame that is held away, if it is complete.
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

  /// Reads a header that is there as a whole.
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
