import Components
public import SelfManaged

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks that an image loader fulfills the contract of `ImageLoader`.
///
/// ```swift
/// @Test func ourPipelineKeepsTheContract() async throws {
///   try await ImageLoaderContract(pipeline, url: ada, missing: noImage).check()
/// }
/// ```
///
/// Run it on your own loader. It changes nothing, but a loader with a cache has the images in its
/// cache afterwards.
public struct ImageLoaderContract: Sendable {
  /// The checked clauses, as text; each comment describes the fault that the clause prevents.
  package enum Clause: String, CaseIterable, ContractClause {
    /// Otherwise the avatar shows its loading state forever.
    case returns = "Every call returns."
    /// Otherwise no avatar ever shows a picture.
    case loads = "An image that exists is loaded."
    /// Otherwise the picture changes when a cell is reused.
    case sameImage = "The same address twice gives equal images."
    /// Otherwise the avatar shows content that is not an image, and can't offer a retry.
    case missing = "An address without an image throws."
    /// Otherwise loads that are no longer needed accumulate while a list is scrolled.
    case cancels = "A canceled load ends: it returns, or throws."
    /// Otherwise the picture changes when the avatar is bound again, or an avatar shows a picture
    /// that does not exist.
    case cached = "A cached image equals the one that is loaded."
    /// Otherwise an avatar that scrolls back shows the failure of the canceled load.
    case loadsAgain = "A canceled load ends no other load, and the image can be loaded again."
  }

  let loader: any ImageLoader
  let url: URL
  let missing: URL?
  let timeout: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - loader: The loader.
  ///   - url: The address of an image that exists.
  ///   - missing: An address without an image; without one, that clause is not checked.
  ///   - timeout: How long a load may take, also after it was canceled; longer than the loader's
  ///     own timeout.
  ///   - sleep: Waits for a duration; a test injects its own.
  public init(
    _ loader: any ImageLoader, url: URL, missing: URL? = nil, timeout: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.loader = loader
    self.url = url
    self.missing = missing
    self.timeout = timeout
    self.sleep = sleep
  }

  /// Checks every clause.
  ///
  /// - Throws: A ``ContractViolation`` for the first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let log = ContractLog<Clause>("ImageLoader", Timeout(limit: timeout, sleep: sleep))
    let cached = loader.cachedImage(at: url)
    let first = try await image(blaming: .loads, log)
    try check(cached, equals: first, log)
    guard try await image(blaming: .sameImage, log) == first else {
      throw log.violation(.sameImage, "the second load returned a different image.")
    }
    try check(loader.cachedImage(at: url), equals: first, log)
    guard try await imageBesideACanceledLoad(log) == first else {
      throw log.violation(.sameImage, "a load beside a canceled one returned a different image.")
    }
    try check(loader.cachedImage(at: url), equals: first, log)
    guard try await image(blaming: .loadsAgain, log) == first else {
      throw log.violation(.sameImage, "a load after a canceled one returned a different image.")
    }
    try check(loader.cachedImage(at: url), equals: first, log)
    for _ in 1...2 {
      if let missing, case .success = try await load(missing, log) {
        throw log.violation(.missing, "an image was returned.")
      }
    }
    if let missing { try check(loader.cachedImage(at: missing), equals: nil, log) }
  }

  /// Checks a cached image: a loader need not cache, but a cached image must equal the loaded one.
  @MainActor
  private func check(
    _ cached: LoadedImage?, equals image: LoadedImage?, _ log: ContractLog<Clause>
  ) throws(ContractViolation) {
    guard let cached, cached != image else { return }
    throw log.violation(
      .cached,
      image == nil
        ? "the cache has an image for an address without one."
        : "the cached image differs from the loaded one.")
  }

  @MainActor
  private func image(
    blaming clause: Clause, _ log: ContractLog<Clause>
  ) async throws(ContractViolation) -> LoadedImage {
    guard case .success(let image) = try await load(url, log) else {
      throw log.violation(clause, "the image could not be loaded.")
    }
    return image
  }

  /// Cancels a load that has begun, and waits until it ends in any way.
  ///
  /// - Returns: The image of another load, which began before that end.
  @MainActor
  private func imageBesideACanceledLoad(
    _ log: ContractLog<Clause>
  ) async throws(ContractViolation) -> LoadedImage {
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [loader, url] in
      begin.yield()
      return try await loader.image(at: url)
    }
    for await _ in begins { break }
    task.cancel()
    let next = Task { [loader, url] in try await loader.image(at: url) }
    defer { next.cancel() }
    _ = try await log.make(
      "image(at: \(url)), canceled", orElse: .cancels, describe: { _ in "an image" }
    ) {
      try await task.value
    }
    let result = try await log.make("image(at: \(url)), beside it", describe: { _ in "an image" }) {
      try await next.value
    }
    guard case .success(let image) = result else {
      throw log.violation(.loadsAgain, "a load that began before the canceled one ended failed.")
    }
    return image
  }

  @MainActor
  private func load(
    _ url: URL, _ log: ContractLog<Clause>
  ) async throws(ContractViolation) -> Result<LoadedImage, ServiceError> {
    try await log.make("image(at: \(url))", describe: { _ in "an image" }) { [loader] in
      try await loader.image(at: url)
    }
  }
}
