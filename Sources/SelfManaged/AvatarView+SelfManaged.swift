public import Components

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Loads its image, and opens the profile.
extension AvatarView {
  /// Makes the avatar load its image and, when tapped, open the user's profile.
  ///
  /// The image of a former address never shows, even if it arrives late. One load serves all avatars
  /// of a session that show the same address. `onTap` is still called.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the picture; `nil` shows the placeholder.
  ///   - vip: The badge; `nil` for none.
  ///   - userID: Whose profile a tap opens.
  ///   - session: Where the image loader and the navigator come from. Without a loader the avatar
  ///     shows what it is given; without a navigator a tap rises along the responder chain as
  ///     ``DestinationWanted``.
  public func selfManagedConfigure(
    imageURL: URL?, vip: VIPInformation? = nil, userID: String, in session: Session
  ) {
    if case .failed = state.image { detach() }  // It is loaded again, unless others show it too.
    var phase = imageURL == nil ? ImagePhase.empty : .loading
    var lease: Lease?
    if let imageURL, let images = session.images {
      (phase, lease) = images.observe(imageURL) { [weak self] in self?.show(image: $0) }
    }
    detach()  // Not before, so that the image of the same address is not loaded again.
    show(State(imageURL: imageURL, vip: vip, image: phase))
    attach(
      Behavior(
        tap: { [weak self] in
          if session.navigator != nil {
            session.show(.userProfile(userID))
          } else {
            self?.send(DestinationWanted(.userProfile(userID)))
          }
        },
        retryImage: { if let imageURL { session.images?.retry(imageURL) } },
        detached: { lease?.end() }))
  }

  /// Makes the avatar open the user's profile when tapped; the image is shown as it is given.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the picture; `nil` shows the placeholder.
  ///   - vip: The badge; `nil` for none.
  ///   - userID: Whose profile a tap opens.
  ///   - navigator: What opens it.
  public func selfManagedConfigure(
    imageURL: URL?, vip: VIPInformation? = nil, userID: String, navigator: any Navigator
  ) {
    selfManagedConfigure(
      imageURL: imageURL, vip: vip, userID: userID, in: Session(navigator: navigator))
  }
}
