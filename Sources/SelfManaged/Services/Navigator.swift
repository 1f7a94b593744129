/// A service that shows destinations, so that no component has to find a navigation controller.
///
/// ## Implementing this protocol
///
/// Most navigators are `@MainActor` classes. An actor or a struct can conform too.
///
/// ```swift
/// @MainActor final class AppNavigator: Navigator {
///   func show(_ destination: Destination) {
///     window.navigationController.push(screen(for: destination))
///   }
/// }
/// ```
public protocol Navigator: Sendable {
  /// Shows a destination.
  ///
  /// Called from the main actor, once for each tap that opens a destination, in the order of the
  /// taps. On systems with `Task.immediate`, the call begins before the tap returns. The session
  /// does not wait for the previous call, so calls can overlap.
  ///
  /// Also called with ``Destination/signIn`` when the server reports that the user is signed out.
  /// All taps before that call share it.
  ///
  /// The method can't throw. For an unknown destination, show a fallback.
  func show(_ destination: Destination) async
}

/// A page of the app that a navigator can show.
///
/// ```swift
/// Destination.userProfile("42").path          // "/user/42"
/// Destination(path: "/user/42")               // .userProfile("42")
///
/// extension Destination.Kind { static let chat = Self(rawValue: "chat") }   // the app's own
/// Destination(.chat, "room 7").path           // "/chat/room%207"
/// ```
///
/// Each destination has a deep-link path, which creates an equal destination.
public struct Destination: Hashable, Sendable {
  /// The kind of page.
  public let kind: Kind
  /// The IDs that identify the page within its kind, in order; empty if the kind has only one page.
  public let arguments: [String]

  /// Creates a destination.
  public init(_ kind: Kind, _ arguments: String...) {
    self.init(kind, arguments: arguments)
  }

  /// Creates a destination from a list of arguments.
  public init(_ kind: Kind, arguments: [String]) {
    self.kind = kind
    self.arguments = arguments
  }

  /// A kind of page; an app adds its own kinds as static members.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name, which is the first component of the path.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A user's profile; its argument is the user's ID.
    public static let userProfile = Self(rawValue: "user")
    /// A product's page; its argument is the product's ID.
    public static let product = Self(rawValue: "product")
    /// The page where the user signs in.
    public static let signIn = Self(rawValue: "sign-in")
  }

  /// The profile of a user.
  public static func userProfile(_ userID: String) -> Self { Self(.userProfile, userID) }
  /// The page of a product.
  public static func product(_ productID: String) -> Self { Self(.product, productID) }
  /// The page where the user signs in.
  public static let signIn = Self(.signIn)
}

extension Destination {
  /// The deep-link path, with every component percent-encoded.
  public var path: String {
    ([kind.rawValue] + arguments).map { "/" + Self.encoded($0) }.joined()
  }

  /// Creates the destination of a deep-link path; `nil` if the path is invalid.
  ///
  /// A path is invalid if it does not begin with "/" or contains an invalid percent escape. The
  /// kind is not checked, because an app adds its own kinds.
  ///
  /// - Parameter path: A path in the format of ``path``.
  public init?(path: String) {
    // A slash before a combining mark is another character, but the same byte.
    let slash = UInt8(ascii: "/")
    guard path.utf8.first == slash else { return nil }
    let components = path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    var decoded: [String] = []
    for component in components {
      guard let text = Self.decoded(component) else { return nil }
      decoded.append(text)
    }
    self.init(Kind(rawValue: decoded.removeFirst()), arguments: decoded)
  }

  /// Percent-encodes all but RFC 3986's unreserved characters, so that no component contains a
  /// slash.
  private static func encoded(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF")
    var result = ""
    for byte in text.utf8 {
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~":
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
      }
    }
    return result
  }

  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexValue),
        let low = rest.popFirst().flatMap(hexValue)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    let decoded = String(decoding: bytes, as: UTF8.self)
    return decoded.utf8.elementsEqual(bytes) ? decoded : nil  // A difference means invalid UTF-8.
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) : nil
  }
}
