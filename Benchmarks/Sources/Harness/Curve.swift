/// What something costs at different scales.
public struct Curve: Sendable {
  /// What it is the cost of.
  public let name: String
  /// How large, and how many nanoseconds; in rising order.
  public let points: [(scale: Double, nanoseconds: Double)]

  /// Creates a curve.
  public init(_ name: String, _ points: [(scale: Double, nanoseconds: Double)]) {
    self.name = name
    self.points = points
  }
}
