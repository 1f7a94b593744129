public import Components

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Image loading and profile navigation.
extension AvatarView {
  /// Makes the avatar load its image and, when tapped, open the user's profile.
  ///
  /// An image that the loader has cached shows at once, in all avatars of the session that show the
  /// same address. They share one load. The image of a previous address never shows, even if it
  /// arrives late. ``Session/reloadImage(at:)`` loads a new picture under the same address. `onTap`
  /// is still called.
  ///
  /// If the session has no navigator, a tap is sent along the responder chain as
  /// ``DestinationWanted``. In these cases ``TapFailed`` is sent with the user's ID, and debug
  /// builds write a message that names the fix:
  /// - A tap or a retry is made after the session has ended.
  /// - A tap is made without a navigator, and no responder handles `DestinationWanted`.
  /// - A retry is made without an image loader.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the image; `nil` shows the placeholder.
  ///   - vip: The badge; `nil` for none.
  ///   - userID: The ID of the user whose profile a tap opens.
  ///   - session: Provides the image loader and the navigator. Without a loader the image is
  ///     `ImagePhase.failed`. An app that loads images itself calls
  ///     `selfManagedConfigure(imageURL:vip:userID:navigator:)`.
  public func selfManagedConfigure(
    imageURL: URL?, vip: VIPInformation? = nil, userID: String, in session: Session
  ) {
    var phase = ImagePhase.empty
    var subscription: Subscription?
    if let imageURL {
      if let images = session.images {
        // Detached first, the avatar does not show a separate change.
        (phase, subscription) = images.observe(imageURL) {
          detach()
        } show: { [weak self] in
          self?.show(image: $0)
        }
        // An observer of another avatar of the address may have bound this one meanwhile.
        guard !isManaged else {
          subscription?.end()
          return
        }
      } else {
        let error = ServiceError.missingImageLoader
        debugMessage("Image of \(userID): \(error.debugMessage)")
        phase = .failed(error.message)
      }
    }
    manage(State(imageURL: imageURL, vip: vip, image: phase), subscription, userID, session) {
      guard let imageURL else { return nil }
      guard let images = session.images else { return .missingImageLoader }
      images.retry(imageURL)
      return nil
    }
  }

  /// Makes the avatar open the user's profile when tapped; the app loads and shows the image.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the image; `nil` shows the placeholder.
  ///   - vip: The badge; `nil` for none.
  ///   - userID: The ID of the user whose profile a tap opens.
  ///   - navigator: Opens the profile.
  public func selfManagedConfigure(
    imageURL: URL?, vip: VIPInformation? = nil, userID: String, navigator: any Navigator
  ) {
    let state = State(imageURL: imageURL, vip: vip, image: imageURL == nil ? .empty : .loading)
    manage(state, nil, userID, Session(navigator: navigator)) { nil }
  }

  /// Attaches the behavior of a state, and shows it.
  private func manage(
    _ state: State, _ subscription: Subscription?, _ userID: String, _ session: Session,
    retry: @escaping @MainActor () -> ServiceError?
  ) {
    attach(
      Behavior(
        tap: { [weak self] in
          guard let self else { return }
          report(session.hasEnded ? .sessionEnded : open(.userProfile(userID), in: session), userID)
        },
        retryImage: { [weak self] in
          self?.report(session.hasEnded ? .sessionEnded : retry(), userID)
        },
        detached: { subscription?.end() }))
    // Last, since an observer may configure the avatar again, which then replaces this behavior.
    show(state)
  }

  /// Opens a destination; returns the error if that is not possible.
  private func open(_ destination: Destination, in session: Session) -> ServiceError? {
    if session.navigator != nil {
      session.show(destination)
      return nil
    }
    if send(DestinationWanted(destination)).isHandled { return nil }
    return .missingService("Navigator", "navigator")
  }

  private func report(_ error: ServiceError?, _ userID: String) {
    guard let error else { return }
    debugMessage("Avatar of \(userID): \(error.debugMessage)")
    send(TapFailed(itemID: userID, error: error))
  }
}

extension ServiceError {
  fileprivate static var missingImageLoader: Self { missingService("ImageLoader", "images") }
}
