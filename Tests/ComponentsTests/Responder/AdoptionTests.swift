import Components
import Testing

/// A page becomes the next responder of its components in one line.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct AdoptionTests {
  private final class Section: AdoptableResponder { weak var nextResponder: (any Responder)? }

  @Test func pageAdoptsItsComponents() {
    let page = Node("page"), section = Section()
    let avatar = AvatarView(), like = LikeButton(), editor = NumberEditor()
    let name = TitledTextField(title: "Name")
    section.adopt(avatar, like, editor, name)
    page.adopt(section)
    var senders: [String] = []
    page.table.on(.buy) { event in
      senders.append(event.sender.map { "\(type(of: $0))" } ?? "")
      return .stop
    }
    for sender: any Responder in [avatar, like, editor, name, section] { sender.send(.buy) }
    #expect(senders == ["AvatarView", "LikeButton", "NumberEditor", "TitledTextField", "Section"])
  }

  @Test func latestPageReplacesTheFormerOneAndIsNotRetained() {
    let like = LikeButton(), first = Node("first")
    first.adopt(like)
    weak var released: Node?
    do {
      let second = Node("second")
      second.adopt(like)
      #expect(like.nextResponder === second)
      released = second
    }
    #expect(released == nil && like.nextResponder == nil)
    first.adopt()
  }
}
