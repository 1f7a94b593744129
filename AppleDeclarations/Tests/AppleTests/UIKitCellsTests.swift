import Components
import Fakes
import SelfManaged
import Testing
import UIKit

@testable import UIKitCells

@MainActor
struct UIKitCellsTests {
  @Test func aFailureRisesFromTheCellToTheController() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes)
    let proxy = FeedProxy(), feed = FeedController(proxy: proxy)
    let cell = PostCell(frame: .zero)
    feed.collectionView.addSubview(cell)
    var failures: [String] = []
    proxy.table.on(TapFailed.self) { failure, _ in
      failures.append(failure.itemID)
      return .stop
    }
    cell.configure(for: Post(id: "p1", isLiked: false, likes: 10), in: session)
    likes.failNext(.rejected("No"))
    let heart = cell.contentView.subviews.compactMap { $0 as? UIButton }.first
    heart?.sendActions(for: .touchUpInside)
    await session.settled()
    #expect(failures == ["p1"])
  }

  @Test func aCellIsDrawnAgainAfterATap() async {
    let session = Session.fake(), cell = PostCell(frame: .zero)
    let heart = cell.contentView.subviews.compactMap { $0 as? UIButton }.first
    cell.configure(for: Post(id: "p1", isLiked: false, likes: 10), in: session)
    heart?.sendActions(for: .touchUpInside)
    for _ in 0..<100 where heart?.configuration?.title != "11" {
      await Task { @MainActor in }.value
    }
    #expect(heart?.configuration?.title == "11")
  }

  @Test func aReusedCellShowsItsNewPostAtOnce() {
    let session = Session.fake(), cell = PostCell(frame: .zero)
    let heart = cell.contentView.subviews.compactMap { $0 as? UIButton }.first
    cell.configure(for: Post(id: "p1", isLiked: false, likes: 10), in: session)
    #expect(heart?.configuration?.title == "10")
    cell.configure(for: Post(id: "p2", isLiked: true, likes: 3), in: session)
    #expect(heart?.configuration?.title == "3")
    #expect(heart?.accessibilityValue == "On, 3")
    #expect(heart?.accessibilityTraits == [.button, .toggleButton])
  }
}
