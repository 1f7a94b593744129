// The requests and the reads of an item.
extension Entity {
  // Inlined, as is its only caller, since Swift then knows that the task has no preferred executor: 8 %
  // of a tap on an app's own kind. With only one of the two, a like takes 12 % more (`Benchmarks/count`).
  @inline(__always)
  func send(_ intent: Intent, _ info: RequestInfo, at now: LogicalTime) {
    let store = store
    if let error = store.obstacle { return process(.reply(now, .failure(error))) }
    schedule(Wait(.timeout, since: now), store.policy.timeout)
    ImmediateTask.start { @MainActor [self, session = store.session] in
      // Where tasks start later, the session may have ended or the network may be lost meanwhile.
      guard !context.hasEnded else { return }
      if let error = store.obstacle { return process(.reply(now, .failure(error))) }
      sentRequest = now
      let result: Result<Intent.Answer, ServiceError>
      do {
        let answer = try await transport.send(intent, info)
        store.changeSucceeded()
        if let id = answer.itemID { store.rename(self, to: id) }
        result = .success(answer)
      } catch {
        let error = ServiceError(error)
        store.noteBusy(error)
        let tap = state.inFlight?.tap
        result = .failure(tap.map { context.failureStreams.scoped(error, of: $0) } ?? error)
      }
      process(.reply(now, result))
      withExtendedLifetime(session) {}
    }
  }

  func read(at now: LogicalTime) {
    if let error = store.obstacle { return process(.read(now, failed(error))) }
    schedule(Wait(.timeout, since: now), store.policy.timeout)
    ImmediateTask.start { @MainActor [self, session = store.session] in
      guard !context.hasEnded else { return }
      if let error = store.obstacle { return process(.read(now, failed(error))) }
      let asked = id
      let result = await readValue()
      process(.read(now, asked == id ? result : .failed))
      withExtendedLifetime(session) {}
    }
  }

  private func readValue() async -> ReadResult<Intent.Answer> {
    do {
      return try await transport.read().map { .value($0) } ?? .unavailable
    } catch {
      let error = ServiceError(error)
      store.noteBusy(error)
      return failed(error)
    }
  }

  private func failed(_ error: ServiceError) -> ReadResult<Intent.Answer> {
    error.code == .busy ? .busy(after: error.retryAfter) : .failed
  }
}
