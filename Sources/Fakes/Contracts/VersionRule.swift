/// Watches the versions a service tells: they never fall, and rise with each change.
struct VersionRule {
  /// The last version told.
  private(set) var last: Int?
  private var hasChanged = false

  enum Breach {
    case fell(String)
    case stood(String)
  }

  /// The value has changed, so the next version told has to be higher.
  mutating func valueChanged() { hasChanged = true }

  /// Takes a version in, and tells what is wrong with it.
  mutating func breach(by version: Int?) -> Breach? {
    guard let version else { return nil }
    defer {
      last = version
      hasChanged = false
    }
    guard let last else { return nil }
    if version < last { return .fell("the version fell from \(last) to \(version).") }
    if hasChanged, version == last {
      return .stood("the value changed, and the version is still \(version).")
    }
    return nil
  }
}
