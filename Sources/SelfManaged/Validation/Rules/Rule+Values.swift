internal import Components

extension Rule where Value: Comparable & Hashable & Sendable {
  /// Returns a rule that passes if the value is within a range, both bounds included; NaN fails.
  public static func inRange(_ range: ClosedRange<Value>) -> Self {
    bounds(range.lowerBound, range.upperBound)
  }

  /// Returns a rule that passes if the value is not below a bound; NaN fails.
  public static func inRange(_ range: PartialRangeFrom<Value>) -> Self {
    bounds(range.lowerBound, nil)
  }

  /// Returns a rule that passes if the value is not above a bound; NaN fails.
  public static func inRange(_ range: PartialRangeThrough<Value>) -> Self {
    bounds(nil, range.upperBound)
  }

  private static func bounds(_ lower: Value?, _ upper: Value?) -> Self {
    let small = lower.map { RuleFailure(.tooSmall, $0) }
    let large = upper.map { RuleFailure(.tooLarge, $0) }
    return Self(lower == nil ? .tooLarge : .tooSmall) { value in
      let isNumber = value == value  // The default `>=` of a type such as `Date` accepts NaN.
      if let lower, !isNumber || !(value >= lower) { return small }
      if let upper, !isNumber || !(value <= upper) { return large }
      return nil
    }
  }
}

extension Rule where Value: Comparable & Hashable & Sendable {
  /// Returns a rule that passes if the value is less than a bound; for a date, if it is earlier.
  public static func before(_ bound: Value) -> Self {
    Self(.notBefore, bound) { $0 < bound }
  }

  /// Returns a rule that passes if the value is greater than a bound; for a date, if it is later.
  public static func after(_ bound: Value) -> Self {
    Self(.notAfter, bound) { $0 > bound }
  }
}

extension Rule where Value == Bool {
  /// A rule that passes if the value is `true`, for example a check box for the terms of use.
  public static var accepted: Self { Self(.notAccepted) { $0 } }
}

extension Rule where Value: Equatable & Sendable {
  /// Returns a rule that passes if the value is one of the allowed values.
  ///
  /// A text of more than 1,000 Unicode scalars passes only if the scalars are the same.
  public static func oneOf(_ allowed: [Value]) -> Self {
    Self(.notOffered) { value in allowed.contains { isEqual($0, value) } }
  }
}
