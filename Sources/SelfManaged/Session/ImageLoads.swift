import Components

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
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
    /// The pending request to the loader; `nil` if there is none.
    var request: Request?
    /// The number of changes of the phase so far.
    var changes = 0
    var observers: [Int: @MainActor (ImagePhase) -> Void] = [:]

    var isFailed: Bool { if case .failed = phase { true } else { false } }

    func cancel() {
      request?.task?.cancel()
      request = nil
    }
  }

  private final class Request {
    var task: Task<Void, Never>?
  }

  /// Shows the image at an address to an observer, until the subscription ends.
  ///
  /// A failed image is loaded again. A cached image that differs from the displayed one is shown to
  /// all observers of the address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - leave: Ends the observer's previous subscription. Called once the load is kept, so that an
  ///     image of the same address stays loaded, and before any observer is notified.
  ///   - show: Called with each later phase.
  /// - Returns: The current phase, and the subscription.
  func observe(
    _ url: URL, leaving leave: () -> Void, show: @escaping @MainActor (ImagePhase) -> Void
  ) -> (phase: ImagePhase, subscription: Subscription) {
    guard !hasEnded else {
      leave()
      return (Self.ended, Subscription {})
    }
    lastToken += 1
    let token = lastToken
    let load = loads[url] ?? Load()
    let isNew = loads[url] == nil
    loads[url] = load
    load.observers[token] = { _ in }  // Keeps the load, whatever the other observers do.
    leave()
    if isNew {
      start(load, url)
    } else if load.isFailed {
      retry(url)
    } else {
      showCached(load, url)
    }
    load.observers[token] = show
    return (load.phase, Subscription { [weak self] in self?.leave(url, token) })
  }

  /// Loads a failed image again.
  func retry(_ url: URL) {
    guard let load = loads[url], load.isFailed else { return }
    set(.loading, load)
    guard loads[url] === load, load.phase == .loading, load.request == nil else { return }
    start(load, url)
  }

  /// Requests an image from the loader again, if an observer shows its address.
  func reload(_ url: URL) {
    guard let load = loads[url] else { return }
    load.cancel()
    if load.isFailed { set(.loading, load) }
    // A notified observer may have reloaded the image already.
    guard loads[url] === load, !load.isFailed, load.request == nil else { return }
    request(load, url)
  }

  /// Returns when no image is being loaded.
  func loaded() async {
    await waiters.wait { loads.values.contains { $0.request != nil } }
  }

  /// Cancels all loads; avatars that still wait show a failed image.
  func end() {
    hasEnded = true
    for load in exchange(&loads, with: [:]).values {
      load.cancel()
      if load.phase == .loading { set(Self.ended, load) }
    }
    waiters.resume()
  }

  private static let ended = ImagePhase.failed("")

  private func leave(_ url: URL, _ token: Int) {
    guard let load = loads[url] else { return }
    load.observers.removeValue(forKey: token)
    guard load.observers.isEmpty else { return }
    loads.removeValue(forKey: url)
    load.cancel()
    waiters.resume()
  }

  /// Shows the cached image, if there is one: in place of a first load, or of another image.
  @discardableResult
  private func showCached(_ load: Load, _ url: URL) -> Bool {
    guard let image = loader.cachedImage(at: url) else { return false }
    if load.phase == .loading { load.cancel() }
    if load.phase != .loaded(image) { set(.loaded(image), load) }
    return true
  }

  private func start(_ load: Load, _ url: URL) {
    if !showCached(load, url) { request(load, url) }
  }

  private func request(_ load: Load, _ url: URL) {
    let loader = loader
    let request = Request()
    load.request = request
    request.task = ImmediateTask.start { @MainActor [weak self] in
      // Where tasks do not start synchronously, the load may have been canceled before it starts.
      guard !Task.isCancelled else { return }
      let phase: ImagePhase
      do { phase = .loaded(try await loader.image(at: url)) } catch {
        phase = .failed((error as? ServiceError)?.serverMessage ?? "")
      }
      // The load may have been canceled or requested again meanwhile.
      guard let self, load.request === request else { return }
      load.request = nil
      self.conclude(phase, load)
    }
  }

  /// Shows the result of a request; an image that is displayed stays if it can't be loaded again.
  private func conclude(_ phase: ImagePhase, _ load: Load) {
    if case (.loaded, .failed) = (load.phase, phase) { return waiters.resume() }
    set(phase, load)
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

extension Session {
  /// Requests an image from the ``ImageLoader`` again, for example after the user has uploaded a new
  /// picture whose address is the same.
  ///
  /// All avatars of the session that show the address keep the image until the new one is loaded.
  /// If it can't be loaded, they keep it further; an avatar that shows a failed image shows
  /// `ImagePhase.loading` first. A pending load of the address is canceled and begins again.
  /// ``imagesLoaded()`` waits for the new image. If no avatar shows the address, or the session has
  /// ended, this does nothing.
  ///
  /// ``ImageLoader/cachedImage(at:)`` is not called. A loader that caches images must forget the old
  /// image first.
  public func reloadImage(at url: URL) { images?.reload(url) }
}
