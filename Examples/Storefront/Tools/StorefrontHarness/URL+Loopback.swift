package import Foundation

extension URL {
  /// The address of a server on the loopback interface.
  package static func loopback(port: UInt16) -> URL {
    URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/")
  }
}
