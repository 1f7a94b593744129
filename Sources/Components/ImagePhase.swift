/// How far an image has come.
public enum ImagePhase: Hashable, Sendable {
  /// There is no address, so there is nothing to load; draw a placeholder.
  case empty
  /// The image is on its way.
  case loading
  /// The image is here.
  case loaded(LoadedImage)
  /// Loading failed, for the reason given; it can be tried again.
  case failed(String)
}
