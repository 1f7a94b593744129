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
