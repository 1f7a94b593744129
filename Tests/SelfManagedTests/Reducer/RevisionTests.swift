import SelfManaged
import Testing

/// The version that is sent with a request, and the answers that are adopted under it.
struct RevisionTests {
  /// Creates a reducer with the quantity 4 and the version 3.
  private func known(_ source: ReportSource = .push) -> Bench<QuantityIntent> {
    var bench = Bench<QuantityIntent>(CartValue(quantity: 1))
    bench.feed(.report(CartAnswer(quantity: 4, version: 3), source))
    return bench
  }

  /// The version that is sent with the next request.
  private func sentVersion(_ bench: inout Bench<QuantityIntent>) -> Int? {
    bench.tap(.add(-1))
    for case .send(_, _, _, let version) in bench.effects { return version }
    Issue.record("no request was sent: \(bench.effects)")
    return nil
  }

  @Test(arguments: [ReportSource.push, .list])
  func knownVersionIsSent(source: ReportSource) {
    var bench = known(source)
    bench.feed(.report(CartAnswer(quantity: 4), source))
    #expect(sentVersion(&bench) == 3)
  }

  /// The value is not the one of the known version any more.
  @Test(arguments: [ReportSource.push, .list])
  func noVersionIsSentAfterAnotherValueWithoutOne(source: ReportSource) {
    var bench = known(source)
    bench.feed(.report(CartAnswer(quantity: 5), source))
    #expect(bench.shown == 5)
    #expect(sentVersion(&bench) == nil)
  }

  @Test func rejectionWithoutAVersionKeepsTheKnownOne() {
    var bench = known()
    bench.tap(.add(2))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 4)))
    #expect(sentVersion(&bench) == 3)
  }

  @Test func limitReadBackKeepsItsVersion() {
    var bench = known()
    bench.tap(.add(5))
    bench.fail(.limit(6))
    bench.read(CartAnswer(quantity: 6, version: 4))
    #expect(sentVersion(&bench) == 4)
  }

  @Test func anUnversionedReplyLeavesNoVersionToSend() {
    var bench = known()
    bench.tap(.add(2))
    bench.reply(CartAnswer(quantity: 6))
    #expect(sentVersion(&bench) == nil)
  }

  /// Both are about the same state of the server, whenever they were read.
  @Test(arguments: [ReportSource.push, .read(LogicalTime(rawValue: 0))])
  func reportWithTheCurrentVersionIsAdopted(source: ReportSource) {
    var bench = known()
    bench.feed(.report(CartAnswer(quantity: 7, version: 3), source))
    #expect(bench.shown == 7)
  }

  /// The push may have been sent before the change; the read began after it.
  @Test func onlyAReadIsAdoptedAfterAnUnversionedChange() {
    var bench = known()
    bench.tap(.add(1))
    bench.reply(CartAnswer())
    bench.feed(.report(CartAnswer(quantity: 7, version: 3), .push))
    #expect(bench.shown == 5)
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 7, version: 3))
    #expect(bench.shown == 7)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test func pushDuringALikeOutweighsAReplyWithALowerVersion() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 3), .push))
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 20, version: 5), .push))
    bench.reply(LikeAnswer(isLiked: true, count: 11, version: 2))
    #expect(bench.shown == "♥20")
    bench.settleReads(LikeAnswer(isLiked: true, count: 20, version: 5))
    #expect(bench.shown == "♥20")
  }

  @Test func higherVersionIsAdoptedWheneverItWasRead() {
    var bench = known()
    bench.feed(.report(CartAnswer(quantity: 9, version: 4), .read(LogicalTime(rawValue: 0))))
    #expect(bench.shown == 9)
  }

  /// The higher version may still be older than the change, whose reply had none.
  @Test func listAfterAnUnversionedChangeIsReadBack() {
    var bench = known()
    bench.tap(.add(2))
    bench.reply(CartAnswer(quantity: 6))
    bench.feed(.report(CartAnswer(quantity: 4, version: 4), .list))
    #expect(bench.shown == 6)
    #expect(bench.effects.contains(.read))
  }
}
