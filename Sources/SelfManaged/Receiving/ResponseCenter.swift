/// Posts responses to whoever observes them.
///
/// ```swift
/// let center = ResponseCenter()
/// center.observe(LogIn.self, for: page) { page, response in page.greet(response.name) }
/// let decoder = ResponseDecoder(factory, maximumBody: 65_536)
/// try await center.receive(connection.chunks, through: decoder)
/// ```
///
/// Everything here happens on the main actor. Observers get the concrete type. Each response goes
/// to all its observers, in the order of their registration, before the next one on the wire goes
/// to any. What an observer posts while it is told comes after all that was posted before. One that
/// is removed hears nothing more, not even of the post under way; one that is added hears from the
/// next response on.
@MainActor
public final class ResponseCenter {
  private static var lastConnection: UInt64 = 0

  private var kinds: [ObjectIdentifier: Roll] = [:]
  private var everything = Roll()
  /// Rises whenever someone is added.
  private var lastObserver: UInt64 = 0
  private var connections: Set<ConnectionID> = []
  private var queue: [Posted] = []
  private var isPosting = false

  /// Creates a centre that nobody observes.
  public init() {}

  /// Posts what was received, in order.
  ///
  /// - Parameters:
  ///   - received: What a ``ResponseDecoder`` made of a chunk.
  ///   - connection: Where it came from; nothing is posted from one that was closed.
  public func post(_ received: [Received], from connection: ConnectionID? = nil) {
    if isPosting {
      queue.append(Posted(received: received, connection: connection))
    } else {
      give(received, from: connection)
    }
  }

  /// Posts one response.
  public func post(_ response: some Response, from connection: ConnectionID? = nil) {
    if isPosting {
      queue.append(Posted(received: [.response(response)], connection: connection))
    } else {
      give(CollectionOfOne(.response(response)), from: connection)
    }
  }

  /// Gives out the name of a new connection.
  public func open() -> ConnectionID {
    Self.lastConnection += 1
    let connection = ConnectionID(number: Self.lastConnection)
    connections.insert(connection)
    return connection
  }

  /// Closes a connection: nothing more is posted from it, and those who observe it alone are
  /// removed.
  public func close(_ connection: ConnectionID) {
    guard connections.remove(connection) != nil else { return }
    for roll in kinds.values { roll.cancel { $0.connection == connection } }
    everything.cancel { $0.connection == connection }
  }

  /// Removes everyone who observes for an owner, before it goes.
  public func removeObservers(of owner: AnyObject) {
    for roll in kinds.values { roll.cancel { $0.isOwned(by: owner) } }
  }

  /// How many observers are in memory, those who are gone and not yet swept out included.
  package var observerCount: Int {
    kinds.values.reduce(everything.observers.count) { $0 + $1.observers.count }
  }

  private struct Posted {
    var received: [Received]
    var connection: ConnectionID?
  }
}

// Who observes.
extension ResponseCenter {
  /// Observes responses of one kind, until the token is cancelled.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - connection: Where they come from; without it, from anywhere. An observer of a connection
  ///     goes when the connection is closed.
  ///   - handler: Called on the main actor, once for each response.
  /// - Returns: What cancels it. Assign it to `_` for an observer that stays for good.
  @inlinable
  public func observe<Kind: Response>(
    _ kind: Kind.Type = Kind.self, from connection: ConnectionID? = nil,
    _ handler: @escaping @MainActor (Kind) -> Void
  ) -> ResponseToken {
    ResponseToken(
      add(ObjectIdentifier(kind), from: connection, for: nil) { response in
        if let response = response.of(Kind.self) { handler(response) }
        return true
      })
  }

  /// Observes responses of one kind, for as long as an owner lives.
  ///
  /// The owner is held weakly and handed to the handler, which need not capture it.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - connection: Where they come from; without it, from anywhere. An observer of a connection
  ///     goes when the connection is closed.
  ///   - owner: On whose behalf.
  ///   - handler: Called on the main actor, once for each response.
  /// - Returns: What cancels it before the owner goes.
  @inlinable @discardableResult
  public func observe<Kind: Response, Owner: AnyObject>(
    _ kind: Kind.Type = Kind.self, from connection: ConnectionID? = nil, for owner: Owner,
    _ handler: @escaping @MainActor (Owner, Kind) -> Void
  ) -> ResponseToken {
    ResponseToken(
      add(ObjectIdentifier(kind), from: connection, for: owner) { [weak owner] response in
        guard let owner else { return false }
        if let response = response.of(Kind.self) { handler(owner, response) }
        return true
      })
  }

