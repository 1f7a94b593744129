/// The loading phase of an image.
public enum ImagePhase: Hashable, Sendable {
  /// There is no address to load from; a view draws a placeholder.
  case empty
  /// The image is being loaded.
  case loading
  /// The image is loaded.
  indirect case loaded(LoadedImage)
  /// Loading failed and can be retried. The text is the message for the user; it may be empty.
  case failed(String)
}
