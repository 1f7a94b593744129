/// How far an image has come.
public enum ImagePhase: Hashable, Sendable {
  /// There is no address, so there is nothing to load; draw a placeholder.
  case empty
  /// The image is on its way.
  case loading
  /// The image is here.
  case loaded(LoadedImage)
  /// Loading failed and can be tried again; with the service's words for the person, if it had any.
  case failed(String)
}
