import Fakes
import StorefrontWire
import Testing

struct WireTests {
  @Test func whatIsSaidKeepsTheContract() throws {
    try ResponseContract([LogIn(userID: "ada", name: "Ada", sequence: 7)]).check()
    try ResponseContract([QueryInfo(likes: 1, products: 2)]).check()
    try ResponseContract([LogOut(reason: "Signed out")]).check()
    try ResponseContract([
      LikeChanged(sequence: 1, itemID: "sunrise", isLiked: true, count: 13, version: 1)
    ]).check()
    try ResponseContract([CartChanged(sequence: 2, itemID: "tea", quantity: 3, version: 9)]).check()
    try ResponseContract([JournalCut(sequence: 3)]).check()
    try ResponseContract([Subscribe(userID: "ada", after: 7)]).check()
    try ResponseContract([AskInfo()]).check()
    try ResponseContract([SignOut()]).check()
  }
}
