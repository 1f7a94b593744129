// Components in SwiftUI. The checks run on Linux and do not compile this file.

#if canImport(SwiftUI)
  import Components
  import SelfManaged
  import SwiftUI

  struct Post: Identifiable, Equatable {
    var id: String
    var isLiked: Bool
    var likes: Int
    var asOf: LogicalTime  // when its list was requested, from session.beginRead()
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
      .buttonStyle(.borderless)  // in a List, a press on the row presses all default buttons
      .animation(like.state.isAnimated ? .default : nil, value: like.state)
      .onChange(of: post, initial: true) { bind() }  // also when the post is loaded again
      .onChange(of: ObjectIdentifier(session)) { bind() }  // another user signed in
    }

    private func bind() {
      like.selfManagedConfigure(
        isLiked: post.isLiked, count: post.likes, itemID: post.id, asOf: post.asOf,
        in: session)
    }
  }
  // snippet.end

  // snippet.editor
  // SwiftUI; not compiled by our checks, which run on Linux
  struct QuantityView: View {
    let skuID: String
    let session: Session
    @State private var editor = NumberEditor()
    @FocusState private var isFocused: Bool

    private var isEditing: Bool { editor.state.text != nil }

    var body: some View {
      HStack {
        if !editor.state.isCollapsed {
          Button("−") { editor.reduce() }.disabled(!editor.state.canReduce)
          TextField(
            editor.label, text: Binding(get: { editor.state.shownText }, set: { editor.edit($0) })
          )
          .focused($isFocused)
          .onAppear { isFocused = isEditing }  // a form may have begun editing
        }
        Button("+") { editor.add() }.disabled(!editor.state.canAdd)
      }
      .buttonStyle(.borderless)  // in a List, a press on the row presses all default buttons
      .animation(editor.state.isAnimated ? .default : nil, value: editor.state.quantity)
      .onChange(of: isFocused) { isFocused ? editor.beginEditing() : editor.endEditing() }
      .onChange(of: isEditing) { isFocused = isEditing }  // a form focuses the editor
      .onChange(of: skuID, initial: true) { bind() }
      .onChange(of: ObjectIdentifier(session)) { bind() }  // another user signed in
    }

    private func bind() {
      editor.prepareForCart(productID: skuID, in: session)
    }
  }
  // snippet.end

  // snippet.status
  // SwiftUI; not compiled by our checks, which run on Linux
  struct EditorStatusView: View {
    let editor: NumberEditor

    var body: some View {
      if let words = editor.state.checkFailure ?? editor.requestStatus.failure {
        Text(words)
      } else if editor.requestStatus.isPending || editor.state.isCheckPending {
        ProgressView()
      }
    }
  }
// snippet.end
#endif
