extension Rule where Value: Comparable & Hashable & Sendable {
  /// The value lies between two others, both included; not-a-number does not.
  public static func range(_ range: ClosedRange<Value>) -> Self {
    bounds(range.lowerBound, range.upperBound)
  }

  /// The value is not below another; not-a-number is.
  public static func range(_ range: PartialRangeFrom<Value>) -> Self {
    bounds(range.lowerBound, nil)
  }

  /// The value is not above another; not-a-number is.
  public static func range(_ range: PartialRangeThrough<Value>) -> Self {
    bounds(nil, range.upperBound)
  }

  private static func bounds(_ lower: Value?, _ upper: Value?) -> Self {
    let small = lower.map { RuleFailure(.tooSmall, $0) }
    let large = upper.map { RuleFailure(.tooLarge, $0) }
    return Self(lower == nil ? .tooLarge : .tooSmall) { value in
      if let lower, !(value >= lower) { return small }
      if let upper, !(value <= upper) { return large }
      return nil
    }
  }
}

extension Rule where Value: Equatable & Sendable {
  /// The value is one of those that are allowed.
  public static func oneOf(_ allowed: [Value]) -> Self {
    Self(.notOffered) { allowed.contains($0) }
  }
}
