/// The known server version of a value.
enum Revision: Hashable, Sendable {
  /// The server has reported no version.
  case unversioned
  /// The value has this version.
  case at(Int)
  /// The value is newer than this version: it was changed since, and no later version was reported.
  case after(Int)

  /// The last version reported; an answer with a lower one is stale.
  var floor: Int? {
    switch self {
    case .unversioned: nil
    case .at(let version), .after(let version): version
    }
  }

  /// The version of the value itself, if it is known.
  var exact: Int? { if case .at(let version) = self { version } else { nil } }

  /// The revision after a change that reported no version.
  var passed: Self { floor.map { .after($0) } ?? .unversioned }
}
