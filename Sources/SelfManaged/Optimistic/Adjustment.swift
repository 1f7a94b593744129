/// The server, or a limit it told of, gave another value than was asked for.
public struct Adjustment<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What was asked for.
  public var requested: Value
  /// What came of it.
  public var actual: Value
  /// The limit that was met, if it was one.
  public var limit: Int?
  /// What the server wants to tell the person.
  public var notice: String?

  /// Creates an adjustment.
  public init(requested: Value, actual: Value, limit: Int? = nil, notice: String? = nil) {
    self.requested = requested
    self.actual = actual
    self.limit = limit
    self.notice = notice
  }
}
