import Components
import Fakes
import SelfManaged
import Testing

/// The cell of the guide "Use a component in UIKit" on systems before iOS 26, without UIKit.
@MainActor
private final class Cell {
  private let like = LikeButton()
  private var observer: LikeObserver?
  private(set) var title = ""

  init() {
    observer = LikeObserver(like) { [weak self] in self?.draw($0) }
  }

  func configure(itemID: String, count: Int, in session: Session) {
    like.selfManagedConfigure(isLiked: false, count: count, itemID: itemID, in: session)
    draw(like.state)
  }

  private func draw(_ state: LikeButton.State) { title = "\(state.count)" }
}

@MainActor
struct ReusedCellTests {
  @Test func aReusedCellShowsItsNewPostAtOnce() {
    let session = Session.fake(), cell = Cell()
    cell.configure(itemID: "p1", count: 10, in: session)
    #expect(cell.title == "10")
    cell.configure(itemID: "p2", count: 3, in: session)
    #expect(cell.title == "3")
  }
}
