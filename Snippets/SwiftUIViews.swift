// Components in SwiftUI: views to copy into an app, bound to the session in the environment. The
// checks compile this file against declarations of Apple's API. Nothing has run on Apple platforms.

#if canImport(SwiftUI)
  import Components
  import SelfManaged
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #endif
  #if DEBUG
    import Fakes  // for the previews, which in an app are in a separate file
  #endif

  struct Post: Identifiable, Equatable {
    var id: String
    var isLiked: Bool
    var likes: Int
    var asOf: LogicalTime?  // when its list was requested, from session.beginRead()
  }

  struct User: Identifiable, Equatable {
    var id: String
    var name: String
    var avatar: URL?
    var vip: VIPInformation?
  }

  // snippet.environment
  extension EnvironmentValues {
    var session: Session? {
      get { self[SessionKey.self] }
      set { self[SessionKey.self] = newValue }
    }

    /// The language of failures and notices.
    var messages: MessageLanguage {
      get { self[MessagesKey.self] }
      set { self[MessagesKey.self] = newValue }
    }
  }

  private struct SessionKey: EnvironmentKey {
    static var defaultValue: Session? { nil }
  }

  private struct MessagesKey: EnvironmentKey {
    static var defaultValue: MessageLanguage { .english }
  }
  // snippet.end

  // snippet.like
  // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
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
        isLiked: post.isLiked, count: post.likes, itemID: post.id, asOf: post.asOf, in: session)
    }
  }
  // snippet.end

  #if canImport(UIKit)
    // snippet.avatar
    // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
    struct ManagedAvatar: View {
      let user: User
      let size: CGFloat
      @Environment(\.session) private var session
      @State private var avatar: AvatarView

      init(user: User, size: CGFloat = 44) {
        (self.user, self.size) = (user, size)
        _avatar = State(initialValue: AvatarView(label: user.name))  // the first one stays
      }

      var body: some View {
        Button {
          avatar.tap()
        } label: {
          picture.frame(width: size, height: size).clipShape(Circle())
        }
        .buttonStyle(.borderless)
        .accessibility(of: avatar.accessibility)
        .onChange(of: user, initial: true) { bind() }
        .onChange(of: session.map(ObjectIdentifier.init)) { bind() }
      }

      /// The image that the loader wraps: here a `UIImage`, on macOS for example an `NSImage`.
      @ViewBuilder private var picture: some View {
        switch avatar.state.image {
        case .loaded(let image):
          if let image = image.content(as: UIImage.self) { Image(uiImage: image).resizable() }
        case .loading: ProgressView()
        case .empty, .failed: Image(systemName: "person.crop.circle").resizable()
        }
      }

      private func bind() {
        avatar.label = user.name
        guard let session else { return }
        avatar.selfManagedConfigure(
          imageURL: user.avatar, vip: user.vip, userID: user.id, in: session)
      }
    }
  // snippet.end
  #endif

  // snippet.editor
  // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
  struct CartStepper: View {
    let productID: String
    let name: String
    @Environment(\.session) private var session
    @State private var editor: NumberEditor
    @FocusState private var isFocused: Bool

    init(productID: String, name: String) {
      (self.productID, self.name) = (productID, name)
      _editor = State(initialValue: NumberEditor(label: name))  // the first one stays
    }

    private var isEditing: Bool { editor.state.text != nil }

    var body: some View {
      HStack {
        if !editor.state.isCollapsed {
          Button("−") { editor.reduce() }
            .disabled(!editor.state.canReduce)
            .accessibility(of: editor.minusAccessibility)
          TextField(
            name, text: Binding(get: { editor.state.shownText }, set: { editor.edit($0) })
          )
          .focused($isFocused)
          .accessibilityLabel(editor.accessibility.label)
          .onAppear { isFocused = isEditing }  // a form may have begun editing
        }
        Button("+") { editor.add() }
          .disabled(!editor.state.canAdd)
          .accessibility(of: editor.plusAccessibility)
        EditorStatus(editor: editor)
      }
      .buttonStyle(.borderless)  // else a row tap presses it
      .animation(editor.state.isAnimated ? .default : nil, value: editor.state.quantity)
      .onChange(of: isFocused) { isFocused ? editor.beginEditing() : editor.endEditing() }
      .onChange(of: isEditing) { isFocused = isEditing }  // a form focuses the editor
      .onChange(of: [productID, name], initial: true) { bind() }
      .onChange(of: session.map(ObjectIdentifier.init)) { bind() }  // another user signed in
    }

    private func bind() {
      editor.label = name
      guard let session else { return }
      editor.prepareForCart(productID: productID, in: session)
    }
  }
  // snippet.end

  // snippet.status
  // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
  struct EditorStatus: View {
    let editor: NumberEditor
    @Environment(\.messages) private var messages

    var body: some View {
      if let words = editor.state.checkFailure ?? editor.requestFailure(in: messages) {
        Text(words)
      } else if let notice = editor.state.notice {
        Text(notice.message(in: messages))
      } else if editor.requestStatus.isPending || editor.state.isCheckPending {
        ProgressView()
      }
    }
  }
  // snippet.end

  // snippet.field
  // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
  struct FormField: View {
    let field: TitledTextField  // owned by the screen's model, which adds it to a form
    @FocusState private var isFocused: Bool

    var body: some View {
      VStack(alignment: .leading) {
        TextField(
          field.state.title,
          text: Binding(get: { field.state.text }, set: { field.edit($0) }),
          prompt: Text(field.state.placeholder)
        )
        .focused($isFocused)
        .accessibility(of: field.accessibility)
        if let failure = field.state.failure {
          Text(failure).font(.footnote).foregroundStyle(.red)
        } else if field.state.isPending {
          ProgressView()
        }
      }
      .onAppear { isFocused = field.state.isFocused }
      .onChange(of: field.state.isFocused) { isFocused = field.state.isFocused }
      .onChange(of: isFocused) {
        guard isFocused != field.state.isFocused else { return }
        isFocused ? field.focus() : field.endEditing()
      }
    }
  }
  // snippet.end

  // snippet.accessibility
  extension View {
    /// Describes the view to VoiceOver, except that `disabled(_:)` marks a disabled control.
    func accessibility(of data: AccessibilityData) -> some View {
      accessibilityLabel(data.label)
        .accessibilityValue(data.value ?? "")
        .accessibilityAddTraits(AccessibilityTraits(data.traits))
    }
  }

  extension AccessibilityTraits {
    init(_ traits: AccessibilityData.Traits) {
      self.init()
      if traits.contains(.button) { insert(.isButton) }
      if traits.contains(.toggleButton) { insert(.isToggle) }
      if traits.contains(.image) { insert(.isImage) }
    }
  }
  // snippet.end

  #if DEBUG && canImport(UIKit)
    // snippet.previews
    struct ManagedViews_Previews: PreviewProvider {
      static var previews: some View {
        List {
          ManagedLike(post: Post(id: "p1", isLiked: false, likes: 10))
          ManagedAvatar(user: User(id: "ann", name: "Ann"))
          CartStepper(productID: "sku", name: "Tea")
          FormField(field: TitledTextField(title: "Name", key: "name", placeholder: "Your name"))
        }
        .environment(\.session, .fake())
      }
    }
  // snippet.end
  #endif
#endif
