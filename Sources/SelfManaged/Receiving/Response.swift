/// Something the server says: built from the body of a frame, and posted to whoever observes it.
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
/// A type may stand in any module, and is made known by one line where the app is put together:
/// `try factory.register(LogIn.self)`. Nothing else has to change.
public protocol Response: Sendable {
  /// The number that stands for this kind on the wire; always the same.
  static var wireType: WireType { get }

  /// The name under which responses of this kind are posted; always the same.
  static var notificationID: NotificationID { get }

  /// Creates a response from a frame's body.
  ///
  /// Called once for each frame, on whatever actor or thread the bytes came to; never for two
  /// frames of a stream at once. Throwing costs this frame alone. Bytes that are not read are
  /// ignored, unless ``ByteReader/expectEnd()`` is called.
  init(from reader: inout ByteReader) throws
}

extension Response {
  /// This response, if it is of a kind: what a cast says, several times as fast.
  @inlinable @inline(__always)  // Where the kind is known it is a comparison.
  func of<Kind: Response>(_ kind: Kind.Type) -> Kind? {
    // An object may be of a class below the one it is held as.
    guard Self.self == kind else { return self as? Kind }
    // Safe, since both are one and the same type.
    return unsafeBitCast(self, to: kind)
  }
}
