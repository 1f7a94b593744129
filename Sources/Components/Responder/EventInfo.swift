/// The values that an event carries, under typed keys.
///
/// ```swift
/// var info: EventInfo = ["sku": "red"]     // by name, for modules that share no key
/// info[.row] = 3                           // by typed key
/// let row = try info.value(for: .row)      // or a PayloadError that names the key and the types
/// ```
///
/// It is a value type. A value that a responder writes while the event rises is visible to that
/// responder and the responders above it, and never to the sender.
public struct EventInfo: Sendable {
  private var values: [String: any Sendable] = [:]
  /// The writes that a trace records; `nil` while no trace records.
  private var log: [Write]?

  /// Creates information without values.
  public init() {}

  /// The value under a key; `nil` if there is no value, or if it has another type.
  ///
  /// Writing replaces the previous value, so the responder nearest to the root wins. Writing `nil`
  /// removes the value. ``set(_:for:_:)`` also supports the opposite rule.
  ///
  /// If the key's type is optional, the subscript works as in a dictionary of optionals: a missing
  /// value reads as `nil`, and a value that was set to `nil` reads as `.some(nil)`.
  public subscript<Value>(_ key: EventKey<Value>) -> Value? {
    get { values[key.name].flatMap { $0 as? Value } }
    set {
      if let newValue {
        set(newValue, for: key)
      } else if let former = values.removeValue(forKey: key.name) {
        log?.append(Write(key: key.name, value: "\(former)", effect: .removed))
      }
    }
  }

  /// Returns the value under a key.
  ///
  /// - Throws: ``PayloadError/missing(key:expected:)`` or
  ///   ``PayloadError/typeMismatch(key:expected:actual:)``, naming the key and the types.
  public func value<Value>(for key: EventKey<Value>) throws(PayloadError) -> Value {
    guard let value = values[key.name] else {
      throw .missing(key: key.name, expected: String(describing: Value.self))
    }
    guard let value = value as? Value else {
      throw .mismatch(key: key.name, expected: Value.self, actual: type(of: value))
    }
    return value
  }

  /// Writes a value by a rule.
  public mutating func set<Value>(
    _ value: Value, for key: EventKey<Value>, _ rule: WriteRule = .always
  ) {
    let former = values[key.name]
    let isKept = former != nil && rule == .ifAbsent
    if !isKept { values[key.name] = value }
    guard log != nil else { return }
    let effect = former.map { isKept ? Effect.kept("\($0)") : .replaced("\($0)") } ?? .added
    log?.append(Write(key: key.name, value: "\(value)", effect: effect))
  }

  /// The names of all keys, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// The rule for a write under a key that already has a value.
  public enum WriteRule: Hashable, Sendable {
    /// The new value replaces the previous one: the responder nearest to the root wins.
    case always
    /// The previous value stays: the responder nearest to the sender wins.
    case ifAbsent
  }

  /// One write in a trace; values are stored as text.
  public struct Write: Hashable, Sendable {
    /// The name of the key.
    public let key: String
    /// The value that was written or removed.
    public let value: String
    /// The effect of the write.
    public let effect: Effect
  }

  /// The effect of a write; values are stored as text.
  public enum Effect: Hashable, Sendable {
    /// There was no value under the key.
    case added
    /// The value replaced this one.
    case replaced(String)
    /// This previous value stays, because the write used ``WriteRule/ifAbsent``.
    case kept(String)
    /// The value was removed.
    case removed
  }

  /// Adds values, which replace those under the same keys.
  mutating func add(_ more: Self) { values.merge(more.values) { $1 } }

  /// Runs a closure, and returns the writes that it makes.
  mutating func logged(_ write: (inout Self) -> Void) -> [Write] {
    let former = values
    log = []
    write(&self)
    defer { log = nil }
    return log ?? writes(since: former)
  }

  /// Returns the writes that turn the previous values into the current ones.
  ///
  /// Needed if the closure replaced the whole value, and its log with it.
  private func writes(since former: [String: any Sendable]) -> [Write] {
    Set(former.keys).union(values.keys).sorted().compactMap { key in
      let (old, new) = (former[key], values[key])
      let (before, now) = (old.map { "\($0)" }, new.map { "\($0)" })
      let isOfOneType = old.map { type(of: $0) } == new.map { type(of: $0) }
      guard before != now || !isOfOneType else { return nil }
      guard let now else { return Write(key: key, value: before ?? "", effect: .removed) }
      return Write(key: key, value: now, effect: before.map { .replaced($0) } ?? .added)
    }
  }
}

extension EventInfo: ExpressibleByDictionaryLiteral {
  /// Creates information from the names of keys and their values; of two values under one name, the
  /// last is kept.
  public init(dictionaryLiteral elements: (String, any Sendable)...) {
    for (key, value) in elements { values[key] = value }
  }
}

extension EventInfo: CustomStringConvertible {
  /// All keys with their values, in alphabetical order.
  public var description: String {
    let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "[" + (pairs.isEmpty ? ":" : pairs.joined(separator: ", ")) + "]"
  }
}

extension EventInfo.Write: CustomStringConvertible {
  /// The key and the effect of the write, with both values if two responders conflict.
  public var description: String {
    switch effect {
    case .added: "adds \(key) = \(value)"
    case .replaced(let former): "replaces \(key) = \(former) by \(value)"
    case .kept(let former): "keeps \(key) = \(former), not \(value)"
    case .removed: "removes \(key) = \(value)"
    }
  }
}
