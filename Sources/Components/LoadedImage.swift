/// An image of whatever type the app's image pipeline makes, kept as a value.
///
/// A loader wraps its own type and the view unwraps it again:
///
/// ```swift
/// LoadedImage(uiImage)                 // in the loader
/// image.content(as: UIImage.self)      // in the view
/// ```
///
/// Two loaded images are equal when the wrapped images are equal.
public struct LoadedImage: Hashable, Sendable {
  private let wrapped: any Hashable & Sendable

  /// Wraps an image: `UIImage`, `Data`, `[UInt8]`, or a name.
  public init(_ content: some Hashable & Sendable) { wrapped = content }

  /// The wrapped image, or `nil` if it is of another type.
  public func content<Content>(as type: Content.Type = Content.self) -> Content? {
    wrapped as? Content
  }

  /// Whether both wrap equal images of the same type.
  public static func == (first: Self, second: Self) -> Bool {
    // AnyHashable alone considers 1 and 1.0 equal.
    type(of: first.wrapped) == type(of: second.wrapped)
      && AnyHashable(first.wrapped) == AnyHashable(second.wrapped)
  }

  /// Hashes the wrapped image.
  public func hash(into hasher: inout Hasher) { wrapped.hash(into: &hasher) }
}
