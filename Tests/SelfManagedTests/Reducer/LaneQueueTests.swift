import SelfManaged
import Testing

struct LaneQueueTests {
  @Test func turnsAreGrantedInOrder() {
    var lane = LaneQueue<String>()
    let granted = ["a", "b", "c"].map { lane.request($0) }
    #expect(granted == [true, false, false])
    var next = [lane.release()]
    let again = lane.request("a")
    #expect(!again)
    for _ in 1...3 { next.append(lane.release()) }
    #expect(next == ["b", "c", "a", nil])
    let free = lane.request("d")
    #expect(free)
  }

  @Test func openLaneKeepsNoItem() {
    var lane = LaneQueue<String>()
    for id in ["a", "b", "c"] { _ = lane.request(id) }
    #expect(lane.open() == ["b", "c"])
    #expect(lane.holder == nil)
    #expect(lane.release() == nil)
  }
}
