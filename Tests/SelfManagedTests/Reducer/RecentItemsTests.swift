import SelfManaged
import Testing

struct RecentItemsTests {
  @Test func itemsAreRemovedInTheOrderOfTheirLastInsertion() {
    var items = RecentItems()
    for id in ["a", "b", "c", "a"] { items.insert(id) }
    items.remove("b")
    #expect(items.count == 2)
    #expect([items.removeOldest(), items.removeOldest(), items.removeOldest()] == ["c", "a", nil])
  }

  @Test func repeatedInsertionsKeepNoEntries() {
    var items = RecentItems()
    for number in 1...1_000 { items.insert("\(number % 3)") }
    #expect(items.count == 3)
    #expect(items.entryCount < 50)
    #expect(items.removeOldest() == "2")
  }
}
