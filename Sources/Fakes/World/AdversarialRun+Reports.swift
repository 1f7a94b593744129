import SelfManaged

// Pushes and list data.
extension AdversarialRun {
  /// Delivers pushes from within an observer, before other observers are notified of the event.
  ///
  /// A push without a version is delivered only if the server has carried out no request since.
  func deliverNestedPushes(of itemID: String) {
    for push in reports.removeNestedPushes(of: itemID) {
      let isFresh = push.carriedOutCount == network.carriedOutCount
      if push.answer.version != nil || isFresh { receive(push) }
    }
  }

  func send(_ itemID: String) async {
    guard let push = await push(of: itemID) else { return }
    // Without a version a late push can't be distinguished from a new one, so it is never late.
    if push.answer.version == nil { receive(push) } else { reports.addPush(push) }
  }

  /// A push of an item's value by the server.
  func push(of itemID: String) async -> ServerReport<Intent>? {
    guard let answer = await read(itemID) else { return nil }
    return ServerReport(
      itemID: itemID, answer: answer, began: nil,
      unreportedChanges: knowledge.unreportedChanges(of: itemID), changes: network.changes,
      carriedOutCount: network.carriedOutCount)
  }

  func fetch(_ itemID: String) async {
    let began = session.beginRead()
    guard let answer = await read(itemID) else { return }
    // A read that began while a change was in flight is ignored after the change has settled.
    let isOverlapping = network.pending.contains { $0.itemID == itemID && $0.info != nil }
    reports.addList(
      ServerReport(
        itemID: itemID, answer: answer, began: began,
        unreportedChanges: knowledge.unreportedChanges(of: itemID),
        changes: isOverlapping ? nil : network.changes))
  }

  func receive(_ report: ServerReport<Intent>) {
    session.receive(report.answer, of: Intent.self, for: report.itemID, asOf: report.began)
    if report.began != nil { knowledge.list(report.itemID, as: report.answer) }
    noteIfOld(report)
    // If no screen shows the item, it may not be in memory, and then the report is dropped.
    guard screens.show(report.itemID) else { return }
    // A read that began before a change was sent is ignored.
    guard report.began == nil || report.changes == network.changes else { return }
    knowledge.noteReport(of: report.itemID, changes: report.unreportedChanges)
  }

  /// Records that an item shows a push that does not include a change whose reply was lost.
  ///
  /// A push with a higher version than the known one ends a doubt. Nothing shows that it was sent
  /// before the change, until the server's next push.
  private func noteIfOld(_ report: ServerReport<Intent>) {
    guard report.began == nil, report.answer.version != nil,
      network.hasLostReply(of: report.itemID, after: report.carriedOutCount)
    else { return }
    let isShown = screens.all.indices.contains { screen in
      let shown = subject.screens[screen].shown()
      return screens[screen].shows(report.itemID)
        && Intent.isVisuallyEqual(Self.value(report.answer, shown), shown)
    }
    if isShown { knowledge.noteMayBeStale(report.itemID) }
  }
}
