public import SelfManaged

/// What both ends of the push connection agree on.
public enum Wire {
  /// The most bytes a body may have.
  public static let maximumBody = 4096

  /// Reads what the shop says.
  public static func responses() throws -> ResponseDecoder {
    var factory = ResponseFactory()
    try factory.register(LogIn.self)
    try factory.register(QueryInfo.self)
    try factory.register(LogOut.self)
    try factory.register(LikeChanged.self)
    try factory.register(CartChanged.self)
    return ResponseDecoder(factory, maximumBody: maximumBody)
  }

  /// Reads what a device says.
  public static func requests() throws -> ResponseDecoder {
    var factory = ResponseFactory()
    try factory.register(Subscribe.self)
    try factory.register(AskInfo.self)
    try factory.register(SignOut.self)
    return ResponseDecoder(factory, maximumBody: maximumBody)
  }
}
