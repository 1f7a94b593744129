// A like button in SwiftUI, beside the views of the package's trait `SwiftUI`. The checks compile this
// file against declarations of Apple's API. Nothing has run on Apple platforms.

#if canImport(SwiftUI) && SwiftUI
  import Components
  import SelfManaged
  import SwiftUI

  #if DEBUG
    import Fakes  // for the previews, which in an app are in a separate file
  #endif

  /// The app's own model.
  struct Post: Identifiable, Equatable {
    var id: String
    var isLiked: Bool
    var likes: Int
    var version: Int?
    var asOf: LogicalTime?  // when its list was requested, from session.beginRead()
  }

  // snippet.like
  // needs the trait SwiftUI, Components and SelfManaged; Post is your model
  struct ManagedLike: View {
    let post: Post
    @Environment(\.session) private var session
    @State private var like = LikeButton()

    var body: some View {
      Button(
        "\(like.state.count)", systemImage: like.state.isLiked ? "heart.fill" : "heart"
      ) { like.tap() }
      .buttonStyle(.borderless)  // else a row tap presses it
      .accessibility(of: like.accessibility)
      .animation(like.state.isAnimated ? .default : nil, value: like.state)
      .onChange(of: post, initial: true) { bind() }  // also newer data
      .onChange(of: session.map(ObjectIdentifier.init)) { bind() }  // another user signed in
    }

    private func bind() {
      guard let session else { return }
      like.selfManagedConfigure(
        isLiked: post.isLiked, count: post.likes, version: post.version, itemID: post.id,
        asOf: post.asOf, in: session)
    }
  }
  // snippet.end

  #if DEBUG && canImport(UIKit)
    // snippet.previews
    struct ManagedViews_Previews: PreviewProvider {
      static var previews: some View {
        List {
          ManagedLike(post: Post(id: "p1", isLiked: false, likes: 10))
          ManagedAvatar(userID: "ann", name: "Ann")
          CartStepper(productID: "sku", name: "Tea")
          FormField(field: TitledTextField(title: "Name", key: "name", placeholder: "Your name"))
        }
        .environment(\.session, .fake())
      }
    }
  // snippet.end
  #endif
#endif
