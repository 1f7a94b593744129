import Components
import Fakes
import SelfManaged
import Testing

/// The reducer makes the same decisions for an intent of any kind as for the intent itself.
@Suite(.timeLimit(.minutes(30)))
struct AnyIntentTests {
  @Test(arguments: UInt64(1)...60)
  func anyIntentIsReducedLikeTheIntent(seed: UInt64) {
    let start = CartValue(quantity: 2)
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    policy.honorsIdempotencyKeys = seed.isMultiple(of: 2)
    var known = Bench<QuantityIntent>(start, policy)
    var erased = Bench<AnyIntent>(AnyValue(start, of: QuantityIntent.self), policy)
    var random = SeededRandom(seed: seed)
    for _ in 1...100 {
      let step = Step.next(&random)
      known.play(step, intent: \.self, answer: \.self)
      erased.play(step, intent: AnyIntent.init, answer: AnyAnswer.init)
      let expected = known.summary(intent: \.self, value: \.self)
      let actual = erased.summary(
        intent: { $0.base(of: QuantityIntent.self) }, value: { $0.base(of: QuantityIntent.self) })
      #expect(actual == expected, "\(step)")
      guard actual == expected else { return }
    }
  }

  @Test func onlyEqualBasesAreEqual() {
    func value(_ quantity: Int) -> AnyValue {
      AnyValue(CartValue(quantity: quantity), of: QuantityIntent.self)
    }
    expectEqual(value(1), value(1), other: value(2))
    let intents = [QuantityIntent.add(1), .add(1), .set(1)].map(AnyIntent.init)
    expectEqual(intents[0], intents[1], other: intents[2])
    let answers = [CartAnswer(quantity: 1), CartAnswer(quantity: 1), CartAnswer()]
      .map(AnyAnswer.init)
    expectEqual(answers[0], answers[1], other: answers[2])
  }

  /// A set of the three would depend on the random order of their hash values.
  private func expectEqual<Value: Hashable>(_ first: Value, _ second: Value, other: Value) {
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != other)
  }
}

private enum Step {
  case tap(QuantityIntent), reply(CartAnswer), fail(ServiceError), read(CartAnswer?), timer, gate(
    Gate)
  case report(CartAnswer, isPush: Bool), refresh, flush, neighborFailed

  static func next(_ random: inout SeededRandom) -> Self {
    let number = Int.random(in: 0...6, using: &random)
    let version = Int.random(in: 0...9, using: &random)
    let answer = CartAnswer(
      quantity: number == 0 ? nil : number, version: version == 0 ? nil : version,
      limits: version > 6 ? QuantityLimits(minimum: 1, maximum: number + 1) : nil,
      notice: version == 6 ? "Only a few left" : nil)
    switch Int.random(in: 0...15, using: &random) {
    case 0...3: return .tap(.add(number.isMultiple(of: 2) ? 1 : -1))
    case 4: return .tap(.set(number))
    case 5, 6: return .reply(answer)
    case 7, 8:
      let errors: [ServiceError] = [
        .rejected("No", answer: answer), .limit(number), .limit(number, answer: answer), .conflict,
        .conflict(answer: answer), .offline, .unknownOutcome, .rejected.scoped(to: .lane),
      ]
      return .fail(errors[Int.random(in: errors.indices, using: &random)])
    case 9: return .read(number == 1 ? nil : answer)
    case 10: return .timer
    case 11, 12:
      return .gate([.open, .open, .laneTaken, .closed, .unreachable][version % 5])
    case 13: return .report(answer, isPush: number > 3)
    case 14: return number > 3 ? .refresh : .flush
    default: return number > 4 ? .neighborFailed : .gate(.open)
    }
  }
}

extension Bench {
  fileprivate mutating func play(
    _ step: Step, intent: (QuantityIntent) -> Intent, answer: (CartAnswer) -> Intent.Answer
  ) {
    switch step {
    case .tap(let tap): self.tap(intent(tap))
    case .reply(let reply): self.reply(answer(reply))
    case .fail(let error): fail(error)
    case .read(let report): read(report.map(answer))
    case .timer: endWait()
    case .gate(let gate):
      self.gate = gate
      feed(.proceed)
    case .report(let report, let isPush): feed(.report(answer(report), isPush ? .push : .list))
    case .refresh: feed(.refresh)
    case .flush: feed(.flush)
    case .neighborFailed: feed(.neighborFailed(.signedOut))
    }
  }

  /// All that the reducer decided, in words.
  fileprivate func summary(
    intent: (Intent) -> QuantityIntent, value: (Intent.Value) -> CartValue
  ) -> [String] {
    let decided = effects.map { effect in
      switch effect {
      case .send(let sent, let key, let attempt, let version):
        "send \(intent(sent)) \(key) \(attempt) \(String(describing: version))"
      case .resolve(let tap, let resolution): "resolve \(tap) \(resolution.map(value))"
      default: "\(effect)"
      }
    }
    let adjustments = shownAdjustments.map { "\(Resolution.adjusted($0).map(value))" }
    return decided + adjustments + [
      "\(value(state.confirmed)) \(value(state.display)) \(cause)",
      "\(state.isIdle) \(state.isUncertain) \(state.isWaiting) \(state.isInDoubt)",
      "\(String(describing: shownFailure)) \(state.failure.map { intent($0.intent) } as Any)",
    ]
  }
}
