/// Observers in the order of their registration.
///
/// Canceled observers are not called again at once, and are removed later, in a sweep. The release
/// of an owner is not reported, so a list is swept whenever as many of its observers may be dead as
/// alive; that adds a constant time to each registration. Every method that removes observers
/// returns the former ones, to be released when the access to the list has ended.
@MainActor
struct ObserverList {
  private(set) var observers: [Observer] = []
  /// The observers, unretained so that a delivery does not retain them; `observers` retains them.
  private var lent: [Unmanaged<Observer>] = []
  private var sweepAt = 16

  var isEmpty: Bool { observers.isEmpty }

  /// - Returns: The former observers, if the list was swept.
  mutating func add(_ observer: Observer) -> [Observer] {
    let former = observers.count >= sweepAt ? sweep() : []
    observers.append(observer)
    lent.append(.passUnretained(observer))
    return former
  }

  /// Removes the dead observers.
  ///
  /// - Returns: The former observers.
  mutating func sweep() -> [Observer] {
    let former = exchange(&observers, with: observers.filter { $0.isAlive })
    lent = observers.map(Unmanaged.passUnretained)
    sweepAt = max(16, observers.count * 2)
    return former
  }

  /// Returns whether all may be called again.
  @inline(__always)
  func deliver(_ response: any Response) -> Bool {
    var areAlive = true
    for observer in lent where !observer.lend({ $0.deliver(response) }) { areAlive = false }
    hold(observers)
    return areAlive
  }

  func deliver(trouble: Received) {
    for observer in observers { observer.deliver(trouble: trouble) }
  }

  /// The observers of both, in the order of their registration.
  func merged(with other: Self) -> Self {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var merged = Self()
    merged.observers.reserveCapacity(observers.count + other.observers.count)
    var rest = other.observers[...]
    for observer in observers {
      while let next = rest.first, next.number < observer.number {
        merged.observers.append(next)
        rest.removeFirst()
      }
      merged.observers.append(observer)
    }
    merged.observers += rest
    merged.lent = merged.observers.map(Unmanaged.passUnretained)
    return merged
  }
}

/// Keeps borrowed objects alive until this call.
@inline(__always)
private func hold(_ lender: [Observer]) { withExtendedLifetime(lender) {} }

/// Lists of observers, each under a key.
///
/// Keys without live observers are removed whenever there may be as many of them as of the others.
@MainActor
struct ObserverIndex<Key: Hashable> {
  private var lists: [Key: ObserverList] = [:]
  private var sweepAt = 16

  var isEmpty: Bool { lists.isEmpty }

  /// All observers, in any order.
  var observers: [Observer] { lists.values.flatMap { $0.observers } }

  subscript(key: Key) -> ObserverList { lists[key] ?? ObserverList() }

  /// - Returns: The former observers of the lists that were swept.
  mutating func add(_ observer: Observer, under key: Key) -> [Observer] {
    let former = lists.count >= sweepAt ? sweepKeys() : []
    return former + lists[key, default: ObserverList()].add(observer)
  }

  /// - Returns: The former observers under the key.
  mutating func remove(_ key: Key) -> [Observer] {
    lists.removeValue(forKey: key)?.observers ?? []
  }

  /// Removes the dead observers under a key.
  ///
  /// - Returns: The former observers under the key.
  mutating func sweep(_ key: Key) -> [Observer] {
    guard let former = lists[key]?.sweep() else { return [] }
    if lists[key]?.isEmpty == true { lists.removeValue(forKey: key) }
    return former
  }

  private mutating func sweepKeys() -> [Observer] {
    var former: [Observer] = []
    for (key, list) in lists where !list.observers.contains(where: { $0.isAlive }) {
      former += list.observers
      lists.removeValue(forKey: key)
    }
    sweepAt = max(16, lists.count * 2)
    return former
  }
}

/// Observers by subject, either of one connection or of all.
@MainActor
struct ObserverGroup {
  private var kinds = ObserverIndex<ObjectIdentifier>()
  private var ids = ObserverIndex<NotificationID>()
  private(set) var everything = ObserverList()

  /// The subject of an observer.
  enum Subject {
    case kind(ObjectIdentifier)
    case id(NotificationID)
    case everything
  }

  /// All observers, in any order.
  var observers: [Observer] { kinds.observers + ids.observers + everything.observers }

  /// - Returns: The former observers of the lists that were swept.
  mutating func add(_ observer: Observer, of subject: Subject) -> [Observer] {
    switch subject {
    case .kind(let kind): kinds.add(observer, under: kind)
    case .id(let id): ids.add(observer, under: id)
    case .everything: everything.add(observer)
    }
  }

  /// The observers of a type of response, in the order of their registration.
  func audience(of type: any Response.Type) -> ObserverList {
    var audience = kinds[ObjectIdentifier(type)]
    if !ids.isEmpty { audience = audience.merged(with: ids[type.notificationID]) }
    return audience.merged(with: everything)
  }

  /// Removes the dead observers of a type of response.
  ///
  /// - Returns: The former observers.
  mutating func sweepAudience(of type: any Response.Type) -> [Observer] {
    let former = kinds.sweep(ObjectIdentifier(type)) + everything.sweep()
    return ids.isEmpty ? former : former + ids.sweep(type.notificationID)
  }
}
