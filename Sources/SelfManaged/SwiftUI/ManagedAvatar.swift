#if SwiftUI && canImport(SwiftUI) && canImport(UIKit)
  public import Components
  public import Foundation
  public import SwiftUI
  import UIKit

  /// A user's picture, which is loaded by the session in the environment and opens the profile.
  ///
  /// The session's image loader wraps each image as a `UIImage`.
  public struct ManagedAvatar: View {
    private let userID: String
    private let name: String
    private let imageURL: URL?
    private let vip: VIPInformation?
    private let size: CGFloat
    @Environment(\.session) private var session
    @State private var avatar: AvatarView

    /// Creates the picture of a user.
    ///
    /// - Parameters:
    ///   - userID: The user's ID.
    ///   - name: The user's name, which VoiceOver speaks.
    ///   - imageURL: The address of the image; `nil` if the user has none.
    ///   - vip: The user's VIP information; `nil` if the user has none.
    ///   - size: The width and the height in points.
    public init(
      userID: String, name: String, imageURL: URL? = nil, vip: VIPInformation? = nil,
      size: CGFloat = 44
    ) {
      (self.userID, self.name, self.imageURL) = (userID, name, imageURL)
      (self.vip, self.size) = (vip, size)
      _avatar = State(initialValue: AvatarView(label: name))  // The first one stays.
    }

    /// The view.
    public var body: some View {
      Button {
        avatar.tap()
      } label: {
        picture.frame(width: size, height: size).clipShape(Circle())
      }
      .buttonStyle(.borderless)  // Otherwise a row tap presses it.
      .accessibility(of: avatar.accessibility)
      .onChange(of: [userID, name, imageURL?.absoluteString], initial: true) { bind() }
      .onChange(of: vip) { bind() }
      .onChange(of: session.map(ObjectIdentifier.init)) { bind() }  // Another user signed in.
    }

    @ViewBuilder private var picture: some View {
      switch avatar.state.image {
      case .loaded(let image):
        if let image = image.content(as: UIImage.self) { Image(uiImage: image).resizable() }
      case .loading: ProgressView()
      case .empty, .failed: Image(systemName: "person.crop.circle").resizable()
      }
    }

    private func bind() {
      avatar.label = name
      guard let session else { return }
      avatar.selfManagedConfigure(imageURL: imageURL, vip: vip, userID: userID, in: session)
    }
  }
#endif
