import Components
public import SelfManaged

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks that an image loader keeps what `ImageLoader` promises.
///
/// ```swift
/// @Test func ourPipelineKeepsTheContract() async throws {
///   try await ImageLoaderContract(pipeline, url: ada, missing: nobody).check()
/// }
/// ```
///
/// Run it on your own loader. It changes nothing, but a loader that keeps images has them afterwards.
public struct ImageLoaderContract: Sendable {
  /// What is checked, in words; what each one prevents stands beside it.
  public enum Clause: String, CaseIterable, ContractClause {
    /// Else the avatar shows that it is loading for ever.
    case comesBack = "Every call comes back."
    /// Else no avatar ever shows a picture.
    case loads = "An image that exists is loaded."
    /// Else the picture changes for no reason when a cell is reused.
    case sameImage = "The same address twice gives equal images."
    /// Else the avatar shows something that is no picture, and can't offer to try again.
    case missing = "An address without an image throws."
    /// Else loads that nobody wants any longer pile up while a list is scrolled.
    case cancels = "A cancelled load ends: it returns, or throws."
    /// Else the picture changes when the avatar is bound again, or an avatar shows a picture that is
    /// not there.
    case cached = "A cached image equals the one that is loaded."
    /// Else an avatar that scrolls back shows the failure of the load it gave up.
    case loadsAgain = "After a cancelled load the image can be loaded again."
  }

  let loader: any ImageLoader
  let url: URL
  let missing: URL?
  let patience: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - loader: The loader.
  ///   - url: The address of an image that exists.
  ///   - missing: An address without an image; without one, that clause is not checked.
  ///   - patience: How long a load may take, also after it was cancelled; longer than the loader's
  ///     own time-out.
  ///   - sleep: Waits so long; a test injects its own.
  public init(
    _ loader: any ImageLoader, url: URL, missing: URL? = nil, patience: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.loader = loader
    self.url = url
    self.missing = missing
    self.patience = patience
    self.sleep = sleep
  }

  /// Checks every clause.
  ///
  /// - Throws: The first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let log = ContractLog<Clause>("ImageLoader", Patience(limit: patience, sleep: sleep))
    let first = try await image(blaming: .loads, log)
    guard try await image(blaming: .sameImage, log) == first else {
      throw log.violation(.sameImage, "two different images.")
    }
    try checkCache(of: url, holds: first, log)
    try await cancel(log)
    guard try await image(blaming: .loadsAgain, log) == first else {
      throw log.violation(.sameImage, "another image after a cancelled load.")
    }
    if let missing, case .success = try await load(missing, log) {
      throw log.violation(.missing, "an image.")
    }
    if let missing { try checkCache(of: missing, holds: nil, log) }
  }

  /// A loader need not cache; one that does must return what it loads.
  @MainActor
  private func checkCache(
    of url: URL, holds image: LoadedImage?, _ log: ContractLog<Clause>
  ) throws(ContractViolation) {
    guard let cached = loader.cachedImage(at: url), cached != image else { return }
    throw log.violation(
      .cached, image == nil ? "an image of an address without one." : "another image.")
  }

  @MainActor
  private func image(
    blaming clause: Clause, _ log: ContractLog<Clause>
  ) async throws(ContractViolation) -> LoadedImage {
    guard case .success(let image) = try await load(url, log) else {
      throw log.violation(clause, "it could not be loaded.")
    }
    return image
  }

  /// Cancels a load that has begun, and waits for its end, whatever that is.
  @MainActor
  private func cancel(_ log: ContractLog<Clause>) async throws(ContractViolation) {
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [loader, url] in
      begin.yield()
      return try await loader.image(at: url)
    }
    for await _ in begins { break }
    task.cancel()
    _ = try await log.make(
      "image(at: \(url)), cancelled", orElse: .cancels, says: { _ in "an image" }
    ) {
      try await task.value
    }
  }

  @MainActor
  private func load(
    _ url: URL, _ log: ContractLog<Clause>
  ) async throws(ContractViolation) -> Result<LoadedImage, ServiceError> {
    try await log.make("image(at: \(url))", says: { _ in "an image" }) { [loader] in
      try await loader.image(at: url)
    }
  }
}
