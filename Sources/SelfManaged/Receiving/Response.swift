/// A message from a server, decoded from the body of a frame and posted to its observers.
///
/// ```swift
/// struct LogIn: Response {
///   static let wireType: WireType = 1
///   static let notificationID: NotificationID = "account.log-in"
///   var userID: UInt32
///   var name: String
///
///   init(from reader: inout ByteReader) throws {
///     userID = try reader.unsigned("userID")
///     name = try reader.string("name")
///   }
/// }
/// ```
///
/// ## Implementing this protocol
///
/// The type can be declared in any module. One line at the app's composition root registers it:
/// `try factory.register(LogIn.self)`.
public protocol Response: Sendable {
  /// The number that identifies the kind on the wire; it must never change.
  static var wireType: WireType { get }

  /// The name under which responses of the kind are posted; it must never change.
  static var notificationID: NotificationID { get }

  /// Creates a response from the body of a frame.
  ///
  /// Called once for each frame, in the order of the wire, on the actor or thread that decodes the
  /// bytes. If it throws, only this frame is lost, and a ``MalformedResponse`` reports it. Unread
  /// bytes are ignored, unless the initializer calls ``ByteReader/expectEnd()``.
  init(from reader: inout ByteReader) throws
}

extension Response {
  /// Returns this response as a kind; several times as fast as `as?`.
  @inlinable @inline(__always)  // If the kind is known, only a comparison remains.
  func of<Kind: Response>(_ kind: Kind.Type) -> Kind? {
    // An object may belong to a subclass of `Kind`.
    guard Self.self == kind else { return self as? Kind }
    // Safe, because both types are the same.
    return unsafeBitCast(self, to: kind)
  }
}

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

/// The result of decoding a frame.
///
/// Use it to write logs, or to handle frames that are not responses. An app that only observes
/// responses does not need it.
public enum Received: Sendable {
  /// A response of a registered kind.
  case response(any Response)
  /// A frame of an unregistered type, as received; the next frame is not affected.
  case unknown(Frame)
  /// A frame whose body could not be decoded; the next frame is not affected.
  indirect case malformed(MalformedResponse)
  /// The stream ended with a failure, and no result follows; close the connection.
  indirect case failed(FrameError)
}

/// A frame of a registered type whose body could not be decoded.
public struct MalformedResponse: Sendable {
  /// The frame, as received.
  public let frame: Frame
  /// The name of the response type that could not be decoded.
  public let type: String
  /// The error that the type's initializer threw: a ``ReadError``, unless the initializer throws
  /// other errors.
  public let error: any Error
}

extension MalformedResponse: CustomStringConvertible {
  /// The type that could not be decoded, the frame, and the reason.
  public var description: String { "\(type) can't be decoded from \(frame). \(error)" }
}

/// The name under which responses of one kind are posted, unique among all kinds.
///
/// Begin the name with that of your module: `"account.log-in"`.
public struct NotificationID: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates an ID from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension NotificationID: ExpressibleByStringLiteral {
  /// Creates an ID from its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension NotificationID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

/// The identifier of a connection, for a center that receives responses from several connections.
///
/// ``ResponseCenter/open()`` returns each ID only once in the lifetime of the process. An object
/// identifier would not be unique, because a new connection may have the address of a released one.
public struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}
