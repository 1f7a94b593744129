package import Foundation
import NIOCore
import NIOPosix
import StorefrontNetwork

/// One TCP connection, as bytes.
package final class RawConnection: Sendable {
  private let channel: any Channel
  private let inbox: NIOLoopBound<Inbox>

  /// Adds itself to the pipeline of a channel, on its event loop.
  init(_ channel: any Channel) throws {
    try channel.closeOnExec()
    // Bytes are read only when they are asked for, so that a connection can be a slow reader.
    try channel.syncOptions?.setOption(.autoRead, value: false)
    let inbox = Inbox()
    try channel.pipeline.syncOperations.addHandler(inbox)
    self.channel = channel
    self.inbox = NIOLoopBound(inbox, eventLoop: channel.eventLoop)
  }

  deinit { close() }

  /// Reads one HTTP message: its head, and a body of its `Content-Length`.
  package func readRequest() async throws -> String {
    var data = Data()
    while true {
      data += try await read(atMost: 4096)
      guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      let field = head.split(separator: "\r\n").first {
        $0.lowercased().hasPrefix("content-length:")
      }
      let length = field?.split(separator: ":").last.flatMap {
        Int($0.trimmingCharacters(in: .whitespaces))
      }
      guard data[end.upperBound...].count >= length ?? 0 else { continue }
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// Reads all bytes until the other side closes.
  package func readToEnd() async throws -> Data {
    var data = Data()
    do {
      while true { data += try await read(atMost: 4096) }
    } catch ChannelError.eof {
      return data
    }
  }

  /// Waits for bytes, and reads those that are available.
  ///
  /// - Throws: The error of the socket, also if the other side has closed it. If the task is
  ///   canceled, the connection is closed.
  package func read(atMost count: Int) async throws -> [UInt8] {
    try await withTaskCancellationHandler {
      try await channel.eventLoop.flatSubmit { [inbox, channel] in
        inbox.value.read(atMost: count, from: channel)
      }.get()
    } onCancel: {
      close()
    }
  }

  package func write(_ text: String) async throws { try await write(Data(text.utf8)) }

  package func write(_ data: Data) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: data))
  }

  /// Connects to a port, by default on the loopback interface.
  package static func open(
    _ port: UInt16, at address: String = "127.0.0.1"
  ) async throws -> RawConnection {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(to: SocketAddress(ipAddress: address, port: Int(port))) { channel in
        channel.eventLoop.makeCompletedFuture { try RawConnection(channel) }
      }
  }

  package func close() { channel.close(promise: nil) }

  /// Connects to a port on the loopback interface, writes bytes, and reads until the other side
  /// closes.
  package static func exchange(_ bytes: [UInt8], with port: UInt16) async throws -> Data {
    let connection = try await open(port)
    defer { connection.close() }
    try await connection.write(Data(bytes))
    return try await connection.readToEnd()
  }

  /// Exchanges texts in the same way.
  package static func exchange(_ text: String, with port: UInt16) async throws -> String {
    String(decoding: try await exchange(Array(text.utf8), with: port), as: UTF8.self)
  }
}