  /// Observes what is posted under an id, without knowing the type: for modules that share no
  /// import.
  public func observe(
    id: NotificationID, from connection: ConnectionID? = nil,
    _ handler: @escaping @MainActor (any Response) -> Void
  ) -> ResponseToken {
    observeAll(from: connection) { received in
      guard case .response(let response) = received, type(of: response).notificationID == id
      else { return }
      handler(response)
    }
  }

  /// Observes everything: responses of all kinds, and what could not become one.
  public func observeAll(
    from connection: ConnectionID? = nil, _ handler: @escaping @MainActor (Received) -> Void
  ) -> ResponseToken {
    let observer = observer(
      from: connection, for: nil,
      Observer.Handler { response in
        handler(.response(response))
        return true
      } trouble: { received in
        handler(received)
        return true
      })
    if !observer.isCancelled { everything.add(observer) }
    return ResponseToken(observer)
  }

  /// Responses of one kind as a sequence, from now on, for one reader.
  ///
  /// It ends when the centre goes, the connection is closed, or the reading task is cancelled.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - connection: Where they come from; without it, from anywhere.
  ///   - policy: What happens to those that are not read in time.
  /// - Returns: The sequence.
  public func responses<Kind: Response>(
    _ kind: Kind.Type = Kind.self, from connection: ConnectionID? = nil, _ policy: OverflowPolicy
  ) -> ResponseStream<Kind> {
    let (stream, inlet) = ResponseStream<Kind>.make(policy)
    let observer = add(ObjectIdentifier(kind), from: connection, for: nil) { response in
      response.of(Kind.self).map { inlet.yield($0) } ?? true
    }
    inlet.onEnd { [weak observer] in observer?.cancel() }
    return stream
  }
}

extension ResponseCenter {
  @usableFromInline
  func add(
    _ kind: ObjectIdentifier, from connection: ConnectionID?, for owner: AnyObject?,
    _ handler: @escaping @MainActor (any Response) -> Bool
  ) -> Observer {
    let observer = observer(from: connection, for: owner, Observer.Handler(handler))
    if !observer.isCancelled { kinds[kind, default: Roll()].add(observer) }
    return observer
  }

  private func observer(
    from connection: ConnectionID?, for owner: AnyObject?, _ handler: Observer.Handler
  ) -> Observer {
    lastObserver += 1
    return Observer(
      number: lastObserver, connection: connection, owner: owner,
      isClosed(connection) ? nil : handler)
  }

  private func isClosed(_ connection: ConnectionID?) -> Bool {
    connection.map { !connections.contains($0) } ?? false
  }

  /// Gives what was received, and then what observers post meanwhile.
  private func give(
    _ received: some RandomAccessCollection<Received>, from connection: ConnectionID?
  ) {
    isPosting = true
    giveAll(received, from: connection)
    var next = 0
    while next < queue.count {
      let posted = queue[next]
      next += 1
      giveAll(posted.received, from: posted.connection)
    }
    if next > 0 { queue = [] }
    isPosting = false
  }

  private func giveAll(
    _ received: some RandomAccessCollection<Received>, from connection: ConnectionID?
  ) {
    var kind: ObjectIdentifier?
    var audience = Roll()
    var lastAdded: UInt64 = 0
    var hasCancelled = false
    for index in received.indices {
      if isClosed(connection) { break }
      guard case .response(let response) = received[index] else {
        for other in everything.observers { other.give(trouble: received[index], from: connection) }
        continue
      }
      // What follows upon another of its kind, as most does, is heard by the same observers.
      let next = ObjectIdentifier(type(of: response))
      if next != kind || lastAdded != lastObserver {
        if hasCancelled { sweep(kind) }
        audience = (kinds[next] ?? Roll()).merged(with: everything)
        (kind, lastAdded, hasCancelled) = (next, lastObserver, false)
      }
      if !audience.give(response, from: connection) { hasCancelled = true }
    }
    if hasCancelled { sweep(kind) }
  }

  private func sweep(_ kind: ObjectIdentifier?) {
    if let kind { kinds[kind]?.sweep() }
    everything.sweep()
  }
}
