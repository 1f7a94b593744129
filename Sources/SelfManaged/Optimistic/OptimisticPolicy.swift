/// The settings of a kind of value that differ between back ends and apps.
public struct OptimisticPolicy: Hashable, Sendable {
  /// Whether the back end applies requests with the same idempotency key only once.
  ///
  /// By default `false`.
  ///
  /// Relative intents are sent again after an unknown outcome only if this is `true`.
  public var honorsIdempotencyKeys = false

  /// The delays before a repetition: of a request with an unknown outcome, of a read that failed or
  /// whose answer was stale, or of a request to a busy server that asked for no delay.
  ///
  /// By default 0.5, 2 and 8 seconds. After an unknown outcome or a failed read there are as many
  /// further attempts as delays. After a stale answer there are three, and the last delay is
  /// repeated if there are fewer.
  public var retryDelays: [Duration] = [.milliseconds(500), .seconds(2), .seconds(8)]

  /// The number of times an intent is rebased after a version conflict before it fails.
  ///
  /// By default 3. A tap while the intent waits begins the count again.
  public var maximumConflictRetries = 3

  /// The number of times that an intent is sent again, or a read is repeated, if the server is busy.
  ///
  /// By default 5. A tap while the intent waits begins the count again. See
  /// ``ServiceError/busy(after:_:)``.
  public var maximumBusyRetries = 5

  /// The longest total time that an intent or a read waits for a busy server.
  ///
  /// By default two minutes. An intent and the read of its outcome each have this time. If the
  /// server asks for more, the intent fails at once, or is read back if an earlier attempt may have
  /// been applied. A read ends, and the value stays in doubt.
  public var longestBackOff = Duration.seconds(120)

  /// The greatest random part that is added to a delay before a retry, as a fraction of the delay.
  ///
  /// By default 0.5: a delay of 10 seconds becomes 10 to 15 seconds, so devices that failed together
  /// do not retry together. For a delay below one second, the part is computed from one second. The
  /// added part is never negative; see ``SessionClock``.
  public var jitter = 0.5

  /// The delay before an intent that removes the value is sent, in which it can be undone.
  ///
  /// By default `nil`: such an intent is sent at once. See ``OptimisticIntent/isRemoval(from:to:)``
  /// and ``Session/undoable``. Five seconds suit most users; give users of VoiceOver or Switch
  /// Control more time. The intent is sent earlier by ``Session/flush()``, ``Session/settled(within:)``, a
  /// later tap on the item, or when the last component is unbound from the item. While
  /// ``Session/isReachable`` is `false`, a flush does so only if ``offline`` holds taps.
  public var grace: Duration?

  /// The delay in which a burst of taps coalesces before its first request is sent.
  ///
  /// By default `nil`: the first tap is sent at once. Taps during a request coalesce in any case.
  /// Use a delay only if the server replies faster than the user taps.
  public var coalescingDelay: Duration?

  /// The handling of a tap while the device is offline.
  ///
  /// By default the tap fails at once; while ``Session/isReachable`` is `false`, before it is
  /// displayed.
  public var offline = Offline.fail

  /// The items whose requests share a lane.
  ///
  /// By default each item has its own lane.
  public var lanes = Lanes.perItem

  /// The time after which the outcome of a request or a read counts as unknown.
  ///
  /// By default 30 seconds; a millisecond at least. A later reply is ignored. Make the timeout
  /// longer than that of your networking layer, which can report the cause of a failure more exactly.
  public var timeout = Duration.seconds(30)

  /// The shortest interval between two reads of one item that are caused by list data of unknown
  /// age, by a tap at a learned limit, or by a refusal without a value.
  ///
  /// By default 30 seconds. List data causes a read if it differs from the known value, a tap
  /// because the limit may be outdated, and a refusal if the server never confirmed the value in
  /// this session. During the interval they cause one read at its end. With zero or less, each
  /// causes a read.
  public var listCheckInterval = Duration.seconds(30)

  /// The time for which learned limits apply.
  ///
  /// By default one minute. Answers do not prolong it; one that reports a limit after this time
  /// teaches it again. If a tap is pending at its end, another such time begins. A complete read or
  /// push that leaves a limit out ends it earlier.
  public var limitLifetime = Duration.seconds(60)

  /// The longest time from a lost reply until the tap is resolved: its retries and the reads that
  /// follow.
  ///
  /// By default one minute, or as long as ``offline`` holds taps if that is longer. Then the tap is
  /// resolved as ``Resolution/uncertain(_:)``, and the value stays in doubt until it is read. An
  /// attempt that is in flight then ends by its reply or its ``timeout``. So in a shared lane, one
  /// request that hangs holds the other items for this time and a ``timeout`` before and after it
  /// at most: two minutes by default.
  public var longestRecovery = Duration.seconds(60)

  /// Whether an intent may wait before it is sent.
  var delaysSending: Bool { grace != nil || coalescingDelay != nil }

  /// Whether taps are held while the device is offline.
  var holdsOffline: Bool { offline != .fail }

  /// The delay after a reply of a busy server: the one that it asked for, or else the policy's.
  ///
  /// A server that asks for no delay at all is believed once: then the policy's delay applies.
  func backOff(asked: Duration?, after earlier: Int) -> Duration {
    if let asked, asked > .zero || earlier == 0 { return max(.zero, asked) }
    return retryDelays.isEmpty ? .seconds(1) : retryDelays[min(earlier, retryDelays.count - 1)]
  }

  /// Creates the policy that suits most back ends.
  public init() {}

  /// The handling of a tap while the device is offline.
  public enum Offline: Hashable, Sendable {
    /// The tap fails and is rolled back.
    case fail
    /// The tap is queued for at most this long. Queued taps are sent as one request when the
    /// network is back.
    ///
    /// A request whose reply was lost also waits for the network if it may be sent again: at most
    /// this long, or ``OptimisticPolicy/longestRecovery`` if that is longer. Then its tap is
    /// resolved as ``Resolution/uncertain(_:)``, and the value is read.
    case hold(Duration)
  }

  /// The items that share a lane, in which one request is in flight at a time.
  public enum Lanes: Hashable, Sendable {
    /// Each item has its own lane.
    case perItem
    /// All items share one lane until a change has succeeded; then each item has its own lane.
    ///
    /// Use it for carts that the first addition creates.
    case sharedAtFirst
    /// All items share one lane.
    ///
    /// Use it for back ends that lose concurrent writes, or that version the whole cart.
    case shared
  }
}
