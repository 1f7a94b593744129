import Testing

/// An object or a closure of the app may call the library while the library releases it.
///
/// If it is released inside the exclusive access to its storage, the process ends with
/// "Simultaneous accesses". So this test fails with a crash, after the name of the place.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReleaseTests {
  @Test(arguments: StoringPlace.all)
  func releaseMayCallBack(_ place: StoringPlace) async throws {
    let probe = Probe()
    try await place.run(probe)
    #expect(probe.calls == 1, "\(place.testDescription) was expected to release once")
  }
}

/// A place in the library that stores an object or a closure of the app.
struct StoringPlace: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Stores an object of the probe, whose release calls back into the same place, and releases it.
  let run: @MainActor @Sendable (Probe) async throws -> Void

  init(_ description: String, _ run: @escaping @MainActor @Sendable (Probe) async throws -> Void) {
    testDescription = description
    self.run = run
  }

  static let all = events + responses + components + forms + sessions

  /// A property that stores a closure that captures an object.
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

/// A value that a release uses, but that is created after the released object.
@MainActor
final class Late<Value> {
  var value: Value?
}

/// An object that calls back when it is released, on the main actor.
final class Calling: Hashable, @unchecked Sendable {
  // Unchecked, since the closure is set once and called only on the main actor.
  private let callBack: @MainActor () -> Void

  init(_ callBack: @escaping @MainActor () -> Void) { self.callBack = callBack }

  deinit {
    let callBack = self.callBack
    MainActor.assumeIsolated { callBack() }
  }

  /// Does nothing; a closure that calls it captures the object.
  func use() {}

  static func == (first: Calling, second: Calling) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
