/// The number that identifies a kind of response on the wire.
///
/// ```swift
/// extension WireType { static let logIn: WireType = 1 }
/// ```
@frozen
public struct WireType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Creates a type from its number.
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension WireType: ExpressibleByIntegerLiteral {
  /// Creates a type from its number.
  public init(integerLiteral value: UInt64) { self.init(rawValue: value) }
}

extension WireType: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
