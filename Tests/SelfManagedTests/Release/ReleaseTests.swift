import Testing

/// Everything of the app's that the library stores may call the library while it is released.
///
/// A value that is released inside the exclusive access to its storage ends the process with
/// "Simultaneous accesses". So a failure of this test is a crash, after the name of the place.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ReleaseTests {
  @Test(arguments: StoringPlace.all)
  func releaseMayCallBack(_ place: StoringPlace) async throws {
    let probe = Probe()
    try await place.run(probe)
    #expect(probe.calls == 1, "\(place.testDescription) was expected to release once")
  }
}

/// A place that stores something of the app's.
struct StoringPlace: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Stores what the probe gives, calls back into the same place from its release, and releases it.
  let run: @MainActor @Sendable (Probe) async throws -> Void

  init(_ description: String, _ run: @escaping @MainActor @Sendable (Probe) async throws -> Void) {
    testDescription = description
    self.run = run
  }

  static let all = events + responses + components + forms + sessions

  /// A property that holds a closure of an object.
  static func property<Root: AnyObject, Stored>(
    _ description: String, _ make: @escaping @MainActor @Sendable () -> Root,
    _ path: @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<Root, Stored?>,
    _ closure: @escaping @MainActor @Sendable (Calling) -> Stored
  ) -> Self {
    Self(description) { probe in
      let (root, path) = (make(), path())
      root[keyPath: path] = closure(
        probe.object { [unowned root] in
          _ = root[keyPath: path]
          root[keyPath: path] = nil
        })
      root[keyPath: path] = nil
      #expect(root[keyPath: path] == nil)
    }
  }
}

/// Counts releases, and calls back from each.
@MainActor
final class Probe {
  private(set) var calls = 0

  /// An object whose release calls back.
  func object(_ callBack: @escaping @MainActor () -> Void) -> Calling {
    Calling { [self] in
      calls += 1
      callBack()
    }
  }
}

/// What a release needs and what is made after it.
@MainActor
final class Late<Value> {
  var value: Value?
}

/// Calls back when it is released, on the main actor.
final class Calling: Hashable, @unchecked Sendable {
  // Set once, and used on the main actor alone.
  private let callBack: @MainActor () -> Void

  init(_ callBack: @escaping @MainActor () -> Void) { self.callBack = callBack }

  deinit {
    let callBack = self.callBack
    MainActor.assumeIsolated { callBack() }
  }

  /// Does nothing; a closure that calls it captures this.
  func use() {}

  static func == (first: Calling, second: Calling) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
