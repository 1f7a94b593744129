import Components

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The image loads of a session: one load for each address, however many avatars show it.
@MainActor
final class ImageLoads {
  private let loader: any ImageLoader
  private var loads: [URL: Load] = [:]
  private var lastToken = 0
  private var hasEnded = false
  private let waiters = Waiters()

  init(loader: any ImageLoader) { self.loader = loader }

  private final class Load {
    var phase = ImagePhase.loading
    /// The number of changes of the phase so far.
    var changes = 0
    var observers: [Int: @MainActor (ImagePhase) -> Void] = [:]
    var task: Task<Void, Never>?
  }

  /// Shows the image at an address to an observer, until the subscription ends.
  ///
  /// A failed image is loaded again.
  ///
  /// - Returns: The current phase, and the subscription; `show` is called with later phases.
  func observe(
    _ url: URL, show: @escaping @MainActor (ImagePhase) -> Void
  ) -> (phase: ImagePhase, subscription: Subscription) {
    guard !hasEnded else { return (Self.ended, Subscription {}) }
    lastToken += 1
    let token = lastToken
    let load = loads[url] ?? Load()
    let isNew = loads[url] == nil
    loads[url] = load
    load.observers[token] = { _ in }  // Keeps the load, whatever the other observers do.
    if isNew {
      start(load, url)
    } else if load.phase == .loading {
      showCached(load, url)
    } else {
      retry(url)
    }
    load.observers[token] = show
    return (load.phase, Subscription { [weak self] in self?.leave(url, token) })
  }

  /// Loads a failed image again.
  func retry(_ url: URL) {
    guard let load = loads[url], case .failed = load.phase else { return }
    set(.loading, load)
    if loads[url] === load { start(load, url) }
  }

  /// Returns when no image is being loaded.
  func loaded() async {
    await waiters.wait { loads.values.contains { $0.phase == .loading } }
  }

  /// Cancels all loads; avatars that still wait show a failed image.
  func end() {
    hasEnded = true
    for load in exchange(&loads, with: [:]).values where load.phase == .loading {
      load.task?.cancel()
      set(Self.ended, load)
    }
  }

  private static let ended = ImagePhase.failed("")

  private func leave(_ url: URL, _ token: Int) {
    guard let load = loads[url] else { return }
    load.observers.removeValue(forKey: token)
    guard load.observers.isEmpty else { return }
    loads.removeValue(forKey: url)
    load.task?.cancel()
    waiters.resume()
  }

  /// Shows the cached image, if there is one, in place of the load.
  @discardableResult
  private func showCached(_ load: Load, _ url: URL) -> Bool {
    guard let image = loader.cachedImage(at: url) else { return false }
    load.task?.cancel()
    set(.loaded(image), load)
    return true
  }

  private func start(_ load: Load, _ url: URL) {
    if showCached(load, url) { return }
    let loader = loader
    let changes = load.changes
    let task = ImmediateTask.start { @MainActor [weak self] in
      // Where tasks do not start synchronously, the load may have been canceled before it starts.
      guard !Task.isCancelled else { return }
      let phase: ImagePhase
      do { phase = .loaded(try await loader.image(at: url)) } catch {
        phase = .failed((error as? ServiceError)?.serverMessage ?? "")
      }
      // The image may have been cached meanwhile.
      guard let self, self.loads[url] === load, load.phase == .loading else { return }
      self.set(phase, load)
    }
    // If the load failed at once, an observer may have started the next one.
    if load.changes == changes { load.task = task }
  }

  private func set(_ phase: ImagePhase, _ load: Load) {
    load.phase = phase
    load.changes += 1
    let change = load.changes
    // A notified observer may remove other observers or retry, so each observer is looked up.
    for token in load.observers.keys.sorted() where load.changes == change {
      load.observers[token]?(phase)
    }
    waiters.resume()
  }
}
