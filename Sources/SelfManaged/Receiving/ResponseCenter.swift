/// A center that posts responses to their observers.
///
/// ```swift
/// let center = ResponseCenter()
/// center.observe(LogIn.self, for: page) { page, response in page.greet(response.name) }
/// let decoder = ResponseDecoder(factory, maximumBody: 65_536)
/// try await center.receive(connection.chunks, through: decoder)
/// ```
///
/// Everything here happens on the main actor. Observers receive the concrete type.
///
/// Each response is delivered to all its observers, in the order of their registration, before the
/// next response is delivered to any observer. Responses are delivered in the order of the wire. A
/// response that an observer posts is delivered after all responses that were posted before it.
///
/// A canceled observer is not called again, not even for the response that is being delivered. An
/// observer that is added during a delivery is first called for the next response.
///
/// The cost of a delivery depends only on the number of observers of the response. The cost of
/// canceling an observer does not depend on the number of observers. The costs of closing a
/// connection and of ``removeObservers(of:)`` depend only on the number of observers that they
/// cancel.
@MainActor
public final class ResponseCenter {
  private static var lastConnection: UInt64 = 0

  /// The observers of responses from all connections.
  private var anywhere = ObserverGroup()
  /// The observers of responses from one connection, by open connection.
  private var connections: [ConnectionID: ObserverGroup] = [:]
  private var owners = ObserverIndex<ObjectIdentifier>()
  /// The number of the last observer, which rises with each observer that is added.
  private var lastObserver: UInt64 = 0
  private var queue: [Posted] = []
  private var isPosting = false
  /// The number of observers visited to cancel or remove observers; tests check this cost.
  package private(set) var visitedObserverCount = 0

  /// Creates a center without observers.
  public init() {}

  /// Posts the results of decoding a chunk, in order.
  ///
  /// - Parameters:
  ///   - received: The results that a ``ResponseDecoder`` returned.
  ///   - connection: The connection of the results. Results from a closed connection are dropped.
  public func post(_ received: [Received], from connection: ConnectionID? = nil) {
    if isPosting {
      queue.append(Posted(received: received, connection: connection))
    } else {
      deliver(received, from: connection)
    }
  }

  /// Posts one response; a response from a closed connection is dropped.
  public func post(_ response: some Response, from connection: ConnectionID? = nil) {
    if isPosting {
      queue.append(Posted(received: [.response(response)], connection: connection))
    } else {
      deliver(CollectionOfOne(.response(response)), from: connection)
    }
  }

  /// Opens a connection, and returns its unique ID.
  public func open() -> ConnectionID {
    Self.lastConnection += 1
    let connection = ConnectionID(number: Self.lastConnection)
    connections.updateValue(ObserverGroup(), forKey: connection)
    return connection
  }

  /// Closes a connection: cancels its observers, and drops everything that is posted from it later.
  ///
  /// Observers of all connections stay.
  public func close(_ connection: ConnectionID) {
    guard let group = connections.removeValue(forKey: connection) else { return }
    cancel(group.observers) { _ in true }
  }

  /// Cancels all observers that belong to an owner, before the owner is released.
  public func removeObservers(of owner: AnyObject) {
    // A released object may have had the same address, but its observers are dead.
    cancel(owners.remove(ObjectIdentifier(owner))) { _ in true }
  }

  /// The number of observers in memory, including dead observers that were not swept yet.
  package var observerCount: Int {
    connections.values.reduce(anywhere.observers.count) { $0 + $1.observers.count }
  }

  private struct Posted {
    var received: [Received]
    var connection: ConnectionID?
  }
}

// The observers.
extension ResponseCenter {
  /// Observes responses of one kind, until the token is canceled.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - connection: The connection of the responses; by default all. An observer of one connection
  ///     is canceled when the connection is closed.
  ///   - handler: Called on the main actor, once for each response.
  /// - Returns: A token that cancels the observer. Assign it to `_` to observe permanently.
  @inlinable
  public func observe<Kind: Response>(
    _ kind: Kind.Type = Kind.self, from connection: ConnectionID? = nil,
    _ handler: @escaping @MainActor (Kind) -> Void
  ) -> ResponseObservation {
    ResponseObservation(
      add(observing: kind, from: connection, for: nil) { response in
        if let response = response.of(Kind.self) { handler(response) }
        return true
      })
  }

