/// The server, or a limit it told of, gave another value than was asked for.
public struct Adjustment<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What was asked for.
  public var requested: Value {
    get { fields.requested }
    set { fields.requested = newValue }
  }
  /// What came of it.
  public var actual: Value {
    get { fields.actual }
    set { fields.actual = newValue }
  }
  /// The limit that was met, if it was one.
  public var limit: Int? {
    get { fields.limit }
    set { fields.limit = newValue }
  }
  /// What the server wants to tell the person.
  public var notice: String? {
    get { fields.notice }
    set { fields.notice = newValue }
  }

  /// Kept outside, so that what may be adjusted costs no more than a word for what it seldom has.
  private var box: Box

  private indirect enum Box: Hashable { case fields(Fields) }

  private struct Fields: Hashable {
    var requested: Value
    var actual: Value
    var limit: Int?
    var notice: String?
  }

  private var fields: Fields {
    get {
      switch box {
      case .fields(let fields): fields
      }
    }
    set { box = .fields(newValue) }
  }

  /// Creates an adjustment.
  public init(requested: Value, actual: Value, limit: Int? = nil, notice: String? = nil) {
    box = .fields(Fields(requested: requested, actual: actual, limit: limit, notice: notice))
  }
}
