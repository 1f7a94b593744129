package import SelfManaged

/// The wire format of the push connection.
package enum Wire {
  /// The maximum number of bytes in a body.
  package static let maximumBody = 4096

  /// Returns a decoder of the server's messages.
  package static func responses() throws -> ResponseDecoder {
    var factory = ResponseFactory()
    try factory.register(LogIn.self)
    try factory.register(QueryInfo.self)
    try factory.register(LogOut.self)
    try factory.register(JournalCut.self)
    try factory.register(LikeChanged.self)
    try factory.register(CartChanged.self)
    return ResponseDecoder(factory, maximumBody: maximumBody)
  }

  /// Returns a decoder of a device's messages.
  package static func requests() throws -> ResponseDecoder {
    var factory = ResponseFactory()
    try factory.register(Subscribe.self)
    try factory.register(AskInfo.self)
    try factory.register(SignOut.self)
    return ResponseDecoder(factory, maximumBody: maximumBody)
  }
}
