import Components
import Fakes
import SelfManaged
import Testing

/// A kind with an average, which is computed again with each rating.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RatingTests {
  /// Rates items, and returns the number of adjustments; the server rounds the average.
  private func adjustments<Intent: Stars>(of intent: @escaping (Int) -> Intent) async -> Int {
    let session = Session.fake()
    session.register(Intent.self) { item in
      Transport(send: { intent, _ in
        let hundredths = 100 + 7 * (Int(item) ?? 0) + intent.stars
        return RatingAnswer(average: Double(hundredths) / 100)
      })
    }
    var adjustments = 0
    var bindings: [ItemBinding<Intent>] = []
    for item in 0..<60 {
      let start = Rating(mine: nil, average: 1 + Double(item) / 15, count: 3 + item)
      bindings.append(
        session.bind(to: "\(item)", startingAt: start, knowing: RatingAnswer()) {
          if $0.adjustment != nil { adjustments += 1 }
        })
    }
    for stars in 1...5 {
      for binding in bindings { binding.send(intent(stars)) }
      await session.settled()
    }
    return adjustments
  }

  @Test func ratingThatKeepsItsResultIsNeverAdjusted() async {
    #expect(await adjustments(of: ExactStars.init) == 0)
    #expect(await adjustments(of: CoupledStars.init) > 0)  // Else the test proves nothing.
  }

  #if DEBUG
    @Test func intentThatChangesItsOwnResultIsReportedOnce() async {
      var messages: [String] = []
      debugMessageObservers.append { if $0.contains("AddedStars") { messages.append($0) } }
      _ = await adjustments(of: AddedStars.init)
      #expect(messages.count == 1)
      #expect(messages.first?.contains("changes its own result") == true)
    }
  #endif
}

private struct Rating: Hashable, Sendable {
  var mine: Int?
  var average: Double
  var count: Int

  func rated(_ stars: Int) -> Self {
    let sum = average * Double(count) - Double(mine ?? 0) + Double(stars)
    let count = mine == nil ? count + 1 : count
    return Self(mine: stars, average: sum / Double(count), count: count)
  }
}

private struct RatingAnswer: ServerAnswer {
  var average: Double?
  var version: Int?
}

private protocol Stars: OptimisticIntent where Value == Rating, Answer == RatingAnswer {
  var stars: Int { get }
}

extension Stars {
  static func value(from answer: RatingAnswer, over predicted: Rating, before: Rating) -> Rating {
    var value = predicted
    value.average = answer.average ?? value.average
    return value
  }
}

/// A rating that leaves its own result unchanged.
private struct ExactStars: Stars {
  var stars: Int

  func applied(to value: Rating) -> Rating { value.mine == stars ? value : value.rated(stars) }
}

/// A rating that computes the average again.
private struct CoupledStars: Stars {
  var stars: Int

  func applied(to value: Rating) -> Rating { value.rated(stars) }
}

/// A rating that counts the user each time.
private struct AddedStars: Stars {
  var stars: Int

  func applied(to value: Rating) -> Rating {
    var value = value
    value.mine = nil
    return value.rated(stars)
  }
}
