public import Observation

/// The model of a like button: a status, a count, and a tap.
///
/// A plain button toggles locally and reports each tap:
///
/// ```swift
/// like.configure(isLiked: post.isLiked, count: post.likes)
/// like.onTap = { [unowned like] in print(like.state.count) }
/// ```
///
/// `selfManagedConfigure`, in the module `SelfManaged`, attaches a behavior that sends the like to
/// a service, shares it with every other button on the same item, and rolls it back if it fails.
///
/// Everything here happens on the main actor. A view observes one property, ``state``; each change
/// of it is one notification, so no observer sees a partial change.
@MainActor @Observable
public final class LikeButton: Responder {
  /// Everything that a view draws.
  public private(set) var state: State

  /// Called once for each tap, after ``state`` shows it; the button holds it strongly.
  @ObservationIgnored public var onTap: (@MainActor () -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The next responder of the button's events: its cell, section or page; `nil` while it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name that VoiceOver speaks.
  @ObservationIgnored public var label: String

  /// The other words that VoiceOver speaks.
  @ObservationIgnored public var words = AccessibilityWords()

  private var behavior: Behavior? { didSet { releaseAfterAccess(oldValue) } }

  /// Creates a button that is not liked, with a count of 0.
  public init(label: String = "Like") {
    self.label = label
    state = State(isLiked: false, count: 0)
  }

  /// Shows a plain button; an attached behavior is detached first.
  ///
  /// - Parameters:
  ///   - isLiked: Whether the user likes the item.
  ///   - count: How many users like it, this user included; below 0 counts as 0.
  ///   - animates: Whether a view should animate the user's own taps.
  public func configure(isLiked: Bool, count: Int, animates: Bool = true) {
    detach()
    show(State(isLiked: isLiked, count: count, change: .bind, animates: animates))
  }

  /// Replaces the whole state.
  ///
  /// A state equal to the current one publishes nothing.
  public func show(_ next: State) {
    if next != state { state = next }
  }

  /// Handles a tap by the user: the behavior decides, or a plain button toggles.
  public func tap() {
    if let behavior {
      behavior.tap()
    } else {
      let isLiked = !state.isLiked
      let count = isLiked ? min(state.count, .max - 1) + 1 : max(1, state.count) - 1
      show(State(isLiked: isLiked, count: count, change: .user, animates: state.animates))
    }
    onTap?()
  }

  /// Whether requests for the button's item are pending, uncertain or failed; observed.
  ///
  /// It changes independently of ``state``: a view that reads only one of the two observes only
  /// that one.
  public var requestStatus: RequestStatus { behavior?.status() ?? RequestStatus() }

  /// Whether a behavior is attached.
  public var isManaged: Bool { behavior != nil }

  /// Attaches a behavior; the previous one, if any, is detached first, before this returns.
  public func attach(_ behavior: Behavior) {
    detach()
    let meanwhile = self.behavior  // Attached by the previous one while it was detached.
    self.behavior = behavior
    meanwhile?.detached()
  }

  /// The binding of the behavior.
  package var binding: AnyObject? { behavior?.binding }

  /// Detaches the behavior.
  ///
  /// The state stays, and the button toggles locally again.
  public func detach() {
    guard let former = behavior else { return }
    behavior = nil
    former.detached()
  }

  /// The state of a like button, drawn by a view.
  public struct State: Hashable, Sendable {
    /// Whether the user likes the item.
    public var isLiked: Bool
    /// How many users like it, this user included; never below 0.
    public var count: Int
    /// The reason for this state.
    public var change: ChangeCause
    /// Whether the button was configured to animate at all.
    public var animates: Bool

    /// Creates a state; a count below 0 counts as 0.
    public init(isLiked: Bool, count: Int, change: ChangeCause = .bind, animates: Bool = true) {
      self.isLiked = isLiked
      self.count = max(0, count)
      self.change = change
      self.animates = animates
    }

    /// Whether a view should animate the change to this state: configured to, and the user's own
    /// change.
    public var isAnimated: Bool { animates && change.animates }
  }

  /// Makes a like button self-managed.
  ///
  /// Called on the main actor.
  public struct Behavior {
    /// Handles a tap, instead of the local toggle.
    public var tap: @MainActor () -> Void
    /// Returns the status of the item's requests; called at each reading of ``requestStatus``.
    ///
    /// The values it reads have to be observable, or a view does not update with the status.
    public var status: @MainActor () -> RequestStatus
    /// The binding to the item, which a behavior for the same item continues.
    package var binding: AnyObject?
    /// Called once when the behavior is detached, not when the button is released.
    public var detached: @MainActor () -> Void

    /// Creates a behavior.
    public init(
      tap: @escaping @MainActor () -> Void,
      detached: @escaping @MainActor () -> Void = {},
      status: @escaping @MainActor () -> RequestStatus = { RequestStatus() }
    ) {
      self.tap = tap
      self.status = status
      self.detached = detached
    }
  }
}

extension LikeButton {
  /// The VoiceOver description: a toggle button, its status and its count.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: label, value: "\(state.isLiked ? words.on : words.off), \(state.count)",
      traits: [.button, .toggleButton])
  }
}
