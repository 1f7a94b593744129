import Fakes
import SelfManaged
import Testing

/// The contract of like services, with a service that is wrong in a single call.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct LikeServiceStepTests {
  typealias Clause = LikeServiceContract.Clause
  fileprivate typealias Fault = ExactLikes.Fault

  /// A change of a check.
  struct Change: Sendable {
    /// The number of the call; a read follows.
    let call: Int
    /// The clause of a request that changes nothing; `nil` for another one.
    let clause: Clause?
    let isLiked: Bool

    /// Whether the count of the other users is known.
    var isCounted: Bool { call > 4 }
  }

  nonisolated static let changes: [Change] = {
    var changes = [
      Change(call: 2, clause: nil, isLiked: false), Change(call: 4, clause: .twice, isLiked: false),
    ]
    for (first, isLiked) in [(6, true), (12, false), (18, true), (24, false)] {
      changes += [
        Change(call: first, clause: nil, isLiked: isLiked),
        Change(call: first + 2, clause: .sameKey, isLiked: isLiked),
        Change(call: first + 4, clause: .twice, isLiked: isLiked),
      ]
    }
    return changes
  }()

  /// The violation that a check finds; `nil` if the contract is kept.
  private func violation(of likes: ExactLikes) async -> ContractViolation? {
    let contract = LikeServiceContract(likes, itemID: "p1", unknownItemID: "gone") {
      _ in await FakeWire().arrived(1)
    }
    return await violationThrown(by: contract.check)
  }

  @Test(arguments: ExactLikes.Fault.allCases, changes)
  fileprivate func wrongChangeIsBlamedOnItsClause(_ fault: Fault, _ change: Change) async {
    let likes = ExactLikes(fault, at: change.call)
    let violation = await violation(of: likes)
    let expected: (Clause, after: Int)? =
      switch fault {
      case .answersTheOpposite: (change.clause ?? .answers, 0)
      case .countsTwoMore where change.isCounted: (change.clause ?? .count, 0)
      case .countsOneLess where change.isCounted && !change.isLiked: (change.clause ?? .count, 0)
      case .countsTwoMore, .countsOneLess: (.read, 1)
      case .refuses: (change.clause ?? .succeeds, 0)
      case .versionFalls: (.versionsNeverFall, 0)
      // Whether the first request is a change is unknown until the reads are checked.
      case .versionStands where change.clause != nil || !change.isCounted: nil
      case .versionStands: (.versionsRise, 0)
      case .answersNothing: nil
      }
    #expect(violation?.clause == expected?.0.rawValue)
    #expect(violation?.calls.count == expected.map { change.call + $0.after })
    #expect(likes.isLiked)
  }

  @Test(
    arguments: [
      Fault.answersTheOpposite, .countsTwoMore, .countsOneLess, .refuses, .versionFalls,
      .answersNothing,
    ], changes)
  fileprivate func wrongReadIsBlamedOnItsClause(_ fault: Fault, _ change: Change) async {
    let violation = await violation(of: ExactLikes(fault, at: change.call + 1))
    let expected: Clause? =
      switch fault {
      case .answersTheOpposite: change.clause ?? .read
      case .versionFalls: .versionsNeverFall
      case .answersNothing: nil
      default: .read
      }
    #expect(violation?.clause == expected?.rawValue)
    #expect(violation?.calls.count == expected.map { _ in change.call + 1 })
  }

  @Test(arguments: changes.filter(\.isCounted))
  func countIsCheckedWhereOnlyReadsReportIt(_ change: Change) async {
    let likes = ExactLikes(.countsTwoMore, at: change.call + 1)
    likes.answersAreEmpty = true
    let violation = await violation(of: likes)
    #expect(violation?.clause == (change.clause ?? .count).rawValue)
    #expect(violation?.calls.count == change.call + 1)
  }

  @Test func countIsCheckedWhereOnlyAnswersReportIt() async {
    let likes = ExactLikes(.countsTwoMore, at: 6)
    likes.readsHaveNoCount = true
    #expect(await violation(of: likes)?.clause == Clause.count.rawValue)
  }

  @Test func serviceThatCannotReadIsAskedOnce() async {
    let likes = ExactLikes(.countsTwoMore, at: 4)
    likes.canRead = false
    let violation = await violation(of: likes)
    #expect(violation?.clause == Clause.count.rawValue)
    #expect(
      violation?.calls == [
        #"likeStatus(itemID: "p1") → nil"#,
        #"setLiked(false, itemID: "p1") as intent 1 → not liked, 10, version 1"#,
        #"setLiked(false, itemID: "p1") as intent 2 → not liked, 10, version 1"#,
        #"setLiked(true, itemID: "p1") as intent 3 → liked, 13, version 2"#,
      ])
    #expect(violation?.description.contains("the count is 13 instead of 10 or 11.") == true)
  }

  @Test func farthestCountsDisagree() async {
    let likes = ExactLikes(nil)
    likes.answeredCount = .min
    likes.readCount = .max
    let violation = await violation(of: likes)
    #expect(violation?.clause == Clause.read.rawValue)
    #expect(violation?.calls.count == 3)
  }

  @Test func greatestCountIsCompared() async {
    let likes = ExactLikes(nil)
    likes.answersAreEmpty = true
    likes.firstCount = .max
    let violation = await violation(of: likes)
    #expect(violation?.clause == Clause.count.rawValue)
    #expect(violation?.calls.count == 7)
  }

  @Test(arguments: [true, false])
  func serviceThatComparesVersionsKeepsTheContract(hasFault: Bool) async {
    let likes = ExactLikes(hasFault ? .answersTheOpposite : nil, at: 13)
    likes.comparesVersions = true
    #expect(await violation(of: likes)?.clause == (hasFault ? Clause.read.rawValue : nil))
    #expect(likes.isLiked)
  }

  @Test(arguments: [ServiceError.Code.rejected, .limit, .init(rawValue: "deleted")])
  func finalErrorIsARefusal(_ code: ServiceError.Code) async {
    #expect(await violation(of: ExactLikes(.refuses, at: 30, error: ServiceError(code))) == nil)
  }

  @Test(arguments: [ServiceError.Code.conflict, .signedOut, .offline, .unknownOutcome])
  func errorThatARetryMayFixIsNoRefusal(_ code: ServiceError.Code) async {
    let violation = await violation(of: ExactLikes(.refuses, at: 30, error: ServiceError(code)))
    #expect(violation?.clause == Clause.unknownItem.rawValue)
    #expect(violation?.calls.count == 30)
  }

  @Test func checkMakesTheseCalls() async {
    let violation = await violation(of: ExactLikes(.refuses, at: 29))
    let changes = (violation?.calls ?? []).compactMap { call in
      call.hasPrefix("likeStatus(itemID: \"p1\")") ? nil : call.split(separator: " →").first
    }
    let loop = [true, false, true, false].enumerated().flatMap { index, isLiked in
      let call = "setLiked(\(isLiked), itemID: \"p1\") as intent "
      return ["\(call)\(2 * index + 3)", "\(call)\(2 * index + 3), attempt 2"]
        + ["\(call)\(2 * index + 4)"]
    }
    let first = ["1", "2"].map { "setLiked(false, itemID: \"p1\") as intent \($0)" }
    #expect(changes.map(String.init) == first + loop)
  }
}

