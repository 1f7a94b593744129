import Observation

/// The observable reachability of the server, as far as the app knows.
@MainActor @Observable
final class Reachability {
  var isReachable = true
}
