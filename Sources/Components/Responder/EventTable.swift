/// A table of event handlers, each under the name of its event.
///
/// ```swift
/// let table = EventTable([
///   .score: { event in show(try event.value(for: .score)); return .stop },
///   .share: { _ in share(); return .stop },
/// ])
/// table.on(BuyTapped.self) { buy, _ in order(buy.sku); return .stop }
/// table.setEnabled(false, for: .score)       // the event rises until it is enabled again
/// ```
///
/// The table retains its handlers. A handler that needs the table's owner captures the owner
/// weakly, or is registered as a method of the owner: ``on(_:_:_:)``.
///
/// An event without a handler rises to the next responder. Finding a handler is one dictionary
/// lookup.
@MainActor
public final class EventTable {
  private var slots: [EventName: Slot] = [:]
  /// The position of the next entry.
  private var nextPlace = 0

  /// Adds values to each event that reaches the table, before the event is handled.
  ///
  /// Called on the main actor. The context has the event's name, its sender, and the responder that
  /// it has reached.
  public var decorator: (@MainActor (inout EventInfo, EventContext) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Observes each event with the table on its path, even an event that was stopped below.
  ///
  /// Called once for each event, on the main actor, after the delivery of the event has ended.
  public var observer: (@MainActor (ResponderEvent, EventResult) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Whether an event has reached this table, so that only the first one records it.
  private var isReached = false
  private let file: StaticString
  private let line: UInt

  private struct Slot {
    let place: Int
    var isEnabled = true
    var handler: EventHandler
  }

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - handlers: The handlers by name, in the order of the entries; see ``on(_:_:)-(EventName,_)``.
  ///   - file: The file in which the table is created. An ``EventReport`` names it if the table's
  ///     owner forgot to return the table as its ``Responder/eventHandling``.
  ///   - line: The line in that file.
  public init(
    _ handlers: KeyValuePairs<EventName, EventHandler> = [:], file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.file = file
    self.line = line
    for (name, handler) in handlers { on(name, handler) }
  }

  /// Registers a handler for a name.
  ///
  /// A second handler for a name, enabled or not, is a mistake in the app: debug builds stop with a
  /// message, and release builds keep the first handler. To replace a handler, call
  /// ``replace(_:_:)``.
  public func on(_ name: EventName, _ handler: @escaping EventHandler) {
    guard slots[name] == nil else {
      return assertionFailure(
        """
        "\(name)" already has a handler in the table created at \(origin), which is kept. \
        Call replace(_:_:) to replace it.
        """)
    }
    replace(name, handler)
  }

  /// Registers a method of an object for a name; the object is referenced weakly.
  ///
  /// Once the object has been released, the event rises to the next responder. A second handler for
  /// a name is a mistake; see ``on(_:_:)-(EventName,_)``.
  public func on<Owner: AnyObject>(
    _ name: EventName, _ owner: Owner,
    _ method: @escaping @MainActor (Owner) -> EventHandler
  ) {
    on(name) { [weak owner] event in
      guard let owner else { return .ignored }
      return try method(owner)(event)
    }
  }

  /// Registers a handler for events of a type, under the type's event name.
  ///
  /// For an event with that name but another type or none, the handler does not run: a
  /// ``PayloadError`` is thrown in its place, and the event rises to the next responder. A second
  /// handler for a name is a mistake; see ``on(_:_:)-(EventName,_)``.
  public func on<Event: TypedEvent>(
    _ type: Event.Type,
    _ handler: @escaping @MainActor (Event, ResponderEvent) throws -> Handling
  ) {
    on(Event.name) { try handler($0.payload(as: type), $0) }
  }

  /// Replaces the handler of a name, or registers a handler if there is none.
  ///
  /// An existing entry keeps its position, and stays disabled if it was disabled.
  ///
  /// - Returns: Whether there was a handler.
  @discardableResult
  public func replace(_ name: EventName, _ handler: @escaping EventHandler) -> Bool {
    guard var slot = slots[name] else {
      if nextPlace == 0 { UnreachedTables.shared.add(self) }
      slots[name] = Slot(place: nextPlace, handler: handler)
      nextPlace += 1
      return false
    }
    slot.handler = handler
    releaseAfterAccess(slots.updateValue(slot, forKey: name))
    return true
  }

  /// Removes a handler.
  ///
  /// - Returns: Whether there was a handler.
  @discardableResult
  public func remove(_ name: EventName) -> Bool { slots.removeValue(forKey: name) != nil }

  /// Enables or disables a handler; a disabled handler does not run and keeps its position.
  ///
  /// - Returns: Whether there is a handler.
  @discardableResult
  public func setEnabled(_ isEnabled: Bool, for name: EventName) -> Bool {
    slots[name]?.isEnabled = isEnabled
    return slots[name] != nil
  }

  /// The entries, in the order in which they were registered.
  public var entries: [Entry] {
    slots.sorted { $0.value.place < $1.value.place }
      .map { Entry(name: $0.key, isEnabled: $0.value.isEnabled) }
  }

  /// One entry of a table.
  public struct Entry: Hashable, Sendable {
    /// The name of the event.
    public let name: EventName
    /// Whether the handler runs.
    public let isEnabled: Bool
  }
}

extension EventTable: EventHandling {
  /// Returns the handler of an event; `nil` if there is none, or if it is disabled.
  public func handler(for name: EventName) -> EventHandler? {
    noteReached()
    guard let slot = slots[name], slot.isEnabled else { return nil }
    return slot.handler
  }

  /// Calls the ``decorator``, which adds values to the event.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {
    decorator?(&info, context)
  }

  /// Notifies the ``observer``.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {
    noteReached()
    observer?(event, result)
  }

  /// Whether the handler of an event is disabled.
  package func isDisabled(_ name: EventName) -> Bool { slots[name]?.isEnabled == false }

  private func noteReached() {
    guard !isReached else { return }
    isReached = true
    UnreachedTables.shared.noteReached(self)
  }
}

extension EventTable {
  /// The file and the line where the table was created.
  var origin: String { "\(file):\(line)" }

  func isEnabled(_ name: EventName) -> Bool { slots[name]?.isEnabled == true }
}

/// An object that handles events with an event table.
///
/// ```swift
/// final class GoodsProxy: EventProxy {
///   let table = EventTable()
///
///   init() {
///     table.on(.buy, self, GoodsProxy.buy)
///   }
///
///   private func buy(_ event: ResponderEvent) throws -> Handling {
///     order(try event.value(for: .sku))
///     return .stop
///   }
/// }
/// ```
///
/// A responder owns the proxy and returns it as its ``Responder/eventHandling``. A responder that
/// conforms to `EventProxy` itself owns the table and needs no separate proxy.
@MainActor
public protocol EventProxy: EventHandling {
  /// The table of handlers.
  var table: EventTable { get }
}

extension EventProxy {
  /// Returns the table's handler.
  public func handler(for name: EventName) -> EventHandler? { table.handler(for: name) }

  /// Calls the table's decorator.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {
    table.decorate(&info, for: context)
  }

  /// Calls the table's observer.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {
    table.observe(event, result)
  }
}
