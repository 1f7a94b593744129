/// How a kind of value behaves where back ends and apps differ.
public struct OptimisticPolicy: Hashable, Sendable {
  /// Whether the back end carries out a repeated idempotency key once.
  ///
  /// By default `false`.
  ///
  /// Relative intents are sent again after an unknown outcome only where it does.
  public var honorsIdempotencyKeys = false

  /// How long to wait before each new attempt after an unknown outcome; as many attempts as delays.
  public var retryDelays: [Duration] = [.milliseconds(500), .seconds(2), .seconds(8)]

  /// How often a request is decided anew after a version conflict before it fails.
  public var maximumConflictRetries = 3

  /// What happens to a tap while there is no network.
  ///
  /// By default it fails at once.
  public var offline = Offline.fail

  /// What is put in one queue.
  ///
  /// By default each item has its own.
  public var lanes = Lanes.perItem

  /// Creates the policy that suits most back ends.
  public init() {}

  /// What happens to a tap while there is no network.
  public enum Offline: Hashable, Sendable {
    /// It fails, and what was shown before is shown again.
    case fail
    /// It is kept for at most this long, and sent as one request when the network is back.
    case hold(Duration)
  }

  /// What is put in one queue, in which one request is under way at a time.
  public enum Lanes: Hashable, Sendable {
    /// Each item has its own.
    case perItem
    /// All items share one until a change has succeeded, and then each has its own: for carts that
    /// the first addition creates.
    case sharedAtFirst
    /// All items share one: for back ends that lose concurrent writes, or version the whole cart.
    case shared
  }
}
