/// A server message that is decoded from the body of a frame and posted to its observers.
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
/// A type may be declared in any module. One line at the app's composition root registers it:
/// `try factory.register(LogIn.self)`. Nothing else has to change.
public protocol Response: Sendable {
  /// The number that identifies this kind on the wire; it must never change.
  static var wireType: WireType { get }

  /// The name under which responses of this kind are posted; it must never change.
  static var notificationID: NotificationID { get }

  /// Creates a response from a frame's body.
  ///
  /// Called once for each frame, on the actor or thread that decodes the bytes; never for two
  /// frames of a stream at once. Throwing drops only this frame. Bytes that are not read are
  /// ignored, unless ``ByteReader/expectEnd()`` is called.
  init(from reader: inout ByteReader) throws
}

extension Response {
  /// This response, cast to a kind; several times as fast as `as?`.
  @inlinable @inline(__always)  // A comparison if the kind is known.
  func of<Kind: Response>(_ kind: Kind.Type) -> Kind? {
    // An object may be of a subclass of its static type.
    guard Self.self == kind else { return self as? Kind }
    // Safe, since both are the same type.
    return unsafeBitCast(self, to: kind)
  }
}
