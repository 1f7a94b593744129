/// Checks the versions that a service reports: they never fall, and rise with each change.
struct VersionRule {
  /// The last reported version.
  private(set) var last: Int?
  private var hasChanged = false

  enum Breach {
    case fell(String)
    case didNotRise(String)
  }

  /// Records a change of the value, so that the next reported version has to be higher.
  mutating func valueChanged() { hasChanged = true }

  /// Records a version, and returns the rule that it breaks, if any.
  mutating func breach(by version: Int?) -> Breach? {
    guard let version else { return nil }
    defer {
      last = version
      hasChanged = false
    }
    guard let last else { return nil }
    if version < last { return .fell("the version fell from \(last) to \(version).") }
    if hasChanged, version == last {
      return .didNotRise("the value changed, but the version is still \(version).")
    }
    return nil
  }
}
