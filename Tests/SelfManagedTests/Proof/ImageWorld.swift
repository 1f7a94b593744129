import Components
import Fakes
import SelfManaged

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Avatars bound to a few addresses, and a loader that replies in any order, late, or never.
///
/// A history is generated from a seed before it begins, so that it can be minimized.
@MainActor
final class ImageWorld {
  /// A step of a history; its numbers choose among the existing objects.
  enum Step: Hashable, Sendable, CustomStringConvertible {
    case show(avatar: Int, address: Int)
    case detach(avatar: Int)
    case retry(avatar: Int)
    case answer(load: Int)
    case fail(load: Int)
    case signOut

    var description: String {
      switch self {
      case .show(let avatar, let address): "avatar \(avatar) shows address \(address)"
      case .detach(let avatar): "avatar \(avatar) is closed"
      case .retry(let avatar): "avatar \(avatar) is loaded again"
      case .answer(let load): "load \(load) is answered"
      case .fail(let load): "load \(load) fails"
      case .signOut: "the user signs out, and another signs in"
      }
    }

    static func draw(_ random: inout SeededRandom) -> Self {
      let number = Int.random(in: 0..<12, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8: return .show(avatar: number % 3, address: number / 3)
      case 8: return .detach(avatar: number % 3)
      case 9..<11: return .retry(avatar: number % 3)
      case 11..<16: return .answer(load: number)
      case 16..<19: return .fail(load: number)
      default: return .signOut
      }
    }
  }

  /// A minimized history that breaks a rule.
  struct Finding: Error, CustomStringConvertible {
    let seed: UInt64
    let violation: String
    let steps: [Step]

    var description: String {
      let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
      return (["Schedule \(seed) failed: \(violation)"] + lines).joined(separator: "\n")
    }
  }

  /// Plays a history for each number up to a count.
  static func check(schedules: Int) async throws(Finding) {
    for seed in 1...UInt64(max(1, schedules)) {
      var random = SeededRandom(seed: seed)
      var steps = (0..<Int.random(in: 2...24, using: &random)).map { _ in Step.draw(&random) }
      guard var violation = await ImageWorld().play(steps) else { continue }
      var index = 0
      while index < steps.count {
        var shorter = steps
        shorter.remove(at: index)
        if let found = await ImageWorld().play(shorter) {
          (steps, violation, index) = (shorter, found, 0)
        } else {
          index += 1
        }
      }
      throw Finding(seed: seed, violation: violation, steps: steps)
    }
  }

  private struct Place {
    /// The address that the avatar is bound to; `nil` once it was closed, or its session has ended.
    var address: URL?
    /// The only phase that the avatar may show from then on.
    var last: ImagePhase?
  }

  private let loader = Loader()
  private let avatars = (0..<3).map { _ in AvatarView() }
  private var places = Array(repeating: Place(), count: 3)
  private var session: Session
  private let addresses = ["ann", "bob", "cy"].compactMap {
    URL(string: "https://images.example/\($0)")
  }
  private var violation: String?

  private init() { session = .fake(images: loader) }

  private func play(_ steps: [Step]) async -> String? {
    for step in steps where violation == nil {
      perform(step)
      await check()
    }
    // A requested load may not have reached the loader yet.
    await turns { isLoading && loader.loads.isEmpty }
    while let load = loader.remove(0) {
      load.answer(.success(LoadedImage(load.url)))
      await check()
      await turns { isLoading && loader.loads.isEmpty }
    }
    if isLoading { violation = violation ?? "an avatar never stops loading" }
    session.end()
    return violation
  }

  private func perform(_ step: Step) {
    switch step {
    case .show(let avatar, let number):
      // The last number means no address, as for a user without a picture.
      let address = number < addresses.count ? addresses[number] : nil
      avatars[avatar].selfManagedConfigure(imageURL: address, userID: "\(avatar)", in: session)
      places[avatar] = Place(address: address, last: address == nil ? .empty : nil)
    case .detach(let avatar):
      avatars[avatar].detach()
      places[avatar] = Place(last: avatars[avatar].state.image)
    case .retry(let avatar): avatars[avatar].retryImage()
    case .answer(let number):
      if let load = loader.remove(number) { load.answer(.success(LoadedImage(load.url))) }
    case .fail(let number): loader.remove(number)?.answer(.failure(ServiceError.rejected))
    case .signOut:
      session.end()
      session = .fake(images: loader)
      for avatar in places.indices where places[avatar].address != nil {
        places[avatar] = Place(last: avatars[avatar].state.image)
      }
    }
  }

  private var isLoading: Bool {
    places.indices.contains { places[$0].address != nil && avatars[$0].state.image == .loading }
  }

  /// Waits until replies and cancellations have arrived, and records a violation that remains.
  ///
  /// A few turns are enough on an idle machine.
  private func check() async {
    for _ in 0..<3 { await Task { @MainActor in }.value }
    await turns { currentViolation != nil }
    violation = violation ?? currentViolation
  }

  /// The rule that is broken now.
  private var currentViolation: String? {
    for (number, place) in places.enumerated() {
      let image = avatars[number].state.image
      if let last = place.last, image != last {
        return "avatar \(number) shows \(image), but was closed or signed out with \(last)"
      }
      guard let address = place.address else { continue }
      if case .loaded(let loaded) = image, loaded != LoadedImage(address) {
        return "avatar \(number) is bound to \(address), but shows the image of another address"
      }
      for (other, otherPlace) in places.enumerated()
      where otherPlace.address == address && avatars[other].state.image != image {
        return "avatars \(number) and \(other) are bound to \(address), but show different phases"
      }
    }
    for address in addresses {
      let isShown = places.contains { $0.address == address }
      let count = loader.loads.count { $0.url == address && !$0.isCancelled }
      if count > (isShown ? 1 : 0) {
        return "\(count) loads of \(address) are pending instead of \(isShown ? 1 : 0)"
      }
    }
    return nil
  }

  /// Lets the main actor and other executors run their queued work while a condition is true.
  ///
  /// A busy machine may need many turns.
  private func turns(while condition: () -> Bool) async {
    var turns = 0
    while condition(), turns < 10_000 {
      await Task { @MainActor in }.value
      await Task.detached {}.value
      turns += 1
    }
  }

  /// A loader that answers on demand, also canceled loads.
  @MainActor
  private final class Loader: ImageLoader {
    final class Load {
      let url: URL
      let answer: (Result<LoadedImage, any Error>) -> Void
      var isCancelled = false

      init(url: URL, answer: @escaping (Result<LoadedImage, any Error>) -> Void) {
        (self.url, self.answer) = (url, answer)
      }
    }

    private(set) var loads: [Load] = []

    func remove(_ number: Int) -> Load? {
      loads.isEmpty ? nil : loads.remove(at: number % loads.count)
    }

    func image(at url: URL) async throws -> LoadedImage {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          loads.append(Load(url: url) { continuation.resume(with: $0) })
        }
      } onCancel: {
        Task { @MainActor in self.cancel(url) }
      }
    }

    /// Cancels the oldest load of an address.
    private func cancel(_ url: URL) {
      loads.first { $0.url == url && !$0.isCancelled }?.isCancelled = true
    }
  }
}
