public import Observation

/// The model of a like button: an on/off value, a count, and a tap.
///
/// With ``onTap``, a plain button leaves each tap to the app. The app shows the new state, animated,
/// and the old one again, unanimated, if the request fails:
///
/// ```swift
/// like.configure(isLiked: false, count: 10)
/// like.onTap = { [unowned like] in
///   like.configure(isLiked: true, count: 11, animated: true)
///   api.like(post) { failed in if failed { like.configure(isLiked: false, count: 10) } }
/// }
/// ```
///
/// `selfManagedConfigure`, in the module `SelfManaged`, attaches a behavior that sends the like to
/// a service, shares it with every other button on the same item, and rolls it back if it fails.
///
/// Everything here happens on the main actor. A view observes one property, ``state``. Each change
/// of the state is one notification, so no observer sees a partial change.
@MainActor @Observable
public final class LikeButton: AdoptableResponder, BehaviorHost, StateHost {
  /// The state that a view draws.
  public private(set) var state: State

  /// Called once for each tap; decides what a tap on a plain button does.
  ///
  /// A plain button with this closure does not change its ``state``: the closure does, by
  /// ``configure(isLiked:count:animated:)`` or ``toggle()``. A plain button without it toggles.
  /// With a behavior, it is called after the behavior has handled the tap and ``state`` shows the
  /// result. If the tap is made while another change of the item is being shown, the result is shown
  /// after that. The button retains the closure.
  @ObservationIgnored public var onTap: (@MainActor () -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Called after ``state`` shows the user's own change, its adjustment or its failure; see
  /// ``Feedback``.
  ///
  /// Of all buttons that are bound to an item, only the tapped one calls it, once for each change.
  /// A confirmation, or a change by another device, gives none. The button retains the closure.
  @ObservationIgnored public var onFeedback: (@MainActor (Feedback) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The next responder for the button's events: its cell, section or page; `nil` if it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name that VoiceOver speaks.
  @ObservationIgnored public var label: String

  /// The other words that VoiceOver speaks.
  public var words: AccessibilityWords {
    get { if case .own(let words) = chosenWords { words } else { AccessibilityWords() } }
    set { chosenWords = .own(newValue) }
  }

  @ObservationIgnored private var chosenWords = Words.english

  /// An app's own words are stored indirectly, since most apps have none: this saves 96 of 424 bytes
  /// (`Benchmarks/run heap`).
  private indirect enum Words {
    case english
    case own(AccessibilityWords)
  }

  @ObservationIgnored var behavior: Behavior? { didSet { releaseAfterAccess(oldValue) } }

  func changeBehavior(_ change: () -> Void) { withMutation(keyPath: \.requestStatus, change) }

  // Unchecked, since no other code runs during an access: 1 % of a like (`Benchmarks/count`).
  @ObservationIgnored @exclusivity(unchecked) package var newestState: State
  @ObservationIgnored @exclusivity(unchecked) package var publishing = Publishing.no
  package var publishedState: State { _state }
  package func setState(_ next: State) { state = next }

  /// Creates a plain button that is not liked, with a count of 0.
  public init(label: String = "Like") {
    self.label = label
    newestState = State(isLiked: false, count: 0)
    state = newestState
  }

  /// Detaches the behavior, if any, and shows these values.
  ///
  /// - Parameters:
  ///   - isLiked: Whether the user likes the item.
  ///   - count: The number of users who like the item, this user included; below 0 counts as 0.
  ///   - animated: Whether a view should animate this change: `true` for the result of the user's
  ///     tap, `false` for other data and for a rollback.
  public func configure(isLiked: Bool, count: Int, animated: Bool = false) {
    detach()
    show(State(isLiked: isLiked, count: count, change: animated ? .user : .bind))
  }

  /// Replaces the whole state.
  ///
  /// Showing an equal state publishes nothing. A state that an observer shows while it is notified of
  /// another one is published after that one.
  public func show(_ next: State) { replaceState(with: next) }

  /// Handles a tap by the user: by the behavior; in a plain button by ``onTap``, or by toggling.
  public func tap() {
    if let tap = behavior?.tap {
      tap()
    } else if onTap == nil {
      toggle()
    }
    onTap?()
  }

  /// Shows the opposite state, animated, with the count changed by the user's own like, and calls
  /// ``onFeedback``.
  public func toggle() {
    let (former, isLiked) = (newestState.count, !newestState.isLiked)
    let count = isLiked ? min(former, .max - 1) + 1 : max(1, former) - 1
    show(State(isLiked: isLiked, count: count, change: .user))
    onFeedback?(Feedback(.lightTap))
  }

  /// The status of the requests for the button's item; observable.
  ///
  /// The status changes independently of ``state``. A view that reads only one of the two observes
  /// only that one.
  public var requestStatus: RequestStatus {
    access(keyPath: \.requestStatus)
    return behavior?.binding?.status ?? RequestStatus()
  }

  /// Sends the last tap again after it failed; does nothing without a behavior or a failure.
  public func retry() { behavior?.binding?.retry() }

  /// Whether a behavior is attached.
  package var isManaged: Bool { behavior != nil }

  /// Attaches a behavior, after detaching the previous one, if any.
  public func attach(_ behavior: Behavior) {
    replaceBehavior(with: behavior)
  }

  /// The behavior's binding to the item; `nil` without one.
  ///
  /// Cast it to your `ItemBinding`, and pass it as `replacing:` when you bind the button again.
  public var binding: (any ComponentBinding)? { behavior?.binding }

  /// Detaches the behavior, if any; the button is plain again and keeps its state.
  public func detach() {
    replaceBehavior(with: nil)
  }

  /// The state of a like button that a view draws.
  public struct State: Hashable, Sendable {
    /// Whether the user likes the item.
    public var isLiked: Bool
    /// The number of users who like the item, this user included.
    ///
    /// A count below 0 counts as 0.
    public var count: Int { didSet { count = max(0, count) } }
    /// The reason for this state.
    public var change: ChangeCause
    /// Whether a view may animate changes at all.
    public var animates: Bool

    /// Creates a state; a count below 0 counts as 0.
    public init(isLiked: Bool, count: Int, change: ChangeCause = .bind, animates: Bool = true) {
      self.isLiked = isLiked
      self.count = max(0, count)
      self.change = change
      self.animates = animates
    }

    /// Whether a view should animate the change to this state: the user made the change, and
    /// ``animates`` is `true`.
    public var isAnimated: Bool { animates && change.animates }
  }

  /// What makes a like button self-managed; everything in it is called on the main actor.
  public struct Behavior: DetachableBehavior {
    let tap: @MainActor () -> Void
    let binding: (any ComponentBinding)?

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - tap: Handles a tap; called once for each tap, before `onTap`.
    ///   - binding: The binding to the item, for the status of its requests and for a retry. It ends when
    ///     the behavior is detached.
    public init(tap: @escaping @MainActor () -> Void, binding: (any ComponentBinding)? = nil) {
      self.tap = tap
      self.binding = binding
    }

    func detach() { binding?.unbind() }
  }
}

extension LikeButton {
  /// The VoiceOver description: a toggle button with its on/off value and its count.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: label, value: "\(state.isLiked ? words.on : words.off), \(state.count)",
      traits: [.button, .toggleButton])
  }
}