/// A correct like service of one liked item, except for one call.
@MainActor
private final class ExactLikes: LikeService {
  enum Fault: CaseIterable {
    case answersTheOpposite, answersNothing, countsTwoMore, countsOneLess
    case refuses, versionFalls, versionStands
  }

  var canRead = true
  var answersAreEmpty = false
  var readsHaveNoCount = false
  var comparesVersions = false
  /// The count that all answers to changes, or all reads, report instead of the right one.
  var answeredCount: Int?
  var readCount: Int?
  /// The count that all reads before the first like report instead of the right one.
  var firstCount: Int?
  private(set) var isLiked = true
  private let fault: Fault?
  private let wrongCall: Int
  private let error: ServiceError
  private var callCount = 0
  private var version = 0
  private var answers: [IdempotencyKey: LikeAnswer] = [:]

  init(_ fault: Fault?, at call: Int = 0, error: ServiceError = .rejected) {
    self.fault = fault
    wrongCall = call
    self.error = error
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    let fault = nextFault()
    guard canRead else { return nil }
    var answer = try answer(fault)
    if let readCount { answer.count = readCount }
    if readsHaveNoCount { answer.count = nil }
    if let firstCount, callCount < 6 { answer.count = firstCount }
    return answer
  }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    let fault = nextFault()
    if fault == .refuses { throw error }
    guard itemID == "p1" else { throw ServiceError.rejected }
    if fault == nil, let answer = answers[info.key] { return answer }
    if answers[info.key] == nil {
      if comparesVersions, info.version != version { throw ServiceError.conflict }
      if isLiked != self.isLiked, fault != .versionStands { version += 1 }
      self.isLiked = isLiked
    }
    var answer = try answer(fault)
    if let answeredCount { answer = LikeAnswer(isLiked: isLiked, count: answeredCount) }
    if answersAreEmpty { answer = LikeAnswer() }
    answers[info.key] = answer
    return answer
  }

  private func nextFault() -> Fault? {
    callCount += 1
    return callCount == wrongCall ? fault : nil
  }

  private func answer(_ fault: Fault?) throws -> LikeAnswer {
    var answer = LikeAnswer(isLiked: isLiked, count: isLiked ? 11 : 10, version: version)
    switch fault {
    case .answersTheOpposite: answer.isLiked = !isLiked
    case .answersNothing: return LikeAnswer()
    case .countsTwoMore: answer.count = isLiked ? 13 : 12
    case .countsOneLess: answer.count = isLiked ? 10 : 9
    case .refuses: throw error
    case .versionFalls: answer.version = -1
    default: break
    }
    return answer
  }
}
