public import Observation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The model of an avatar: a user's picture, a VIP badge, and a tap.
///
/// A plain avatar shows its configured values and reports taps to ``onTap``:
///
/// ```swift
/// avatar.configure(imageURL: user.avatar, vip: user.vip) { router.open(user) }
/// avatar.show(image: .loaded(LoadedImage(data)))
/// ```
///
/// A plain avatar loads nothing by itself: loading needs a cache that all avatars share, and an
/// owner that cancels loads. `selfManagedConfigure`, in the module `SelfManaged`, attaches a
/// behavior that loads the image and opens the user's profile.
///
/// Everything here happens on the main actor. A view observes one property, ``state``. Each change
/// of the state is one notification.
@MainActor @Observable
public final class AvatarView: AdoptableResponder, BehaviorHost, StateHost {
  /// The state that a view draws.
  public private(set) var state: State { didSet { releaseAfterAccess(oldValue) } }

  /// Called once for each tap, after the attached behavior, if any, has handled the tap.
  ///
  /// The avatar retains the closure.
  @ObservationIgnored public var onTap: (@MainActor () -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The next responder for the avatar's events: its cell, section or page; `nil` if it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name that VoiceOver speaks, for example the user's name.
  @ObservationIgnored public var label: String

  @ObservationIgnored var behavior: Behavior? {
    didSet { releaseAfterAccess(oldValue) }
  }

  // Observers read nothing that the behavior reports.
  func changeBehavior(_ change: () -> Void) { change() }

  @ObservationIgnored package var newestState: State { didSet { releaseAfterAccess(oldValue) } }
  @ObservationIgnored package var publishing = Publishing.no
  package var publishedState: State { _state }
  package func setState(_ next: State) { state = next }

  /// Creates an avatar that shows the placeholder.
  public init(label: String = "Avatar") {
    self.label = label
    newestState = State()
    state = newestState
  }

  /// Detaches the behavior, if any, and shows these values.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the picture; `nil` shows the placeholder.
  ///   - vip: The badge; `nil` for none.
  ///   - onTap: The new ``onTap``; with `nil` the current one stays.
  public func configure(
    imageURL: URL?, vip: VIPInformation? = nil, onTap: (@MainActor () -> Void)? = nil
  ) {
    detach()
    if let onTap { self.onTap = onTap }
    show(State(imageURL: imageURL, vip: vip, image: imageURL == nil ? .empty : .loading))
  }

  /// Shows a new loading phase of the image at ``State/imageURL``.
  public func show(image: ImagePhase) {
    var next = newestState
    next.image = image
    show(next)
  }

  /// Replaces the whole state.
  ///
  /// Showing an equal state publishes nothing.
  public func show(_ next: State) { replaceState(with: next) }

  /// Handles a tap by the user: first the behavior, then ``onTap``.
  public func tap() {
    behavior?.tap()
    onTap?()
  }

  /// Requests the image again after a failure; does nothing without a behavior.
  public func retryImage() { behavior?.retryImage() }

  /// Whether a behavior is attached.
  package var isManaged: Bool { behavior != nil }

  /// Attaches a behavior, after detaching the previous one, if any.
  public func attach(_ behavior: Behavior) {
    replaceBehavior(with: behavior)
  }

  /// Detaches the behavior, if any; the avatar is plain again and keeps its state.
  public func detach() {
    replaceBehavior(with: nil)
  }

  /// The state of an avatar that a view draws.
  public struct State: Hashable, Sendable {
    /// The address of the picture; `nil` if the user has none.
    public var imageURL: URL?
    /// The badge; `nil` for none.
    public var vip: VIPInformation?
    /// The loading phase of the picture.
    public var image: ImagePhase

    /// Creates a state.
    public init(imageURL: URL? = nil, vip: VIPInformation? = nil, image: ImagePhase = .empty) {
      self.imageURL = imageURL
      self.vip = vip
      self.image = image
    }
  }

  /// The closures that make an avatar self-managed.
  ///
  /// All of them are called on the main actor.
  public struct Behavior: DetachableBehavior {
    let tap: @MainActor () -> Void
    let retryImage: @MainActor () -> Void
    let detached: @MainActor () -> Void

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - tap: Handles a tap; called once for each tap.
    ///   - retryImage: Handles a request to load the image again.
    ///   - detached: Called once when the behavior is detached, not when the avatar is released.
    public init(
      tap: @escaping @MainActor () -> Void,
      retryImage: @escaping @MainActor () -> Void = {},
      detached: @escaping @MainActor () -> Void = {}
    ) {
      self.tap = tap
      self.retryImage = retryImage
      self.detached = detached
    }

    func detach() { detached() }
  }
}

extension AvatarView {
  /// The VoiceOver description: the name, the VIP label as the value, and the traits of an image
  /// button.
  public var accessibility: AccessibilityData {
    AccessibilityData(
      label: label, value: .spoken(state.vip?.label ?? "", nil), traits: [.button, .image])
  }
}
