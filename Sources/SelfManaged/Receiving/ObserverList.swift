/// Observers in the order of their registration.
///
/// A canceled observer is never called again, and a sweep removes it later. The release of an owner
/// is not reported. So a list is swept whenever half of its observers may be dead, which adds a
/// constant average time to each registration. Each method that may remove observers returns all
/// previous observers, so that they are released only when the access to the list has ended.
@MainActor
struct ObserverList {
  private(set) var observers: [Observer] = []
  private var sweepAt = 16

  var isEmpty: Bool { observers.isEmpty }

  /// Adds an observer, and sweeps the list if it has grown enough.
  ///
  /// - Returns: The previous observers if the list was swept, or else none.
  mutating func add(_ observer: Observer) -> [Observer] {
    let former = observers.count >= sweepAt ? sweep() : []
    observers.append(observer)
    return former
  }

  /// Removes the dead observers.
  ///
  /// - Returns: The previous observers.
  mutating func sweep() -> [Observer] {
    let former = exchange(&observers, with: observers.filter { $0.isAlive })
    sweepAt = max(16, observers.count * 2)
    return former
  }

  /// Delivers a response to all observers; returns whether all of them may be called again.
  func deliver(_ response: any Response) -> Bool {
    var areAlive = true
    for observer in observers where !observer.deliver(response) { areAlive = false }
    return areAlive
  }

  func deliver(trouble: Received) {
    for observer in observers { observer.deliver(trouble: trouble) }
  }

  /// Returns the observers of both lists, in the order of their registration.
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
    return merged
  }
}

/// Lists of observers, each under a key.
///
/// Keys without live observers are removed whenever they may be half of all keys.
@MainActor
struct ObserverIndex<Key: Hashable> {
  private var lists: [Key: ObserverList] = [:]
  private var sweepAt = 16

  var isEmpty: Bool { lists.isEmpty }

  /// All observers, in any order.
  var observers: [Observer] { lists.values.flatMap { $0.observers } }

  subscript(key: Key) -> ObserverList { lists[key] ?? ObserverList() }

  /// Adds an observer under a key.
  ///
  /// - Returns: The previous observers of the lists that were swept.
  mutating func add(_ observer: Observer, under key: Key) -> [Observer] {
    let former = lists.count >= sweepAt ? sweepKeys() : []
    return former + lists[key, default: ObserverList()].add(observer)
  }

  /// Removes all observers under a key.
  ///
  /// - Returns: The previous observers under the key.
  mutating func remove(_ key: Key) -> [Observer] {
    lists.removeValue(forKey: key)?.observers ?? []
  }

  /// Removes the dead observers under a key.
  ///
  /// - Returns: The previous observers under the key.
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

/// The observers of one connection or of all connections, by subject.
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

  /// Adds an observer of a subject.
  ///
  /// - Returns: The previous observers of the lists that were swept.
  mutating func add(_ observer: Observer, of subject: Subject) -> [Observer] {
    switch subject {
    case .kind(let kind): kinds.add(observer, under: kind)
    case .id(let id): ids.add(observer, under: id)
    case .everything: everything.add(observer)
    }
  }

  /// Returns the observers of a type of response, in the order of their registration.
  func audience(of type: any Response.Type) -> ObserverList {
    var audience = kinds[ObjectIdentifier(type)]
    if !ids.isEmpty { audience = audience.merged(with: ids[type.notificationID]) }
    return audience.merged(with: everything)
  }

  /// Removes the dead observers of a type of response.
  ///
  /// - Returns: The previous observers.
  mutating func sweepAudience(of type: any Response.Type) -> [Observer] {
    let former = kinds.sweep(ObjectIdentifier(type)) + everything.sweep()
    return ids.isEmpty ? former : former + ids.sweep(type.notificationID)
  }
}
