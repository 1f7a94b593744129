import FlyingSocks
public import Foundation

/// One TCP connection, as bytes.
public struct RawConnection: Sendable {
  let socket: AsyncSocket

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

  /// Writes text.
  public func write(_ text: String) async throws { try await write(Data(text.utf8)) }

  /// Writes bytes.
  public func write(_ data: Data) async throws { try await socket.write(data) }
}
