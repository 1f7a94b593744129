/// The information that an event carries: values under typed keys.
///
/// ```swift
/// var info: EventInfo = ["sku": "red"]     // by text, between modules that share no type
/// info[.row] = 3                           // by typed key
/// let row = try info.value(for: .row)      // or a PayloadError that says what was wrong
/// ```
///
/// It is a value type. A value that a layer writes while the event rises is visible to that layer
/// and the layers above it, and never to the sender.
public struct EventInfo: Sendable {
  private var values: [String: any Sendable] = [:]
  /// The writes since the trace began to record; `nil` without a trace.
  private var log: [Write]?

  /// Creates empty information.
  public init() {}

  /// The value under a key; `nil` where there is no value, or one of another type.
  ///
  /// A write replaces the previous value, so of several layers the nearest to the root wins;
  /// writing `nil` removes the value. ``set(_:for:_:)`` also supports the opposite rule.
  ///
  /// A missing key reads as `nil` whatever its type, an optional one included. As in a dictionary
  /// of optionals, a `nil` that was written as the value of an optional key is present, and reads
  /// as `.some(nil)`.
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
  /// - Throws: ``PayloadError`` with ``PayloadError/Code/missing`` or
  ///   ``PayloadError/Code/typeMismatch``, naming the key and the types.
  public func value<Value>(for key: EventKey<Value>) throws(PayloadError) -> Value {
    guard let value = values[key.name] else {
      throw .missing(key: key.name, expected: String(describing: Value.self))
    }
    guard let value = value as? Value else {
      throw .typeMismatch(key: key.name, expected: Value.self, actual: type(of: value))
    }
    return value
  }

  /// Writes a value by a rule; the trace shows the effect of the write.
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

  /// Returns the same information with one more value.
  public func setting<Value>(_ key: EventKey<Value>, _ value: Value) -> Self {
    var copy = self
    copy.set(value, for: key)
    return copy
  }

  /// The texts of all keys, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// Whether it carries no values.
  public var isEmpty: Bool { values.isEmpty }

  /// The rule for two layers that write under one key.
  public enum WriteRule: Hashable, Sendable {
    /// The value is written and replaces the previous one: the layer nearest to the root wins.
    case always
    /// The value is written only where there is none yet: the layer nearest to the sender wins.
    case ifAbsent
  }

  /// One write, as the trace shows it; values are kept as text.
  public struct Write: Hashable, Sendable {
    /// The text of the key.
    public let key: String
    /// The value that was written or removed.
    public let value: String
    /// The effect of the write.
    public let effect: Effect

    /// Creates a write, for comparisons in tests.
    public init(key: String, value: String, effect: Effect) {
      self.key = key
      self.value = value
      self.effect = effect
    }
  }

  /// The effect of a write; values are kept as text.
  public enum Effect: Hashable, Sendable {
    /// There was no value under the key.
    case added
    /// The value replaced another one.
    case replaced(String)
    /// The write used ``WriteRule/ifAbsent``, and the previous value stays.
    case kept(String)
    /// The value was removed.
    case removed
  }

  /// Runs a closure that writes, and returns its writes.
  mutating func logged(_ write: (inout Self) -> Void) -> [Write] {
    let former = values
    log = []
    write(&self)
    defer { log = nil }
    return log ?? writes(since: former)
  }

  /// Returns the writes that turn the previous values into the current ones, after the whole value
  /// was replaced.
  private func writes(since former: [String: any Sendable]) -> [Write] {
    Set(former.keys).union(values.keys).sorted().compactMap { key in
      let (before, now) = (former[key].map { "\($0)" }, values[key].map { "\($0)" })
      guard before != now else { return nil }
      guard let now else { return Write(key: key, value: before ?? "", effect: .removed) }
      return Write(key: key, value: now, effect: before.map { .replaced($0) } ?? .added)
    }
  }
}

extension EventInfo: ExpressibleByDictionaryLiteral {
  /// Creates information from texts and values; of two values for one text, the last is kept.
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
  /// The key and the effect on it; where two layers conflict, both values.
  public var description: String {
    switch effect {
    case .added: "adds \(key) = \(value)"
    case .replaced(let former): "replaces \(key) = \(former) by \(value)"
    case .kept(let former): "keeps \(key) = \(former), not \(value)"
    case .removed: "removes \(key) = \(value)"
    }
  }
}
