/// How a kind of value behaves where back ends and apps differ.
public struct OptimisticPolicy: Hashable, Sendable {
  /// Whether the back end carries out a repeated idempotency key once.
  ///
  /// By default `false`.
  ///
  /// Relative intents are sent again after an unknown outcome only where it does.
  public var honorsIdempotencyKeys: Bool {
    get { fields.honorsIdempotencyKeys }
    set { fields.honorsIdempotencyKeys = newValue }
  }

  /// The delays before a request with an unknown outcome, or a failed read, is sent again: as many
  /// further attempts as delays.
  public var retryDelays: [Duration] {
    get { fields.retryDelays }
    set { fields.retryDelays = newValue }
  }

  /// How often a request is decided anew after a version conflict before it fails.
  public var maximumConflictRetries: Int {
    get { fields.maximumConflictRetries }
    set { fields.maximumConflictRetries = newValue }
  }

  /// What happens to a tap while there is no network.
  ///
  /// By default it fails at once.
  public var offline: Offline {
    get { fields.offline }
    set { fields.offline = newValue }
  }

  /// What is put in one queue.
  ///
  /// By default each item has its own.
  public var lanes: Lanes {
    get { fields.lanes }
    set { fields.lanes = newValue }
  }

  /// How long a request or a read may take before its outcome counts as unknown.
  ///
  /// By default 30 seconds. A reply that comes later is ignored. Make it longer than the time-out of
  /// your own networking, which knows more of what happened.
  public var timeout: Duration {
    get { fields.timeout }
    set { fields.timeout = newValue }
  }

  /// How often list data without a known age may cause a read of one item.
  ///
  /// By default once in 30 seconds. Such data causes a read if it differs from what is known.
  public var listCheckInterval: Duration {
    get { fields.listCheckInterval }
    set { fields.listCheckInterval = newValue }
  }

  /// How long limits that the server reported are believed if it does not repeat them.
  ///
  /// By default one minute, and at most twice as long.
  public var limitLifetime: Duration {
    get { fields.limitLifetime }
    set { fields.limitLifetime = newValue }
  }

  /// Kept outside, since every item has one and all items of a kind have the same.
  private var box: Box

  private indirect enum Box: Hashable { case fields(Fields) }

  private struct Fields: Hashable {
    var honorsIdempotencyKeys = false
    var retryDelays: [Duration] = [.milliseconds(500), .seconds(2), .seconds(8)]
    var maximumConflictRetries = 3
    var offline = Offline.fail
    var lanes = Lanes.perItem
    var timeout = Duration.seconds(30)
    var listCheckInterval = Duration.seconds(30)
    var limitLifetime = Duration.seconds(60)
  }

  private var fields: Fields {
    get {
      switch box {
      case .fields(let fields): fields
      }
    }
    set { box = .fields(newValue) }
  }

  private static let standard = Box.fields(Fields())

  /// Creates the policy that suits most back ends.
  public init() { box = Self.standard }

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
