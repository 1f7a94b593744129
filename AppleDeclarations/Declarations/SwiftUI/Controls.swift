public import Foundation
public import UIKit

/// The key of a text in the app's tables.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  /// Creates a key.
  public init(_ value: String) {}
  /// Creates a key from a literal.
  public init(stringLiteral value: String) {}
}

/// A text.
public struct Text: Primitive, Equatable, Sendable {
  /// Creates a text that is shown as it is.
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ content: S) {}
  /// Creates a text that is looked up in the app's tables.
  public nonisolated init(_ key: LocalizedStringKey) {}
  /// Creates a text that is shown as it is.
  public nonisolated init(verbatim content: String) {}

  /// Whether both texts are equal.
  public nonisolated static func == (first: Self, second: Self) -> Bool { true }
}

/// An image.
public struct Image: Primitive, Equatable, Sendable {
  /// An image of the system's symbols.
  public nonisolated init(systemName: String) {}
  /// An image of UIKit.
  public nonisolated init(uiImage: UIImage) {}

  /// The image as large as its frame.
  public func resizable() -> Self { self }

  /// Whether both images are equal.
  public nonisolated static func == (first: Self, second: Self) -> Bool { true }
}

/// A title with an icon.
public struct Label<Title: View, Icon: View>: Primitive {}

/// A button.
public struct Button<Title: View>: Primitive {
  /// A button with a view.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Title) {}
}

extension Button where Title == Text {
  /// A button with a title.
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  /// A button with a title.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

extension Button where Title == Label<Text, Image> {
  /// A button with a title and a symbol.
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
  ) {}
  /// A button with a title and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
  ) {}
}

/// A field for a text.
public struct TextField<Title: View>: Primitive {}

extension TextField where Title == Text {
  /// A field with a title.
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
  /// A field with a title.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  /// A field with a title and a prompt.
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {}
  /// A field with a title and a prompt.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {}
}

/// A field for a text that is not shown.
public struct SecureField<Title: View>: Primitive {}

extension SecureField where Title == Text {
  /// A field with a title.
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
  /// A field with a title.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

/// A control that is on or off.
public struct Toggle<Title: View>: Primitive {}

extension Toggle where Title == Text {
  /// A toggle with a title.
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
  /// A toggle with a title.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

/// The parts of a date that a date picker shows.
public struct DatePickerComponents: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates components from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The day, month and year.
  public static let date = Self(rawValue: 1)
}

/// A control for a date.
public struct DatePicker<Title: View>: Primitive {
  /// The parts of a date.
  public typealias Components = DatePickerComponents
}

extension DatePicker where Title == Text {
  /// A picker with a title.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, displayedComponents: Components
  ) {}
  /// A picker with a title.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, displayedComponents: Components
  ) {}
}

/// A control for one of several values.
public struct Picker<Title: View, Selection: Hashable, Content: View>: Primitive {}

extension Picker where Title == Text {
  /// A picker with a title.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Selection>,
    @ViewBuilder content: () -> Content
  ) {}
  /// A picker with a title.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {}
}

/// A view that shows progress.
public struct ProgressView<Title: View, Current: View>: Primitive {}

extension ProgressView where Current == EmptyView, Title == EmptyView {
  /// Progress of unknown length.
  public init() {}
}

/// Views side by side.
public struct HStack<Content: View>: Primitive {
  /// Creates a row.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

/// Views one above the other.
public struct VStack<Content: View>: Primitive {
  /// Creates a column.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

/// Rows that scroll.
public struct List<Selection, Content: View>: Primitive {}

extension List where Selection == Never {
  /// A list of views.
  public init(@ViewBuilder content: () -> Content) {}
  /// A list of data.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {}
}

/// A view for each element.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: Primitive {}

extension ForEach where Content: View {
  /// A view for each element, identified by a property.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

/// An alignment in a row.
public struct VerticalAlignment: Equatable, Sendable {
  /// In the center.
  public static let center = Self()
}

/// An alignment in a column.
public struct HorizontalAlignment: Equatable, Sendable {
  /// At the leading edge.
  public static let leading = Self()
  /// In the center.
  public static let center = Self()
}

/// A shape.
public protocol Shape: Sendable, View {}

/// A circle.
public struct Circle: Shape, Primitive {
  /// Creates a circle.
  public nonisolated init() {}
}

/// A style of a shape.
public protocol ShapeStyle: Sendable {}

/// A color.
public struct Color: ShapeStyle, Primitive, Hashable {
  private nonisolated init() {}

  /// Red.
  public nonisolated static let red = Self()
  /// Gray.
  public nonisolated static let gray = Self()
}

extension ShapeStyle where Self == Color {
  /// Red.
  public static var red: Color { .red }
  /// Gray.
  public static var gray: Color { .gray }
}

/// A font.
public struct Font: Hashable, Sendable {
  /// The font of footnotes.
  public static let footnote = Self()
}

/// An animation.
public struct Animation: Equatable, Sendable {
  /// The system's animation.
  public static let `default` = Self()
}

/// A style of buttons.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

/// The style of buttons without a border.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public nonisolated init() {}
}

/// The style that shows only the label.
public struct PlainButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public nonisolated init() {}
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// Without a border.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// Only the label.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
