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
    let cart = StorefrontCart(
      version: 9, sequence: 2,
      lines: [.init(id: "tea", name: "Tea", price: Money(cents: 300), quantity: 3, maximum: 5)],
      subtotal: Money(cents: 900), delivery: Money(cents: 0), total: Money(cents: 900))
    try ResponseContract([CartChanged(sequence: 2, cart: cart)]).check()
    try ResponseContract([JournalCut(sequence: 3)]).check()
    try ResponseContract([Subscribe(userID: "ada", after: 7)]).check()
    try ResponseContract([AskInfo()]).check()
    try ResponseContract([SignOut()]).check()
  }
}
