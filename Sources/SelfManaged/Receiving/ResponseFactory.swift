/// A factory that creates responses by the wire type of their frames.
///
/// ```swift
/// var factory = ResponseFactory()
/// try factory.register(LogIn.self)
/// try factory.register(QueryInfo.self)
/// try factory.register(LogOut.self)
/// ```
///
/// Fill the factory at the app's composition root. Each module can register its own kinds,
/// independently of the others. The factory is a `Sendable` value that needs no actor.
public struct ResponseFactory: Sendable {
  private var kinds: [WireType: any Response.Type] = [:]
  /// The kinds with wire types below ``tableLimit``, as most have, indexed by wire type.
  private var table: [(any Response.Type)?] = []
  private var names: [NotificationID: any Response.Type] = [:]

  private static var tableLimit: UInt64 { 1024 }

  /// Creates an empty factory.
  public init() {}

  /// The registered wire types, in ascending order.
  package var wireTypes: [WireType] { kinds.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Registers a kind of response.
  ///
  /// - Throws: A ``DuplicateResponse`` if this kind or another kind is already registered under its
  ///   wire type or its notification ID. The factory then stays unchanged.
  public mutating func register<Kind: Response>(_ kind: Kind.Type) throws {
    let wireType = Kind.wireType
    let notificationID = Kind.notificationID
    if let other = kinds[wireType] { throw Self.refusal(.wireType(wireType), other, Kind.self) }
    if let other = names[notificationID] {
      throw Self.refusal(.notificationID(notificationID), other, Kind.self)
    }
    kinds[wireType] = Kind.self
    names[notificationID] = Kind.self
    guard wireType.rawValue < Self.tableLimit else { return }
    let index = Int(wireType.rawValue)
    while table.count <= index { table.append(nil) }
    table[index] = Kind.self
  }

  /// Creates the response of a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - order: The byte order of numbers.
  /// - Returns: ``Received/response(_:)``, ``Received/unknown(_:)`` or ``Received/malformed(_:)``.
  public func response(from frame: Frame, order: ByteOrder = .big) -> Received {
    var reader = frame.reader(order: order)
    let storage = reader.storage
    return response(of: frame.type, from: &reader, in: storage)
  }
}

extension ResponseFactory {
  /// Creates the response of a part of a chunk.
  ///
  /// - Parameters:
  ///   - type: The type in the header.
  ///   - reader: A reader for the body. The response may move or replace it.
  ///   - storage: The bytes that the reader reads.
  /// - Returns: ``Received/response(_:)``, ``Received/unknown(_:)`` or ``Received/malformed(_:)``.
  func response(
    of type: WireType, from reader: inout ByteReader, in storage: [UInt8]
  ) -> Received {
    let range = reader.range
    guard let kind = kind(of: type) else {
      return .unknown(Frame(type: type, storage: storage, range: range))
    }
    do {
      return .response(try kind.init(from: &reader))
    } catch {
      let frame = Frame(type: type, storage: storage, range: range)
      return .malformed(
        MalformedResponse(frame: frame, type: String(reflecting: kind), error: error))
    }
  }

  private func kind(of type: WireType) -> (any Response.Type)? {
    if type.rawValue < UInt64(table.count) { return table[Int(type.rawValue)] }
    return kinds[type]
  }

  private static func refusal(
    _ claim: DuplicateResponse.Claim, _ first: any Response.Type, _ second: any Response.Type
  ) -> DuplicateResponse {
    DuplicateResponse(
      claim, first: String(reflecting: first), second: String(reflecting: second))
  }
}
