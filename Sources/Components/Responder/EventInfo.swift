/// What an event carries: values under typed keys.
///
/// ```swift
/// var info: EventInfo = ["sku": "red"]     // by text, between modules that share no type
/// info[.row] = 3                           // by typed key
/// let row = try info.value(for: .row)      // or a PayloadError that says what was wrong
/// ```
///
/// It is a value. What a layer writes on an event's way up is seen by that layer and those above it,
/// and never by whoever sent the event.
public struct EventInfo: Sendable {
  private var values: [String: any Sendable] = [:]
  /// What was written since the trace began to listen; `nil` while nobody traces.
  private var log: [Write]?

  /// Creates one that carries nothing.
  public init() {}

  /// The value under a key; `nil` where there is none, or one of another type.
  ///
  /// A write takes the place of what was there, so of several layers the nearest to the root wins;
  /// `nil` takes the value away. ``set(_:for:_:)`` has the other rule too.
  ///
  /// A missing key reads as `nil` whatever its type, an optional one included. As in a dictionary of
  /// optionals, a `nil` that was written as the value of an optional key is there, and reads as
  /// `.some(nil)`.
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

  /// The value under a key.
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

  /// Writes a value by a rule; the trace shows what became of it.
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

  /// The same information with one value more.
  public func setting<Value>(_ key: EventKey<Value>, _ value: Value) -> Self {
    var copy = self
    copy.set(value, for: key)
    return copy
  }

  /// The texts of all keys, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// Whether it carries nothing.
  public var isEmpty: Bool { values.isEmpty }

  /// What happens where two layers write under one key.
  public enum WriteRule: Hashable, Sendable {
    /// The value is written, in place of what is there: the layer nearest to the root wins.
    case always
    /// The value is written only where there is none yet: the layer nearest to the sender wins.
    case ifAbsent
  }

  /// One write, as the trace shows it; values are kept as text.
  public struct Write: Hashable, Sendable {
    /// The text of the key.
    public let key: String
    /// What was written, or taken away.
    public let value: String
    /// What became of it.
    public let effect: Effect

    /// Creates a write, to compare with.
    public init(key: String, value: String, effect: Effect) {
      self.key = key
      self.value = value
      self.effect = effect
    }
  }

  /// What became of a write; values are kept as text.
  public enum Effect: Hashable, Sendable {
    /// There was nothing under the key.
    case added
    /// It took the place of another value.
    case replaced(String)
    /// It was written with ``WriteRule/ifAbsent``, and the value that was there stays.
    case kept(String)
    /// The value was taken away.
    case removed
  }

  /// Does some writing and tells what was written.
  mutating func logged(_ write: (inout Self) -> Void) -> [Write] {
    let former = values
    log = []
    write(&self)
    defer { log = nil }
    return log ?? writes(since: former)
  }

  /// What was written by whoever put another value in the place of this one.
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
  /// Creates one from texts and values; of two values for one text, the last is kept.
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
  /// What was done to which key; where two layers clash, both values.
  public var description: String {
    switch effect {
    case .added: "adds \(key) = \(value)"
    case .replaced(let former): "replaces \(key) = \(former) by \(value)"
    case .kept(let former): "keeps \(key) = \(former), not \(value)"
    case .removed: "removes \(key) = \(value)"
    }
  }
}
