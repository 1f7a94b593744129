/// A response that can also be encoded, for servers, tests and fakes.
///
/// ## Implementing this protocol
///
/// Write the fields in the order in which ``Response/init(from:)`` reads them, with the same widths
/// and prefixes. A value that does not fit throws a ``WriteError``.
public protocol WritableResponse: Response {
  /// Writes the fields that ``Response/init(from:)`` reads.
  func write(to writer: inout ByteWriter) throws
}

extension WritableResponse {
  /// Returns the frame of this response.
  ///
  /// - Parameter order: The byte order of numbers; use that of the format that encodes the frame.
  /// - Returns: The frame.
  /// - Throws: The error of ``write(to:)``.
  public func frame(order: ByteOrder = .big) throws -> Frame {
    var writer = ByteWriter(order: order)
    try write(to: &writer)
    return Frame(type: Self.wireType, body: writer.bytes)
  }

  /// Returns the bytes of this response on the wire.
  ///
  /// - Throws: The error of ``write(to:)``, or a ``WriteError`` if the type or the body's length
  ///   does not fit into the format's header.
  public func encoded(as format: FrameFormat = FrameFormat()) throws -> [UInt8] {
    try frame(order: format.order).encoded(as: format)
  }
}
