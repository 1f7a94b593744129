/// The loading phase of an image.
public enum ImagePhase: Hashable, Sendable {
  /// There is no address, so there is nothing to load; draw a placeholder.
  case empty
  /// The image is being loaded.
  case loading
  /// The image is loaded.
  case loaded(LoadedImage)
  /// Loading failed and can be retried; with the service's message for the user, empty without one.
  case failed(String)
}
