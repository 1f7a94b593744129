import Components
import Fakes
import SelfManaged
import Testing

/// The binding that another one replaces.
@MainActor
struct ReplacingTests {
  @Test(arguments: ["p1", "p2"])
  func onlyABindingToTheSameItemIsContinued(_ itemID: String) {
    let session = Session.fake()
    var isSameItem: [Bool] = []
    func bind(_ itemID: String, replacing former: ItemBinding<LikeIntent>?)
      -> ItemBinding<LikeIntent>
    {
      session.bind(
        to: itemID, startingAt: LikeValue(isLiked: false, count: 1), knowing: LikeAnswer(count: 1),
        replacing: former
      ) { isSameItem.append($0.isSameItem) }
    }
    let first = bind("p1", replacing: nil)
    _ = bind(itemID, replacing: first)
    #expect(isSameItem == [false, itemID == "p1"])
  }
}
