import SelfManaged

// What becomes of a request, and changes by other devices.
extension AdversarialRun {
  func carryOutTwice(_ request: AdversarialNetwork.PendingRequest) async {
    guard request.info != nil, !request.isRelative || network.policy.honorsIdempotencyKeys else {
      return
    }
    await carryOut(request)
    guard !request.isBusy() else { return }
    let once = await read(request.itemID)
    await network.carryOutAgain(request)
    if request.isRelative, await read(request.itemID) != once {
      addViolation("The server carried out a repeated key twice for \(request.itemID).")
    }
  }

  /// Lets the server carry out a request; if it has timed out, its change is unreported.
  func carryOut(_ request: AdversarialNetwork.PendingRequest) async {
    let isUnreported = !request.isCarriedOut && network.clock.now >= request.deadline
    await network.carryOut(request)
    if isUnreported, request.info != nil { noteUnreportedChange(request.itemID) }
  }

  func answer(_ request: AdversarialNetwork.PendingRequest) async {
    await carryOut(request)
    await deliver(request) { network.answer(request) }
  }

  func fail(_ request: AdversarialNetwork.PendingRequest, _ error: ServiceError) async {
    await deliver(request) { network.fail(request, error) }
  }

  /// Refuses a request; if it was already carried out, its reply is lost instead.
  func refuse(
    _ request: AdversarialNetwork.PendingRequest, _ failure: AdversarialStep.Failure
  ) async {
    guard !request.isCarriedOut else { return await fail(request, .unknownOutcome) }
    let error: ServiceError =
      switch failure {
      case .rejected: .rejected
      // A limit of a relative change leaves room for a part.
      case .rejectedForAll:
        (request.isRelative && steps.isMultiple(of: 2) ? ServiceError.limit(99) : .rejected)
          .scoped(to: .lane)
      case .rejectedWithTruth: .rejected("No", answer: await read(request.itemID))
      case .conflict: .conflict
      case .offline: .offline
      case .signedOut: .signedOut
      case .busy: .busy(after: .seconds(3))
      case .busyForAll: .busy(after: .seconds(3)).scoped(to: .session)
      }
    let isCurrentChange = network.isCurrentChange(request) && network.isAwaited(request)
    let isStale =
      error.code == .signedOut && failures.last?.hasRequestedSignIn(after: oldest(request)) == true
    await fail(request, error)
    if isCurrentChange, !isStale { checkScope(of: error, from: request.itemID) }
  }

  /// The tap whose request is in flight.
  private func oldest(_ request: AdversarialNetwork.PendingRequest) -> LogicalTime? {
    ledgers.last?.oldest(request.itemID)
  }

  func changeByAnotherDevice(_ itemID: String, _ choice: Int) async {
    guard !subject.otherDevices.isEmpty else { return }
    let key = IdempotencyKey(rawValue: "\(network.keyPrefix)-other-device-\(steps)")
    let info = RequestInfo(key: key)
    let intent = subject.otherDevices[choice % subject.otherDevices.count]
    _ = try? await subject.server(itemID).send(intent, info)
    noteUnreportedChange(itemID)
    if choice % 2 == 0, let push = await push(of: itemID) { reports.addNestedPush(push) }
  }

  func noteUnreportedChange(_ itemID: String) {
    knowledge.noteUnreportedChange(of: itemID)
    ledgers.last?.forgetExpectedValue(of: itemID)
  }
}
