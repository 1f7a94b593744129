import SelfManaged
import Testing

/// Which item of a shared lane may send.
struct LaneTests {
  private func lane(_ scope: OptimisticPolicy.Lanes, of items: String...) -> Lane {
    var lane = Lane()
    lane.begin(scope)
    for item in items { _ = lane.place(item, wantsLane: true, hasSettled: false) }
    return lane
  }

  /// Settles the request of the item that has the lane, and passes the lane on.
  private func next(
    after item: String, in lane: inout Lane, withFurtherTap: Bool = false
  ) -> String? {
    let isOver = lane.place(item, wantsLane: withFurtherTap, hasSettled: true)
    #expect(isOver)
    return lane.release { $0 == item && withFurtherTap }
  }

  @Test func eachItemHasItsOwnLaneByDefault() {
    let lane = lane(.perItem, of: "tea")
    #expect(!lane.isShared && lane.admits("milk", isInFlight: false))
  }

  @Test func itemsSendOneAfterTheOther() {
    var lane = lane(.shared, of: "tea", "milk", "rice")
    #expect(lane.admits("tea", isInFlight: false) && !lane.admits("milk", isInFlight: false))
    let second = next(after: "tea", in: &lane)
    #expect(second == "milk")
    #expect(lane.admits("milk", isInFlight: false) && !lane.admits("rice", isInFlight: false))
  }

  @Test func noItemSendsWhileTheLastEffectsAreCarriedOut() {
    var lane = lane(.shared, of: "tea", "milk")
    let isOver = lane.place("tea", wantsLane: false, hasSettled: true)
    let isOverAgain = lane.place("tea", wantsLane: false, hasSettled: false)
    #expect(isOver && !isOverAgain)
    #expect(!lane.admits("tea", isInFlight: false) && !lane.admits("milk", isInFlight: false))
  }

  @Test func itemWithAFurtherTapWaitsForTheOthers() {
    var lane = lane(.shared, of: "tea", "milk")
    // As the gate is asked when its reply arrives.
    #expect(!lane.admits("tea", isInFlight: true))
    let second = next(after: "tea", in: &lane, withFurtherTap: true)
    let third = next(after: "milk", in: &lane)
    #expect(second == "milk" && third == "tea")
  }

  @Test func itemThatIsAloneSendsItsFurtherTapAtOnce() {
    #expect(lane(.shared, of: "tea").admits("tea", isInFlight: true))
  }

  @Test func itemThatNoLongerWantsTheLaneLeavesIt() {
    var lane = lane(.shared, of: "tea", "milk", "rice")
    let isOver = lane.place("milk", wantsLane: false, hasSettled: false)
    let second = next(after: "tea", in: &lane)
    #expect(!isOver && second == "rice")
  }

  @Test func firstSuccessOpensALaneThatIsSharedAtFirst() {
    var lane = lane(.sharedAtFirst, of: "tea", "milk")
    #expect(!lane.admits("milk", isInFlight: false))
    let waiting = lane.open()
    #expect(waiting == ["tea", "milk"] && !lane.isShared)
    #expect(lane.admits("milk", isInFlight: false))
  }

  @Test(arguments: [OptimisticPolicy.Lanes.perItem, .sharedAtFirst, .shared], [true, false])
  func oneVersionForAllSharesTheLaneForGood(scope: OptimisticPolicy.Lanes, atFirst: Bool) {
    var lane = Lane()
    if atFirst { lane.share() }
    lane.begin(scope)
    if !atFirst { lane.share() }
    let waiting = lane.open()
    #expect(waiting == [] && lane.isShared)
  }

  @Test func itemThatWasForgottenKeepsThePlaceOfItsSuccessor() {
    var lane = lane(.shared, of: "tea", "milk")
    let isOver = lane.place("tea", wantsLane: false, hasSettled: true, isCurrent: false)
    let second = next(after: "tea", in: &lane)
    #expect(!isOver && second == "milk")
  }

  @Test func renamedItemKeepsItsPlace() {
    var lane = lane(.shared, of: "tea", "draft", "rice")
    lane.rename("draft", to: "milk")
    let second = next(after: "tea", in: &lane)
    #expect(second == "milk")
  }
}
