@_exported public import Foundation
@_exported public import Observation

/// A part of the interface.
@MainActor @preconcurrency
public protocol View {
  /// The view that this one is made of.
  associatedtype Body: View
  /// The content of the view.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// Never called.
  public var body: Never { fatalError("A declaration draws nothing") }
}

/// A view that is made of no other.
@MainActor
public protocol Primitive: View where Body == Never {}

extension Primitive {
  /// Never called.
  public var body: Never { fatalError("A declaration draws nothing") }
}

/// A view with a modifier.
public struct Modified<Content>: Primitive {}

extension Optional: View where Wrapped: View {
  /// Never called.
  public var body: Never { fatalError("A declaration draws nothing") }
}

extension Optional: Primitive where Wrapped: View {}

/// A view without content.
public struct EmptyView: Primitive {
  /// Creates an empty view.
  public nonisolated init() {}
}

/// A row of views.
public struct TupleView<Views>: Primitive {}

/// One of two views.
public struct ConditionalContent<First: View, Second: View>: Primitive {}

/// Builds a view from the statements of a closure.
@resultBuilder
public enum ViewBuilder {
  /// A view by itself.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// No views.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Several views.
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  /// A view under a condition.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// The first of two views.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
  /// The second of two views.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
}

/// A modifier that makes a view of another.
@MainActor @preconcurrency
public protocol ViewModifier {
  /// The modified view.
  associatedtype Body: View
  /// The view that is modified.
  typealias Content = ModifiedView<Self>
  /// Returns the modified view.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier receives; `_ViewModifier_Content` in SwiftUI.
public struct ModifiedView<Modifier: ViewModifier>: Primitive {}

/// A view for Xcode's canvas.
@MainActor @preconcurrency
public protocol PreviewProvider {
  /// The views of the previews.
  associatedtype Previews: View
  /// The views to show.
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
