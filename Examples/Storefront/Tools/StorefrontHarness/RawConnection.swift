package import FlyingSocks
public import Foundation
import StorefrontSockets

/// One TCP connection, as bytes.
public struct RawConnection: Sendable {
  package let socket: AsyncSocket

  /// Reads one HTTP message: its head, and a body of its `Content-Length`.
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

  /// Reads all bytes until the other side closes.
  public func readToEnd() async throws -> Data {
    var data = Data()
    do {
      while true { data += try await socket.read(atMost: 4096) }
    } catch SocketError.disconnected {
      return data
    }
  }

  /// Waits for bytes, and reads those that are available.
  ///
  /// - Throws: The error of the socket, also if the other side has closed it.
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

  /// Connects, writes bytes, and reads until the other side closes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - port: The port on the loopback interface.
  /// - Returns: The bytes that were read.
  /// - Throws: The error of the socket.
  public static func exchange(_ bytes: [UInt8], with port: UInt16) async throws -> Data {
    let connection = try await open(port)
    defer { connection.close() }
    try await connection.write(Data(bytes))
    return try await connection.readToEnd()
  }
}
