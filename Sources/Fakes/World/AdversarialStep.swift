/// One step of a schedule.
///
/// A number in a step chooses among the candidates that exist when the step is played. So a
/// schedule can be minimized: whatever earlier steps are removed, a step stays valid or has no
/// effect.
enum AdversarialStep: Hashable, Sendable {
  case press(screen: Int, choice: Int)
  case bind(screen: Int, item: Int)
  case unbind(screen: Int)
  case carryOut(Int)
  case answer(Int)
  case loseRequest(Int)
  case loseReply(Int)
  case timeOut(Int)
  case arriveLate(Int)
  case carryOutTwice(Int)
  case fail(Int, Failure)
  case changeByAnotherDevice(item: Int, choice: Int)
  case sendPush(item: Int)
  case receivePush(Int)
  case fetchList(item: Int)
  case receiveList(Int)
  case wait(seconds: Int)
  case goOffline
  case goOnline
  case loseReachability
  case regainReachability
  case undo(Int)
  case refresh
  case signOut

  /// The ways in which a server or the network can refuse a request.
  enum Failure: Hashable, Sendable, CaseIterable {
    case rejected
    case rejectedWithTruth
    case rejectedForAll
    case conflict
    case offline
    case signedOut
    case busy
    case busyForAll
  }

  /// The kinds of step in a schedule.
  ///
  /// Schedules with few kinds of step reach states that are rare in schedules with all kinds.
  enum Theme {
    case everything
    /// Presses, bindings and replies only: an item may be discarded while it waits for its turn.
    case lane
    /// Presses, undos, waits and replies only: removals can be undone at every moment.
    case removals
    /// Reads that time out or fail, of items that are shown, left and shown again.
    case reads

    init(seed: UInt64) {
      switch seed % 16 {
      case 3, 7, 11, 15: self = .lane
      case 5: self = .removals
      case 13: self = .reads
      default: self = .everything
      }
    }
  }

  /// Generates a step; actions of users and replies are likelier than faults.
  static func draw(_ theme: Theme, _ random: inout SeededRandom) -> Self {
    let number = Int.random(in: 0..<1_000, using: &random)
    let item = Int.random(in: 0..<12, using: &random)
    let screen = Int.random(in: 0..<12, using: &random)
    switch theme {
    case .everything: return draw(number, item: item, screen: screen, &random)
    case .lane:
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<6: return .press(screen: screen, choice: number)
      case 6..<8: return .bind(screen: screen, item: item)
      case 8..<10: return .unbind(screen: screen)
      default: return .answer(number)
      }
    case .removals:
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<8: return .press(screen: screen, choice: number)
      case 8..<11: return .undo(number)
      case 11..<13: return .answer(number)
      case 13: return .loseReply(number)
      case 14: return fail(number, &random)
      default: return .wait(seconds: number % 2 == 0 ? 3 : 10)
      }
    case .reads:
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<4: return .refresh
      case 4: return .press(screen: screen, choice: number)
      case 5, 6: return .bind(screen: screen, item: item)
      case 7, 8: return .unbind(screen: screen)
      case 9..<12: return .answer(number)
      case 12: return fail(number, &random)
      case 13: return .changeByAnotherDevice(item: item, choice: number)
      default: return .wait(seconds: number % 2 == 0 ? 10 : 100)
      }
    }
  }

  private static func fail(_ number: Int, _ random: inout SeededRandom) -> Self {
    .fail(number, Failure.allCases.randomElement(using: &random) ?? .rejected)
  }

  private static func draw(
    _ number: Int, item: Int, screen: Int, _ random: inout SeededRandom
  ) -> Self {
    switch Int.random(in: 0..<44, using: &random) {
    case 0..<10: return .press(screen: screen, choice: number)
    case 10..<12: return .bind(screen: screen, item: item)
    case 12: return .unbind(screen: screen)
    case 13..<18: return .answer(number)
    case 18..<20: return .carryOut(number)
    case 20: return .loseRequest(number)
    case 21..<23: return .loseReply(number)
    case 23: return .timeOut(number)
    case 24: return .arriveLate(number)
    case 25: return .carryOutTwice(number)
    case 26..<29: return fail(number, &random)
    case 29: return .changeByAnotherDevice(item: item, choice: number)
    case 30: return .sendPush(item: item)
    case 31, 32: return .receivePush(number)
    case 33: return .fetchList(item: item)
    case 34: return .receiveList(number)
    case 35, 36: return .wait(seconds: [1, 3, 10, 100][number % 4])
    case 37: return Bool.random(using: &random) ? .goOffline : .goOnline
    case 38: return number % 4 == 0 ? .signOut : .goOnline
    case 39: return number % 2 == 0 ? .loseReachability : .regainReachability
    case 40: return .regainReachability
    case 41, 42: return .undo(number)
    default: return .refresh
    }
  }
}

extension AdversarialStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .press(let screen, let choice): "screen \(screen) is pressed, \(choice)"
    case .bind(let screen, let item): "screen \(screen) shows item \(item)"
    case .unbind(let screen): "screen \(screen) is closed"
    case .carryOut(let number): "request \(number) is carried out, but not answered yet"
    case .answer(let number): "request \(number) is answered"
    case .loseRequest(let number): "request \(number) is lost"
    case .loseReply(let number): "request \(number) is carried out, and the reply is lost"
    case .timeOut(let number): "request \(number) times out, and arrives later"
    case .arriveLate(let number): "timed-out request \(number) arrives"
    case .carryOutTwice(let number): "request \(number) arrives twice"
    case .fail(let number, let failure): "request \(number) fails, \(failure)"
    case .changeByAnotherDevice(let item, let choice):
      "another device changes item \(item), \(choice)"
    case .sendPush(let item): "the server sends a push of item \(item)"
    case .receivePush(let number): "push \(number) arrives"
    case .fetchList(let item): "the app requests its list, with item \(item)"
    case .receiveList(let number): "list \(number) arrives"
    case .wait(let seconds): "\(seconds) s pass"
    case .goOffline: "the network goes offline"
    case .goOnline: "the network is online again"
    case .loseReachability: "the app knows that the server can't be reached"
    case .regainReachability: "the app knows that the server can be reached"
    case .undo(let number): "removal \(number) is undone"
    case .refresh: "the app returns from the background"
    case .signOut: "the user signs out, and another signs in"
    }
  }
}
