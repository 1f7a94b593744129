/// Builds responses by the wire type of their frames.
///
/// ```swift
/// var factory = ResponseFactory()
/// try factory.register(LogIn.self)
/// try factory.register(QueryInfo.self)
/// try factory.register(LogOut.self)
/// ```
///
/// A value, to be filled where the app is put together: each module adds its own, and none knows of
/// the others. It is `Sendable` and needs no actor.
public struct ResponseFactory: Sendable {
  private var makers: [WireType: Maker] = [:]
  /// The makers of the types below ``tableLimit``, which most are, by their number.
  private var table: [Maker?] = []
  private var names: [NotificationID: String] = [:]

  private static var tableLimit: UInt64 { 1024 }

  /// Creates a factory that knows no response.
  public init() {}

  /// The wire types that are registered, in rising order.
  public var wireTypes: [WireType] { makers.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Makes a kind of response known.
  ///
  /// - Throws: A ``RegistrationError`` if another kind, or this one, is registered under its wire
  ///   type or its notification id; the factory is left as it was. Nothing is ever replaced in
  ///   silence.
  @inlinable
  public mutating func register<Kind: Response>(_ kind: Kind.Type) throws {
    try add(
      Maker(name: String(reflecting: kind)) { try Kind(from: &$0) },
      wireType: Kind.wireType, notificationID: Kind.notificationID)
  }

  /// Builds the response of a frame.
  ///
  /// - Parameters:
  ///   - frame: What came.
  ///   - order: Which byte of a number comes first.
  /// - Returns: The response, or what is wrong with the frame; never ``Received/failed(_:)``.
  public func response(from frame: Frame, order: ByteOrder = .big) -> Received {
    var reader = frame.reader(order: order)
    return response(of: frame.type, from: &reader)
  }

  /// What builds one kind of response.
  @usableFromInline
  final class Maker: Sendable {
    let name: String
    let make: @Sendable (inout ByteReader) throws -> any Response

    @usableFromInline
    init(name: String, _ make: @escaping @Sendable (inout ByteReader) throws -> any Response) {
      self.name = name
      self.make = make
    }
  }
}

extension ResponseFactory {
  @usableFromInline
  mutating func add(
    _ maker: Maker, wireType: WireType, notificationID: NotificationID
  ) throws {
    if let other = makers[wireType] {
      throw RegistrationError(.wireType(wireType), first: other.name, second: maker.name)
    }
    if let other = names[notificationID] {
      throw RegistrationError(.notificationID(notificationID), first: other, second: maker.name)
    }
    makers[wireType] = maker
    names[notificationID] = maker.name
    guard wireType.rawValue < Self.tableLimit else { return }
    let index = Int(wireType.rawValue)
    while table.count <= index { table.append(nil) }
    table[index] = maker
  }

  func response(of type: WireType, from reader: inout ByteReader) -> Received {
    let (storage, range) = (reader.storage, reader.range)
    guard let maker = maker(of: type) else {
      return .unknown(Frame(type: type, storage: storage, range: range))
    }
    do {
      return .response(try maker.make(&reader))
    } catch {
      let frame = Frame(type: type, storage: storage, range: range)
      return .malformed(MalformedResponse(frame: frame, type: maker.name, error: error))
    }
  }

  private func maker(of type: WireType) -> Maker? {
    if type.rawValue < UInt64(table.count) { return table[Int(type.rawValue)] }
    return type.rawValue < Self.tableLimit ? nil : makers[type]
  }
}
