// Components under SwiftUI. Compiled where there is SwiftUI, and not by the checks, which run on Linux.

#if canImport(SwiftUI)
  import Components
  import SelfManaged
  import SwiftUI

  struct Post: Identifiable, Equatable {
    var id: String
    var isLiked: Bool
    var likes: Int
  }

  // snippet.like
  // SwiftUI; not compiled by our checks, which run on Linux
  struct LikeView: View {
    let post: Post
    let session: Session
    @State private var like = LikeButton()

    var body: some View {
      Button(
        "\(like.state.count)", systemImage: like.state.isLiked ? "heart.fill" : "heart"
      ) { like.tap() }
      .animation(like.state.isAnimated ? .default : nil, value: like.state)
      .onChange(of: post, initial: true) {
        like.selfManagedConfigure(
          isLiked: post.isLiked, count: post.likes, itemID: post.id, in: session)
      }
    }
  }
  // snippet.end

  // snippet.editor
  // SwiftUI; not compiled by our checks, which run on Linux
  struct QuantityView: View {
    let skuID: String
    let session: Session
    @State private var editor = NumberEditor()
    @FocusState private var isEditing: Bool

    var body: some View {
      HStack {
        if !editor.state.isCollapsed {
          Button("−") { editor.reduce() }.disabled(!editor.state.canReduce)
          TextField(
            editor.label, text: Binding(get: { editor.state.shownText }, set: { editor.edit($0) })
          )
          .focused($isEditing)
          .onChange(of: isEditing) { isEditing ? editor.beginEditing() : editor.endEditing() }
        }
        Button("+") { editor.add() }.disabled(!editor.state.canAdd)
      }
      .animation(editor.state.isAnimated ? .default : nil, value: editor.state.quantity)
      .onChange(of: skuID, initial: true) {
        editor.prepareForCart(productID: skuID, in: session)
      }
    }
  }
// snippet.end
#endif
