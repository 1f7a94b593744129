import Components

/// The item that a component is bound to; ``KindOf`` says why there are two cores.
@MainActor
enum BoundItem<Intent: OptimisticIntent> {
  case specialized(Entity<Intent>)
  case erased(Entity<AnyIntent>)

  var id: String {
    switch self {
    case .specialized(let entity): entity.id
    case .erased(let entity): entity.id
    }
  }

  /// The entity, whatever its core.
  var entity: AnyObject {
    switch self {
    case .specialized(let entity): entity
    case .erased(let entity): entity
    }
  }

  var status: ItemStatus.Snapshot {
    switch self {
    case .specialized(let entity): entity.status.current
    case .erased(let entity): entity.status.current
    }
  }

  var value: Intent.Value {
    switch self {
    case .specialized(let entity): entity.state.display
    case .erased(let entity): entity.state.display.base(of: Intent.self)
    }
  }

  var confirmed: Intent.Value {
    switch self {
    case .specialized(let entity): entity.state.confirmed
    case .erased(let entity): entity.state.confirmed.base(of: Intent.self)
    }
  }

  var predicted: Intent.Value {
    switch self {
    case .specialized(let entity): entity.state.predicted
    case .erased(let entity): entity.state.predicted.base(of: Intent.self)
    }
  }

  /// The intent of the last failure.
  var failedIntent: Intent? {
    switch self {
    case .specialized(let entity): entity.state.failure?.intent
    case .erased(let entity): entity.state.failure?.intent.base(of: Intent.self)
    }
  }

  func tap(
    _ intent: Intent, from token: LogicalTime,
    resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  ) {
    switch self {
    case .specialized(let entity): entity.tap(intent, from: token, resolved: resolved)
    case .erased(let entity):
      var report: (@MainActor (Resolution<AnyValue>) -> Void)?
      if let resolved { report = { resolved($0.map { $0.base(of: Intent.self) }) } }
      entity.tap(AnyIntent(intent), from: token, resolved: report)
    }
  }

  func undo(from token: LogicalTime) {
    switch self {
    case .specialized(let entity): entity.undo(from: token)
    case .erased(let entity): entity.undo(from: token)
    }
  }

  func remove(_ token: LogicalTime) {
    switch self {
    case .specialized(let entity): entity.remove(token)
    case .erased(let entity): entity.remove(token)
    }
  }

  func settled() async {
    switch self {
    case .specialized(let entity): await entity.settled()
    case .erased(let entity): await entity.settled()
    }
  }
}

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
  func map<New>(_ transform: (Value) -> New) -> ManagedChange<New> {
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
