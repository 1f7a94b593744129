/// One of several that do the same work.
@MainActor
public struct Contestant {
  /// What it is, in a few words.
  public let name: String
  /// Does the work once; what it returns has to be what the comparison expects.
  let work: Work
  /// Puts everything back after the work, off the clock.
  let afterwards: (@MainActor () async -> Void)?

  enum Work {
    case now(@MainActor () -> Int)
    case later(@MainActor () async -> Int)
  }

  /// Creates a contestant whose work is done when the call returns.
  public init(_ name: String, _ work: @escaping @MainActor () -> Int) {
    self.name = name
    self.work = .now(work)
    afterwards = nil
  }

  /// Creates a contestant whose work leaves something behind that is not to be measured.
  public init(
    _ name: String, _ work: @escaping @MainActor () -> Int,
    afterwards: @escaping @MainActor () async -> Void
  ) {
    self.name = name
    self.work = .now(work)
    self.afterwards = afterwards
  }

  /// Creates a contestant whose work needs other turns.
  ///
  /// An initializer of its own name, since a closure that need not wait must not pay for it.
  public static func later(
    _ name: String, _ work: @escaping @MainActor () async -> Int
  ) -> Self {
    Self(name: name, work: .later(work), afterwards: nil)
  }

  private init(name: String, work: Work, afterwards: (@MainActor () async -> Void)?) {
    self.name = name
    self.work = work
    self.afterwards = afterwards
  }

  /// Does the work the given number of times.
  ///
  /// What is done when the call returns is timed by what the thread worked, so that others on the
  /// machine count for nothing; what needs other turns by the clock on the wall, since waiting for them
  /// is what it does.
  ///
  /// - Returns: How many nanoseconds the work took altogether, and the sum of what it returned.
  func work(_ repeats: Int) async -> (took: Double, sum: Int) {
    let clock = ContinuousClock()
    var sum = 0
    var took = 0.0
    // What is put back after each time is put back off the clock, so each time is timed by itself.
    let batch = afterwards == nil ? repeats : 1
    var left = repeats
    while left > 0 {
      switch work {
      case .now(let work):
        let start = ThreadClock.now
        for _ in 0..<batch { sum &+= work() }
        took += ThreadClock.now - start
      case .later(let work):
        let start = clock.now
        for _ in 0..<batch { sum &+= await work() }
        took += (clock.now - start) / .nanoseconds(1)
      }
      await afterwards?()
      left -= batch
    }
    return (took, sum)
  }
}
