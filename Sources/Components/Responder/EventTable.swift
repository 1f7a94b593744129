/// Which event has which handler, in place of a chain of if and else.
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
/// The table holds its handlers strongly. One that needs the table's owner captures it weakly, or is
/// registered as its method: ``on(_:_:_:)``.
///
/// An event it doesn't know passes on. Finding a handler is one look into a dictionary.
@MainActor
public final class EventTable {
  private var slots: [EventName: Slot] = [:]
  /// The place the next entry gets.
  private var nextPlace = 0

  /// Adds to every event that gets here, before it is handled.
  ///
  /// The context has the event's name, its sender, and the responder it has reached.
  public var decorator: (@MainActor (inout EventInfo, EventContext) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Observes every event that came by, after it has come to its end, even if it was stopped below.
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
  ///   - file: Where it is created; an ``EventReport`` names the place if the table's owner forgot to
  ///     return the table as its ``Responder/eventHandling``.
  ///   - line: The line in that file.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    self.file = file
    self.line = line
  }

  /// Registers a handler for a name.
  ///
  /// - Throws: ``DuplicateEvent`` where the name has one, enabled or not; that one stays.
  public func on(_ name: EventName, _ handler: @escaping EventHandler) throws(DuplicateEvent) {
    guard slots[name] == nil else { throw DuplicateEvent(name: name) }
    replace(name, handler)
  }

  /// Registers a method of an object for a name; the object is held weakly.
  ///
  /// When it has gone, the event passes on.
  ///
  /// - Throws: ``DuplicateEvent`` where the name has a handler, enabled or not; that one stays.
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
  /// An event of that name which was sent without the type throws a ``PayloadError`` and passes on.
  ///
  /// - Throws: ``DuplicateEvent`` where the name has a handler, enabled or not; that one stays.
  public func on<Event: TypedEvent>(
    _ type: Event.Type,
    _ handler: @escaping @MainActor (Event, ResponderEvent) throws -> Handling
  ) throws(DuplicateEvent) {
    try on(Event.name) { try handler($0.payload(as: type), $0) }
  }

  /// Puts a handler in the place of the one there is, which keeps its place and stays disabled if it
  /// was; where there is none it is registered.
  ///
  /// - Returns: Whether there was one.
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

  /// Takes a handler out.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(_ name: EventName) -> Bool { slots.removeValue(forKey: name) != nil }

  /// Enables a handler, or disables it: its events pass on, and it keeps its place.
  ///
  /// - Returns: Whether there is one.
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
    /// Whether its handler is asked.
    public let isEnabled: Bool

    /// Creates a row.
    public init(name: EventName, isEnabled: Bool = true) {
      self.name = name
      self.isEnabled = isEnabled
    }
  }
}

extension EventTable: EventHandling {
  /// The handler of an event; `nil` where there is none, or a disabled one.
  public func handler(for name: EventName) -> EventHandler? {
    noteReached()
    guard let slot = slots[name], slot.isEnabled else { return nil }
    return slot.handler
  }

  /// Lets the ``decorator`` add to the information an event carries.
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
  /// Where the table was created.
  var origin: String { "\(file):\(line)" }

  func isEnabled(_ name: EventName) -> Bool { slots[name]?.isEnabled == true }
}
