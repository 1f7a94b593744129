public import Observation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The model of an avatar: a user's picture, a VIP badge, and a tap.
///
/// Plain, it shows what it is given and passes the tap outward:
///
/// ```swift
/// avatar.configure(imageURL: user.avatar, vip: user.vip)
/// avatar.onTap = { router.open(user) }
/// avatar.show(image: .loaded(LoadedImage(data)))
/// ```
///
/// It starts no work of its own. `selfManagedConfigure`, in the module `SelfManaged`, plugs in a
/// behaviour that loads the image and opens the user's profile.
///
/// Everything here happens on the main actor. A view observes one property, ``state``; each change
/// of it is one notification.
@MainActor @Observable
public final class AvatarView: Responder {
  /// All that a view draws.
  public private(set) var state: State { didSet { releaseAfterAccess(oldValue) } }

  /// Called once for each tap, after the plugged-in behaviour (if any) has handled it.
  @ObservationIgnored public var onTap: (@MainActor () -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Where its events go: the cell, section or page it stands on; `nil` while it has none.
  @ObservationIgnored public weak var nextResponder: (any Responder)?

  /// The name VoiceOver says, for example the user's name.
  @ObservationIgnored public var label: String

  @ObservationIgnored private var behavior: Behavior? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Creates an avatar that shows nothing yet.
  public init(label: String = "Avatar") {
    self.label = label
    state = State()
  }

  /// Shows a plain avatar; a behaviour that was plugged in is taken out first.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the picture; `nil` shows the placeholder.
  ///   - vip: The badge; `nil` for none.
  public func configure(imageURL: URL?, vip: VIPInformation? = nil) {
    detach()
    show(State(imageURL: imageURL, vip: vip, image: imageURL == nil ? .empty : .loading))
  }

  /// Shows another phase of the image that ``State/imageURL`` names.
  public func show(image: ImagePhase) {
    var next = state
    next.image = image
    show(next)
  }

  /// Shows a state as a whole.
  ///
  /// A state equal to the present one publishes nothing.
  public func show(_ next: State) {
    if next != state { state = next }
  }

  /// The person tapped the avatar.
  public func tap() {
    behavior?.tap()
    onTap?()
  }

  /// Asks for the image again after a failure; without a plugged-in behaviour it does nothing.
  public func retryImage() { behavior?.retryImage() }

  /// Whether a behaviour is plugged in.
  public var isManaged: Bool { behavior != nil }

  /// Plugs a behaviour in; the former one, if any, is taken out first, in the same turn.
  public func attach(_ behavior: Behavior) {
    detach()
    let meanwhile = self.behavior  // Plugged in by the former as it was taken out.
    self.behavior = behavior
    meanwhile?.detached()
  }

  /// Takes the behaviour out.
  ///
  /// What is shown stays, and the avatar is plain again.
  public func detach() {
    let former = behavior
    behavior = nil
    former?.detached()
  }

  /// What a view draws of an avatar.
  public struct State: Hashable, Sendable {
    /// The address of the picture; `nil` where the user has none.
    public var imageURL: URL?
    /// The badge; `nil` for none.
    public var vip: VIPInformation?
    /// How far the picture has come.
    public var image: ImagePhase

    /// Creates a state.
    public init(imageURL: URL? = nil, vip: VIPInformation? = nil, image: ImagePhase = .empty) {
      self.imageURL = imageURL
      self.vip = vip
      self.image = image
    }
  }

  /// What is plugged into an avatar to make it manage itself.
  ///
  /// Called on the main actor.
  public struct Behavior {
    /// Handles a tap.
    public var tap: @MainActor () -> Void
    /// Handles the wish to load the image again.
    public var retryImage: @MainActor () -> Void
    /// Called once when the behaviour is taken out, not when the avatar goes away.
    public var detached: @MainActor () -> Void

    /// Creates a behaviour.
    public init(
      tap: @escaping @MainActor () -> Void,
      retryImage: @escaping @MainActor () -> Void = {},
      detached: @escaping @MainActor () -> Void = {}
    ) {
      self.tap = tap
      self.retryImage = retryImage
      self.detached = detached
    }
  }
}

extension AvatarView {
  /// What VoiceOver is told: the name, the VIP label as its value, a button with an image.
  public var accessibility: AccessibilityData {
    AccessibilityData(label: label, value: state.vip?.label, traits: [.button, .image])
  }
}
