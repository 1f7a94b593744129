/// A property whose value is updated before a view's body runs.
public protocol DynamicProperty {}

/// A value that a view owns.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value

  /// Creates a value, which is kept as long as the view exists.
  public init(wrappedValue value: Value) { initial = value }
  /// Creates a value, which is kept as long as the view exists.
  public init(initialValue value: Value) { initial = value }

  /// The value.
  public var wrappedValue: Value {
    get { initial }
    nonmutating set {}
  }
  /// A binding to the value.
  public var projectedValue: Binding<Value> { .constant(initial) }
}

extension State: Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates a value that is `nil`.
  public init() { self.init(wrappedValue: nil) }
}

/// A property that reads and writes a value that is stored elsewhere.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value>: DynamicProperty {
  /// Creates a binding from two closures.
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}

  /// A binding to a constant.
  public static func constant(_ value: Value) -> Self { fatalError("Only declared") }

  /// The value.
  public var wrappedValue: Value {
    get { fatalError("Only declared") }
    nonmutating set {}
  }
  /// The binding itself.
  public var projectedValue: Self { self }

  /// A binding to a part of the value.
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError("Only declared") }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

/// Whether a view has the focus.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private let initial: Value

  /// Creates a state without the focus.
  public init() where Value == Bool { initial = false }

  /// The value.
  public var wrappedValue: Value {
    get { initial }
    nonmutating set {}
  }
  /// A binding for `focused(_:)`.
  public var projectedValue: Binding { Binding(focus: initial) }

  /// A binding to a focus state.
  @propertyWrapper
  public struct Binding {
    fileprivate let focus: Value

    /// The value.
    public var wrappedValue: Value {
      get { focus }
      nonmutating set {}
    }
    /// The binding itself.
    public var projectedValue: Self { self }
  }
}

extension FocusState: Sendable where Value: Sendable {}

/// A value of a view's environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// Reads a value by its key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// The value.
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

/// The key of a value of the environment.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value
  /// The value if none is set.
  static var defaultValue: Value { get }
}

/// The values that a view passes to the views that it contains.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Creates the default values.
  public init() {}

  /// The value of a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Whether the scene is active, inactive or in the background.
  public var scenePhase: ScenePhase { .active }
}

/// The phase of a scene.
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// The scene is not visible.
  case background
  /// The scene is visible and receives no events.
  case inactive
  /// The scene receives events.
  case active
}
