import Components
import TestSupport
import Testing

/// The components are responders in the chain.
@MainActor
struct ResponderComponentsTests {
  @Test func everyComponentSendsToItsPage() throws {
    let page = Node("page")
    defer { withExtendedLifetime(page) {} }
    page.table.on(.buy) { _ in .stop }
    let (avatar, like, editor) = (AvatarView(), LikeButton(), NumberEditor())
    avatar.nextResponder = page
    like.nextResponder = page
    editor.nextResponder = page
    for component in [avatar, like, editor] as [any Responder] {
      #expect(component.send(.buy).labels == ["page"])
    }
  }

  @Test func componentKeepsItsPageWeakly() {
    let components: [any Responder]
    weak var gone: Node?
    do {
      let page = Node("page")
      gone = page
      let (avatar, like, editor) = (AvatarView(), LikeButton(), NumberEditor())
      avatar.nextResponder = page
      like.nextResponder = page
      editor.nextResponder = page
      components = [avatar, like, editor]
    }
    #expect(gone == nil)
    #expect(components.allSatisfy { $0.nextResponder == nil })
  }

  @Test func nextResponderIsNotPartOfTheState() {
    let like = LikeButton()
    let published = StateRecorder { like.state }
    let page = Node("page")
    like.nextResponder = page
    #expect(published.count == 0)
  }
}
