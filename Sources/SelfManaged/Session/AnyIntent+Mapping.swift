import Components

extension Transport {
  /// The same functions, for the core of any kind.
  @MainActor var erased: Transport<AnyIntent> {
    Transport<AnyIntent>(
      send: { AnyAnswer(try await send($0.base(of: Intent.self), $1)) },
      read: { try await read().map(AnyAnswer.init) })
  }
}

extension Adjustment {
  /// The adjustment with both values transformed.
  func map<New>(_ transform: (Value) -> New) -> Adjustment<New> {
    Adjustment<New>(
      requested: transform(requested), actual: transform(actual), limit: limit, notice: notice)
  }
}

extension Resolution {
  /// The resolution with the values of an adjustment transformed.
  package func map<New>(_ transform: (Value) -> New) -> Resolution<New> {
    switch self {
    case .applied: .applied
    case .merged: .merged
    case .unchanged: .unchanged
    case .limited(let limit): .limited(limit)
    case .adjusted(let adjustment): .adjusted(adjustment.map(transform))
    case .failed(let error): .failed(error)
    case .uncertain(let error): .uncertain(error)
    case .undone: .undone
    case .canceled: .canceled
    }
  }
}

extension ManagedChange {
  /// The change with every value transformed.
  @inline(__always) func map<New>(_ transform: (Value) -> New) -> ManagedChange<New> {
    var change = ManagedChange<New>(
      value: transform(value), cause: cause, adjustment: adjustment?.map(transform),
      failure: failure)
    (change.isSameItem, change.isOwnTap, change.undo) = (isSameItem, isOwnTap, undo)
    return change
  }
}

extension ItemRecord<AnyIntent> {
  /// The record as an observer of the kind sees it.
  func typed<Own: OptimisticIntent>(as kind: Own.Type) -> ItemRecord<Own> {
    func intent(_ intent: AnyIntent) -> Own { intent.base(of: Own.self) }
    func value(_ value: AnyValue) -> Own.Value { value.base(of: Own.self) }
    return ItemRecord<Own>(
      itemID: itemID, at: at, tapped: tapped.map(intent),
      sent: sent.map { .init(intent: intent($0.intent), info: $0.info) },
      resolved: resolved.map { .init(tap: $0.tap, resolution: $0.resolution.map(value)) },
      confirmed: value(confirmed), inFlight: inFlight.map(intent), queued: queued.map(intent),
      displayed: value(displayed), cause: cause)
  }
}
