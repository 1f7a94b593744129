public import Foundation

extension View {
  /// Applies a modifier.
  public func modifier<Modifier>(_ modifier: Modifier) -> Modified<(Self, Modifier)> { Modified() }

  /// Sets the style of the buttons.
  public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View {
    Modified<Self>()
  }

  /// Animates changes of a value.
  public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
    Modified<Self>()
  }

  /// Names the value that the view represents in a picker.
  public func tag<V: Hashable>(_ tag: V) -> some View { Modified<Self>() }

  /// Disables the controls.
  public func disabled(_ disabled: Bool) -> some View { Modified<Self>() }

  /// Sets the opacity.
  public func opacity(_ opacity: Double) -> some View { Modified<Self>() }

  /// Sets the size.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
    Modified<Self>()
  }

  /// Clips the view.
  public func clipShape<S: Shape>(_ shape: S) -> some View { Modified<Self>() }

  /// Sets the style of the foreground.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { Modified<Self>() }

  /// Sets the font.
  public func font(_ font: Font?) -> some View { Modified<Self>() }

  /// Binds the focus.
  public func focused(_ condition: FocusState<Bool>.Binding) -> some View { Modified<Self>() }

  /// Sets a value of the environment.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { Modified<Self>() }

  /// Runs an action when the view appears.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { Modified<Self>() }

  /// Runs a task while the view exists, and starts it again when the ID changes.
  public func task<ID: Equatable>(
    id value: ID, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { Modified<Self>() }

  /// Runs an action when the value changes.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { Modified<Self>() }

  /// Runs an action with the old value and the new value when the value changes.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View { Modified<Self>() }
}

extension View {
  /// Sets the label for VoiceOver.
  @_disfavoredOverload
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { Modified<Self>() }

  /// Sets the label for VoiceOver.
  public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { Modified<Self>() }

  /// Sets the value for VoiceOver.
  @_disfavoredOverload
  public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { Modified<Self>() }

  /// Sets the value for VoiceOver.
  public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { Modified<Self>() }

  /// Adds traits for VoiceOver.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    Modified<Self>()
  }

  /// Makes an element for VoiceOver of the views inside.
  public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View { Modified<Self>() }
}

/// The traits of an element for VoiceOver.
public struct AccessibilityTraits: SetAlgebra, Sendable {
  private var names: Set<String> = []

  /// No traits.
  public init() {}
  private init(_ name: String) { names = [name] }

  /// The element can be pressed.
  public static let isButton = Self("button")
  /// The element is an image.
  public static let isImage = Self("image")
  /// The element switches between on and off.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public static let isToggle = Self("toggle")

  /// Whether a trait is contained.
  public func contains(_ member: Self) -> Bool { names.isSuperset(of: member.names) }
  /// The traits of both.
  public func union(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }
  /// The traits that both have.
  public func intersection(_ other: Self) -> Self {
    var result = self
    result.formIntersection(other)
    return result
  }
  /// The traits that only one has.
  public func symmetricDifference(_ other: Self) -> Self {
    var result = self
    result.formSymmetricDifference(other)
    return result
  }
  /// Inserts a trait.
  @discardableResult
  public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) {
    let isNew = !contains(newMember)
    formUnion(newMember)
    return (isNew, newMember)
  }
  /// Removes a trait.
  @discardableResult
  public mutating func remove(_ member: Self) -> Self? {
    guard contains(member) else { return nil }
    names.subtract(member.names)
    return member
  }
  /// Replaces a trait.
  @discardableResult
  public mutating func update(with newMember: Self) -> Self? {
    let former = contains(newMember) ? newMember : nil
    formUnion(newMember)
    return former
  }
  /// Adds traits.
  public mutating func formUnion(_ other: Self) { names.formUnion(other.names) }
  /// Keeps common traits.
  public mutating func formIntersection(_ other: Self) { names.formIntersection(other.names) }
  /// Keeps the traits that only one has.
  public mutating func formSymmetricDifference(_ other: Self) {
    names.formSymmetricDifference(other.names)
  }
}

/// What an element does with the elements inside.
public struct AccessibilityChildBehavior: Hashable, Sendable {
  private let name: String

  /// Hides them.
  public static let ignore = Self(name: "ignore")
  /// Keeps them.
  public static let contain = Self(name: "contain")
  /// Combines them.
  public static let combine = Self(name: "combine")
}
