/// A table of handlers by event name, which replaces a chain of if and else.
///
/// ```swift
/// let table = EventTable()
/// try table.on(.score) { event in
///   show(try event.value(for: .score))
///   return .stop
/// }
/// try table.on(BuyTapped.self) { buy, _ in order(buy.sku); return .stop }
/// table.setEnabled(false, for: .score)       // passes on until it is enabled again
/// ```
///
/// The table holds its handlers strongly. A handler that needs the table's owner captures the owner
/// weakly, or is registered as a method of the owner: ``on(_:_:_:)``.
///
/// An event without a handler rises to the next responder. Finding a handler is one dictionary
/// lookup.
@MainActor
public final class EventTable {
  private var slots: [EventName: Slot] = [:]
  /// The position of the next entry.
  private var nextPlace = 0

  /// Adds values to every event that reaches the table, before it is handled.
  ///
  /// The context has the event's name, its sender, and the responder it has reached.
  public var decorator: (@MainActor (inout EventInfo, EventContext) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Observes every event with the table on its path, after its delivery has ended, even if it was
  /// stopped below.
  public var observer: (@MainActor (ResponderEvent, EventResult) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Whether an event has reached this table.
  private(set) var isReached = false
  private let file: StaticString
  private let line: UInt

  private struct Slot {
    let place: Int
    var isEnabled = true
    var handler: EventHandler
  }

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - file: The file in which the table is created; an ``EventReport`` names the place if the
  ///     table's owner forgot to return the table as its ``Responder/eventHandling``.
  ///   - line: The line in that file.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    self.file = file
    self.line = line
  }

  /// Registers a handler for a name.
  ///
  /// - Throws: ``DuplicateEvent`` where the name has a handler, enabled or not; that handler stays.
  public func on(_ name: EventName, _ handler: @escaping EventHandler) throws(DuplicateEvent) {
    guard slots[name] == nil else { throw DuplicateEvent(name: name) }
    replace(name, handler)
  }

  /// Registers a method of an object for a name; the object is held weakly.
  ///
  /// After the object was released, the event rises to the next responder.
  ///
  /// - Throws: ``DuplicateEvent`` where the name has a handler, enabled or not; that handler stays.
  public func on<Owner: AnyObject>(
    _ name: EventName, _ owner: Owner,
    _ method: @escaping @MainActor (Owner) -> EventHandler
  ) throws(DuplicateEvent) {
    try on(name) { [weak owner] event in
      guard let owner else { return .pass }
      return try method(owner)(event)
    }
  }

  /// Registers a handler for events of a type, under the type's name.
  ///
  /// An event of that name that was sent without the type throws a ``PayloadError`` and rises to
  /// the next responder.
  ///
  /// - Throws: ``DuplicateEvent`` where the name has a handler, enabled or not; that handler stays.
  public func on<Event: TypedEvent>(
    _ type: Event.Type,
    _ handler: @escaping @MainActor (Event, ResponderEvent) throws -> Handling
  ) throws(DuplicateEvent) {
    try on(Event.name) { try handler($0.payload(as: type), $0) }
  }

  /// Replaces the handler of a name, or registers it where there is none.
  ///
  /// The entry keeps its position, and stays disabled if it was.
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

  /// All entries, in the order in which they were registered.
  public var entries: [Entry] {
    slots.sorted { $0.value.place < $1.value.place }
      .map { Entry(name: $0.key, isEnabled: $0.value.isEnabled) }
  }

  /// One row of a table.
  public struct Entry: Hashable, Sendable {
    /// The event.
    public let name: EventName
    /// Whether its handler runs.
    public let isEnabled: Bool

    /// Creates a row.
    public init(name: EventName, isEnabled: Bool = true) {
      self.name = name
      self.isEnabled = isEnabled
    }
  }
}

extension EventTable: EventHandling {
  /// Returns the handler of an event; `nil` where there is none, or a disabled one.
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

  /// Whether there is a disabled handler.
  public func isDisabled(_ name: EventName) -> Bool { slots[name]?.isEnabled == false }

  private func noteReached() {
    guard !isReached else { return }
    isReached = true
    UnreachedTables.shared.noteReached(self)
  }
}

extension EventTable {
  /// The file and line where the table was created.
  var origin: String { "\(file):\(line)" }

  func isEnabled(_ name: EventName) -> Bool { slots[name]?.isEnabled == true }
}