  /// Observes responses of one kind, until an owner is released or the token is canceled.
  ///
  /// The owner is referenced weakly and passed to the handler, which need not capture it.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - connection: The connection of the responses; by default all. An observer of one connection
  ///     is canceled when the connection is closed.
  ///   - owner: The object whose release ends the observation.
  ///   - handler: Called on the main actor, once for each response.
  /// - Returns: A token that cancels the observer before the owner is released.
  @inlinable @discardableResult
  public func observe<Kind: Response, Owner: AnyObject>(
    _ kind: Kind.Type = Kind.self, from connection: ConnectionID? = nil, for owner: Owner,
    _ handler: @escaping @MainActor (Owner, Kind) -> Void
  ) -> ResponseObservation {
    ResponseObservation(
      add(observing: kind, from: connection, for: owner) { [weak owner] response in
        guard let owner else { return false }
        if let response = response.of(Kind.self) { handler(owner, response) }
        return true
      })
  }

  /// Observes the responses that are posted under an ID, until the token is canceled.
  ///
  /// Use it in modules that can't import the type of the responses. The handler is called on the
  /// main actor, once for each response.
  public func observe(
    id: NotificationID, from connection: ConnectionID? = nil,
    _ handler: @escaping @MainActor (any Response) -> Void
  ) -> ResponseObservation {
    let handler = Observer.Handler { response in
      handler(response)
      return true
    }
    return ResponseObservation(add(.id(id), from: connection, for: nil, handler))
  }

  /// Observes the responses that are posted under an ID, until an owner is released or the token is
  /// canceled.
  ///
  /// The owner is referenced weakly and passed to the handler. The handler is called on the main
  /// actor, once for each response.
  @discardableResult
  public func observe<Owner: AnyObject>(
    id: NotificationID, from connection: ConnectionID? = nil, for owner: Owner,
    _ handler: @escaping @MainActor (Owner, any Response) -> Void
  ) -> ResponseObservation {
    let handler = Observer.Handler { [weak owner] response in
      guard let owner else { return false }
      handler(owner, response)
      return true
    }
    return ResponseObservation(add(.id(id), from: connection, for: owner, handler))
  }

  /// Observes everything, until the token is canceled: responses of all kinds, frames that could
  /// not be decoded, and failures.
  ///
  /// The handler is called on the main actor, once for each result.
  public func observeAll(
    from connection: ConnectionID? = nil, _ handler: @escaping @MainActor (Received) -> Void
  ) -> ResponseObservation {
    let notify: @MainActor (Received) -> Bool = { received in
      handler(received)
      return true
    }
    let all = Observer.Handler({ notify(.response($0)) }, trouble: notify)
    return ResponseObservation(add(.everything, from: connection, for: nil, all))
  }

  /// Observes everything, until an owner is released or the token is canceled.
  ///
  /// The owner is referenced weakly and passed to the handler. The handler is called on the main
  /// actor, once for each result.
  @discardableResult
  public func observeAll<Owner: AnyObject>(
    from connection: ConnectionID? = nil, for owner: Owner,
    _ handler: @escaping @MainActor (Owner, Received) -> Void
  ) -> ResponseObservation {
    let notify: @MainActor (Received) -> Bool = { [weak owner] received in
      guard let owner else { return false }
      handler(owner, received)
      return true
    }
    let all = Observer.Handler({ notify(.response($0)) }, trouble: notify)
    return ResponseObservation(add(.everything, from: connection, for: owner, all))
  }

  /// Returns the responses of one kind from now on, as a sequence for one reader.
  ///
  /// The sequence ends when the center is released, the connection is closed, or the reading task
  /// is canceled.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - connection: The connection of the responses; by default all.
  ///   - policy: The handling of responses that arrive faster than they are read.
  /// - Returns: The sequence.
  public func responses<Kind: Response>(
    _ kind: Kind.Type = Kind.self, from connection: ConnectionID? = nil, _ policy: OverflowPolicy
  ) -> ResponseStream<Kind> {
    let (stream, inlet) = ResponseStream<Kind>.make(policy)
    let observer = add(observing: kind, from: connection, for: nil) { response in
      response.of(Kind.self).map { inlet.yield($0) } ?? true
    }
    inlet.onEnd { [weak observer] in observer?.cancel() }
    return stream
  }
}

