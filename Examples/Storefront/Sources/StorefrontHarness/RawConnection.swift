package import FlyingSocks
public import Foundation
import StorefrontSockets

/// One TCP connection, as bytes.
public struct RawConnection: Sendable {
  package let socket: AsyncSocket

  /// Reads one HTTP message: its head, and as much as its `Content-Length` says.
  public func readRequest() async throws -> String {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while !bytes.suffix(4).elementsEqual(end) { bytes.append(try await socket.read()) }
    let head = String(decoding: bytes, as: UTF8.self)
    let field = head.split(separator: "\r\n").first {
      $0.lowercased().hasPrefix("content-length:")
    }
    let length = field?.split(separator: ":").last.flatMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    return head + String(decoding: try await socket.read(bytes: length ?? 0), as: UTF8.self)
  }

  /// Reads whatever comes until the other side closes.
  public func readToEnd() async throws -> Data {
    var data = Data()
    do {
      while true { data += try await socket.read(atMost: 4096) }
    } catch SocketError.disconnected {
      return data
    }
  }

  /// Reads what there is, and waits until there is something.
  ///
  /// - Throws: What the system says of the socket, also when the other side has closed it.
  public func read(atMost count: Int) async throws -> [UInt8] {
    try await socket.read(atMost: count)
  }

  /// Writes text.
  public func write(_ text: String) async throws { try await write(Data(text.utf8)) }

  /// Writes bytes.
  public func write(_ data: Data) async throws { try await socket.write(data) }

  /// Connects to a port, by default on the loopback interface.
  public static func open(
    _ port: UInt16, at address: String = "127.0.0.1"
  ) async throws -> RawConnection {
    RawConnection(socket: try await Sockets.connect(to: port, at: address))
  }

  /// Closes the connection.
  public func close() { try? socket.close() }

  /// Connects, says something, and reads what comes until the other side closes.
  ///
  /// - Parameters:
  ///   - bytes: What is said.
  ///   - port: To whom, on the loopback interface.
  /// - Returns: What came.
  /// - Throws: What the system says of the socket.
  public static func exchange(_ bytes: [UInt8], with port: UInt16) async throws -> Data {
    let connection = try await open(port)
    defer { connection.close() }
    try await connection.write(Data(bytes))
    return try await connection.readToEnd()
  }
}
