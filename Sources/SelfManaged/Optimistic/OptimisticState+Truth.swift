internal import Components

extension OptimisticState {
  /// How many values are remembered of each kind.
  private static var memory: Int { 8 }

  /// The server's value, from a push, another screen, or the data a component was configured with.
  mutating func report(_ answer: Answer, _ age: NewsAge, at now: Stamp) {
    let told = Intent.value(from: answer, over: confirmed, before: confirmed)
    switch age {
    case .asked(let began):
      Self.remember(told, in: &seen)
      learn(answer, began: began)
    case .pushed:
      Self.remember(told, in: &seen)
      learn(answer, began: now, isPushed: true)
      hasLearned = true
    case .unknown:
      let isSeen = answer.version == nil && (isIn(listed, told) || isIn(seen, told))
      Self.remember(told, in: &listed)
      if isSeen, hasSettled || hasLearned || flight != nil || told == confirmed { return }
      learn(answer, began: now, isPushed: true, isDated: flight != nil)
    }
  }

  /// What was told once is recognised when it is handed over again, and then is no news.
  private static func remember(_ value: Value, in memory: inout [Value]) {
    memory.removeAll { Intent.looksSame($0, value) }
    memory.append(value)
    if memory.count > Self.memory { memory.removeFirst() }
  }

  private func isIn(_ memory: [Value], _ value: Value) -> Bool {
    memory.contains { Intent.looksSame($0, value) }
  }

  /// The answer to a read this reducer asked for: about a flight, or to be up to date.
  mutating func finishRead(_ read: Stamp, _ answer: Answer?, _ outcome: inout Outcome) {
    if case .asking(read, let error) = flight?.phase {
      resolveUnknown(answer, askedAt: read, error, &outcome)
    } else if reading == read {
      reading = nil
      guard let answer else { return }
      hasLearned = true
      if isNews(answer, began: read) {
        isDoubted = false
        learn(answer, began: read)
      } else if flight == nil, isDoubted, read >= settledAt, read >= adoptedAt {
        // Asked twice, the server stands by a version it had left behind: it began to count anew.
        isDoubted = false
        version = nil
        learn(answer, began: read)
      } else {
        // It came too late to be believed, but was wanted: ask again.
        isDoubted = read >= settledAt && read >= adoptedAt
        needsRead = true
      }
    }
  }

  /// Adopts what is news.
  ///
  /// While a relative intent flies nobody can tell whether the news contains it, so it is put aside
  /// until the reply.
  ///
  /// Data of unknown age is believed, but stands in the way of no read: it may be older.
  private mutating func learn(
    _ answer: Answer, began: Stamp, isPushed: Bool = false, isDated: Bool = true
  ) {
    guard isNews(answer, began: began, isPushed: isPushed) else { return }
    if let flight, !flight.intent.isAbsolute {
      if let parked {
        needsRead = true  // Each may tell a part of the truth.
        if isOlder(answer, than: parked.answer) { return }
      }
      parked = Parked(answer: answer, began: began)
    } else {
      let wasPast = isPastVersion
      adopt(answer, over: confirmed)
      if answer.version == nil { isPastVersion = wasPast }  // It may be of the version known.
      adoptedAt = max(adoptedAt, isDated ? began : Stamp(rawValue: 1))
    }
  }

  /// Whether something is not out of date.
  ///
  /// The server's own order decides where there is one; else when the server was asked. A version
  /// newer than the last one told may still be older than what was told since without one. And what
  /// was pushed under the last version told may be from before a change that was answered without a
  /// version; what the server was asked for after that change is not.
  func isNews(_ answer: Answer, began: Stamp, isPushed: Bool = false) -> Bool {
    if let version, let other = answer.version {
      if other < version { return false }
      if other > version, !isPastVersion { return true }
      if other == version, isPastVersion, isPushed { return false }
    }
    return began >= settledAt && began >= adoptedAt
  }

  private func isOlder(_ answer: Answer, than other: Answer) -> Bool {
    guard let first = answer.version, let second = other.version else { return false }
    return first < second
  }

  /// Makes an answer the confirmed value, unless the server's own order says it is out of date.
  ///
  /// - Parameters:
  ///   - answer: What the server told.
  ///   - predicted: Where the parts come from that the answer leaves out.
  /// - Returns: Whether it was adopted.
  @discardableResult
  mutating func adopt(_ answer: Answer, over predicted: Value) -> Bool {
    if let version, let other = answer.version, other < version { return false }
    confirmed = Intent.value(from: answer, over: predicted, before: confirmed)
    version = answer.version ?? version
    isPastVersion = answer.version == nil
    if !isIn(listed, confirmed) { Self.remember(confirmed, in: &seen) }
    return true
  }

  /// Judges what was put aside, now that the flight it could have contained is over.
  ///
  /// A newer version than the reply's is newer truth. Without versions nobody can tell, and the
  /// server is asked once the lane is empty.
  ///
  /// - Parameter flightWasRefused: Whether the flight is known to have changed nothing, so that the
  ///   news can't contain it.
  mutating func unpark(flightWasRefused: Bool) {
    guard let parked else { return }
    self.parked = nil
    if let version, let other = parked.answer.version, other <= version || !isPastVersion {
      if other > version { adopt(parked.answer, over: confirmed) }
    } else if flightWasRefused {
      adopt(parked.answer, over: confirmed)
    } else {
      needsRead = true
    }
  }

  /// Reads once when nothing is pending and the truth is in doubt.
  mutating func readIfNeeded(_ outcome: inout Outcome) {
    guard needsRead, flight == nil, queued == nil, reading == nil else { return }
    needsRead = false
    reading = outcome.now
    outcome.effects.append(.read)
  }
}