extension ResponseCenter {
  @usableFromInline
  func add(
    observing kind: any Response.Type, from connection: ConnectionID?, for owner: AnyObject?,
    _ handler: @escaping @MainActor (any Response) -> Bool
  ) -> Observer {
    add(.kind(ObjectIdentifier(kind)), from: connection, for: owner, Observer.Handler(handler))
  }

  /// Adds an observer; an observer of a closed connection is canceled at once.
  private func add(
    _ subject: ObserverGroup.Subject, from connection: ConnectionID?, for owner: AnyObject?,
    _ handler: Observer.Handler
  ) -> Observer {
    lastObserver += 1
    let observer = Observer(number: lastObserver, owner: owner, handler)
    var former: [Observer]?
    if let connection {
      former = connections[connection]?.add(observer, of: subject)
    } else {
      former = anywhere.add(observer, of: subject)
    }
    guard var former else {
      observer.cancel()
      return observer
    }
    if let owner { former += owners.add(observer, under: ObjectIdentifier(owner)) }
    cancel(former) { !$0.isAlive }
    return observer
  }

  /// Cancels some of the observers, which may release objects of the app.
  ///
  /// Call it while no list of observers is being accessed, because a release may call back.
  private func cancel(_ observers: [Observer], where isConcerned: (Observer) -> Bool) {
    visitedObserverCount += observers.count
    for observer in observers where isConcerned(observer) { observer.cancel() }
  }

  private func isClosed(_ connection: ConnectionID?) -> Bool {
    connection.map { !connections.keys.contains($0) } ?? false
  }

  /// Delivers results, and then those that observers and releases post meanwhile.
  private func deliver(
    _ received: some RandomAccessCollection<Received>, from connection: ConnectionID?
  ) {
    isPosting = true
    deliverAll(received, from: connection)
    while !queue.isEmpty {
      for posted in exchange(&queue, with: []) {
        deliverAll(posted.received, from: posted.connection)
      }
    }
    isPosting = false
  }

  private func deliverAll(
    _ received: some RandomAccessCollection<Received>, from connection: ConnectionID?
  ) {
    var type: (any Response.Type)?
    var audience = ObserverList()
    var lastAdded: UInt64 = 0
    var hasDead = false
    for index in received.indices {
      if isClosed(connection) { break }
      guard case .response(let response) = received[index] else {
        observersOfEverything(from: connection).deliver(trouble: received[index])
        continue
      }
      // Consecutive responses usually have the same kind, and therefore the same observers.
      let next = Swift.type(of: response)
      if type != next || lastAdded != lastObserver {
        if hasDead { sweepAudience(of: type, from: connection) }
        audience = self.audience(of: next, from: connection)
        (type, lastAdded, hasDead) = (next, lastObserver, false)
      }
      if !audience.deliver(response) { hasDead = true }
    }
    if hasDead { sweepAudience(of: type, from: connection) }
  }

  /// Returns the observers of a type of response, in the order of their registration.
  private func audience(
    of type: any Response.Type, from connection: ConnectionID?
  ) -> ObserverList {
    let audience = anywhere.audience(of: type)
    guard let connection, let group = connections[connection] else { return audience }
    return audience.merged(with: group.audience(of: type))
  }

  private func observersOfEverything(from connection: ConnectionID?) -> ObserverList {
    guard let connection, let group = connections[connection] else { return anywhere.everything }
    return anywhere.everything.merged(with: group.everything)
  }

  private func sweepAudience(of type: (any Response.Type)?, from connection: ConnectionID?) {
    guard let type else { return }
    var former = anywhere.sweepAudience(of: type)
    if let connection { former += connections[connection]?.sweepAudience(of: type) ?? [] }
    cancel(former) { !$0.isAlive }
  }
}
