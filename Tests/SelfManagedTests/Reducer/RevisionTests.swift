import SelfManaged
import Testing

/// The version that is sent with a request, and the answers that are adopted under it.
struct RevisionTests {
  /// Creates a reducer with the quantity 4 and the version 3.
  private func known(_ source: ReportSource = .push) -> Bench<QuantityIntent> {
    var bench = Bench<QuantityIntent>(1)
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
  func aReportWithoutAVersionKeepsTheKnownOne(source: ReportSource) {
    var bench = known(source)
    bench.feed(.report(CartAnswer(quantity: 5), source))
    #expect(bench.shown == 5)
    #expect(sentVersion(&bench) == 3)
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

  @Test func pushWithTheCurrentVersionIsAdopted() {
    var bench = known()
    bench.feed(.report(CartAnswer(quantity: 7, version: 3), .push))
    #expect(bench.shown == 7)
  }

  /// The push may have been sent before the change; the read began after it.
  @Test func onlyAReadIsAdoptedAfterAnUnversionedChange() {
    var bench = known()
    bench.tap(.add(1))
    bench.reply(CartAnswer())
    bench.feed(.report(CartAnswer(quantity: 7, version: 3), .push))
    #expect(bench.shown == 5)
    bench.feed(.refresh)
    bench.read(CartAnswer(quantity: 7, version: 3))
    #expect(bench.shown == 7)
    #expect(bench.state.isIdle)
  }

  @Test("a push during the request outweighs a reply with a lower version")
  func pushSettlesAReplyWithALowerVersion() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 10))
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 3), .push))
    bench.tap(LikeIntent(isLiked: true))
    bench.feed(.report(LikeAnswer(isLiked: true, count: 20, version: 5), .push))
    bench.reply(LikeAnswer(isLiked: true, count: 11, version: 2))
    #expect(bench.state.display == LikeValue(isLiked: true, count: 20))
  }

  @Test func earlierReadOfTheCurrentVersionIsStale() {
    var bench = known()
    bench.feed(.report(CartAnswer(quantity: 9, version: 3), .read(LogicalTime(rawValue: 0))))
    #expect(bench.shown == 4)
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
