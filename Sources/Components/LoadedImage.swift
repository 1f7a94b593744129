/// An image of any type that the app's image pipeline produces, wrapped as a value.
///
/// A loader wraps an image, and a view unwraps it:
///
/// ```swift
/// LoadedImage(uiImage)                 // in the loader
/// image.content(as: UIImage.self)      // in the view
/// ```
///
/// Two loaded images are equal if the wrapped images have the same type and are equal.
public struct LoadedImage: Hashable, Sendable {
  private let wrapped: TypedHashable

  /// Wraps an image, for example a `UIImage`, a `Data`, a `[UInt8]`, or an image's name.
  public init(_ content: some Hashable & Sendable) {
    wrapped = TypedHashable(content)
  }

  /// Returns the wrapped image; `nil` if it is of another type.
  public func content<Content>(as type: Content.Type = Content.self) -> Content? {
    wrapped.content as? Content
  }
}
