import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

/// A component of the app's own, which only stores its binding and shows changes.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ManagedComponentTests {
  private let wire = FakeWire()
  private let session = Session.fake()
  private let star = Star()
  private let page = Page()

  init() {
    star.nextResponder = page
    session.register(StarIntent.self) { [wire] _ in
      Transport(send: { intent, _ in
        try await wire.carry { StarAnswer(isOn: intent.isOn) }
      })
    }
  }

  private func bind(_ id: String = "a") {
    star.bind(to: id, startingAt: false, knowing: StarAnswer(isOn: false), in: session)
  }

  @Test func failureIsShownThenFeltAndThenSent() async {
    bind()
    wire.failNext(.rejected("No"))
    star.tap()
    await session.settled()
    #expect(star.log == ["false", "true", "lightTap", "false", "failure: No"])
    #expect(page.failed == ["a: No, after 5"])
    #expect(star.requestStatus.failure == "No")
    #expect(star.requestFailure(in: .simplifiedChinese) == "No")
    star.retry()
    await session.settled()
    #expect(star.isOn)
    #expect(star.requestFailure(in: .english) == nil)
  }

  /// A list is reloaded when the failure is decided, before it is shown.
  @Test func handlerThatRetriesDuringARebindReachesTheNewBinding() async {
    bind()
    page.retried = star
    let observation = session.observe(StarIntent.self) { record in
      if record.cause == .rollback { bind() }
    }
    wire.failNext(.rejected("No"))
    star.tap()
    await session.settled()
    #expect(page.failed.count == 1)
    #expect(star.isOn)
    #expect(wire.arrivals == 2)
    observation.cancel()
  }

  /// The observer is notified before the change, so the outer binding is the newer one.
  @Test(arguments: [true, false])
  func starShowsTheItemThatIsBoundLast(observesStatus: Bool) {
    bind("p")
    star.tap()
    whenItChanges(observesStatus) { bindOther() }
    bind("r")
    #expect(!star.isOn)
    pushToOther()
    #expect(!star.isOn)
    session.receive(StarAnswer(isOn: true), of: StarIntent.self, for: "r")
    #expect(star.isOn)
  }

  @Test func starThatIsDetachedIsNotDrivenByTheItemThatAnObserverBindsItTo() {
    bind("p")
    whenItChanges(true) { bindOther() }
    star.detach()
    #expect(star.binding == nil)
    pushToOther(isOn: false)
    #expect(star.isOn)
  }

  private func whenItChanges(_ observesStatus: Bool, _ action: @escaping @MainActor () -> Void) {
    if observesStatus {
      beforeChange({ star.requestStatus }, action)
    } else {
      beforeChange({ star.isOn }, action)
    }
  }

  private func bindOther() {
    star.bind(to: "q", startingAt: true, knowing: StarAnswer(isOn: true), in: session)
  }

  private func pushToOther(isOn: Bool = true) {
    for isOn in [!isOn, isOn] {
      session.receive(StarAnswer(isOn: isOn), of: StarIntent.self, for: "q")
    }
  }

  @Test func adjustmentIsFeltAndSent() async {
    let other = Session.fake()
    other.register(StarIntent.self) { [wire] _ in
      Transport(send: { _, _ in try await wire.carry { StarAnswer(isOn: false) } })
    }
    star.bind(to: "a", startingAt: false, knowing: StarAnswer(isOn: false), in: other)
    star.tap()
    await other.settled()
    #expect(star.log.last == "warning: Adjusted to false")
    #expect(page.adjusted == ["a"])
  }

  @Test func detachedStarWorksAlone() async {
    bind()
    star.detach()
    star.tap()
    await session.settled()
    #expect(star.isOn && wire.arrivals == 0)
    #expect(star.requestStatus == RequestStatus())
  }

  @Test func starIsNotRetained() {
    weak var released: Star?
    do {
      let star = Star()
      star.bind(to: "a", startingAt: false, in: session)
      released = star
    }
    #expect(released == nil)
  }
}

@MainActor @Observable
private final class Star: ManagedComponent {
  private(set) var isOn = false
  let slot = BindingSlot<StarIntent>()
  @ObservationIgnored weak var nextResponder: (any Responder)?
  /// What was shown, and the feedback.
  @ObservationIgnored var log: [String] = []

  func show(_ change: ManagedChange<Bool>) {
    isOn = change.value
    log.append(spoken(change.value))
  }

  var onFeedback: (@MainActor (Feedback) -> Void)? {
    { [unowned self] feedback in
      log.append(
        ["\(feedback.haptic)", feedback.announcement].compactMap(\.self).joined(separator: ": "))
    }
  }

  func tap() {
    if let binding { binding.send(StarIntent(isOn: !isOn)) } else { isOn.toggle() }
  }
}

/// A page that shows failures.
@MainActor
private final class Page: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
  var failed: [String] = []
  var adjusted: [String] = []
  /// The star to retry at each failure.
  weak var retried: Star?

  init() {
    table.on(TapFailed.self) { [unowned self] event, info in
      let shown = (info.sender as? Star)?.log.count ?? 0
      failed.append("\(event.itemID): \(event.error.message), after \(shown)")
      retried?.retry()
      return .stop
    }
    table.on(TapAdjusted.self) { [unowned self] event, _ in
      adjusted.append(event.itemID)
      return .stop
    }
  }
}

private struct StarIntent: OptimisticIntent {
  var isOn: Bool
  func applied(to value: Bool) -> Bool { isOn }
  static func value(from answer: StarAnswer, over predicted: Bool, before: Bool) -> Bool {
    answer.isOn ?? predicted
  }
}

private struct StarAnswer: ServerAnswer {
  var isOn: Bool?
  var version: Int?
}
