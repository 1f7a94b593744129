import Fakes
import SelfManaged
import Testing

/// The contract of like services.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct LikeServiceContractTests {
  typealias Clause = LikeServiceContract.Clause

  /// The violation that a check finds; `nil` if the contract is kept.
  func violation(
    of service: any LikeService, unknownItemID: String? = "gone", hangsAt wire: FakeWire? = nil
  ) async -> ContractViolation? {
    let contract = LikeServiceContract(service, itemID: "p1", unknownItemID: unknownItemID) {
      _ in await (wire ?? FakeWire()).arrived(1)
    }
    return await violationThrown(by: contract.check)
  }

  @Test(arguments: [
    LikeAnswer(isLiked: false, count: 10, version: 3), LikeAnswer(isLiked: true, count: 10),
    LikeAnswer(isLiked: true, version: 1), LikeAnswer(),
  ])
  func theFakeKeepsTheContractAndIsRestored(_ item: LikeAnswer) async {
    let likes = FakeLikeService(items: ["p1": item])
    #expect(await violation(of: likes, unknownItemID: nil) == nil)
    #expect(likes.items["p1"]?.isLiked == item.isLiked ?? false)
    #expect(likes.items["p1"]?.count == item.count)
  }

  @Test func fakeKeepsTheContractForAnUnknownItem() async {
    #expect(await violation(of: FakeLikeService(), unknownItemID: nil) == nil)
  }

  @Test func batchedServiceKeepsTheContract() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: true, count: 10)])
    #expect(await violation(of: likes.batched, unknownItemID: nil) == nil)
    #expect(likes.calls.contains(.readAll(itemIDs: ["p1"])))
    #expect(!likes.calls.contains(.read(itemID: "p1")))
  }

  @Test(arguments: [(BatchedLikes.Fault.failsForUnknown, Clause.read), (.readsTheFormer, .read)])
  fileprivate func batchedReadIsChecked(_ fault: BatchedLikes.Fault, _ clause: Clause) async {
    let violation = await violation(of: BatchedLikes(fault))
    #expect(violation?.clause == clause.rawValue)
    #expect(violation?.calls[0].hasPrefix(#"likeStatuses(of: ["gone", "p1"])"#) == true)
  }

  @Test func serviceWithEmptyAnswersKeepsTheContract() async {
    let likes = TerseLikes()
    #expect(await violation(of: likes) == nil)
    #expect(!likes.isLiked)
  }

  @Test(arguments: [true, false])
  func correctServiceKeepsTheContract(isLiked: Bool) async {
    let likes = Likes(nil, isLiked: isLiked)
    #expect(await violation(of: likes) == nil)
    #expect(likes.isLiked == isLiked)
  }

  @Test func unlikeOfAnUnknownItemMayBeIgnored() async {
    #expect(await violation(of: Lenient()) == nil)
  }

  @Test func staleCountsKeepTheContract() async {
    #expect(await violation(of: LateLikes()) == nil)
  }

  @Test func readMayReportALaterChangeOfAnotherUser() async {
    #expect(await violation(of: SharedLikes()) == nil)
  }

  @Test(arguments: Likes.Fault.allCases)
  func brokenServiceFailsWithItsClause(_ fault: Likes.Fault) async {
    let likes = Likes(fault)
    if fault == .joinsAReadInFlight {  // A change overtakes the last read but one.
      let correct = Likes(nil)
      #expect(await self.violation(of: correct) == nil)
      likes.overtakenRead = correct.reads - 1
    }
    let wire = fault == .hangs ? likes.wire : nil
    #expect(await violation(of: likes, hangsAt: wire)?.clause == fault.clause.rawValue)
    likes.wire.release()
  }

  @Test func everyClauseCanBeBroken() {
    // `BusyContractTests` breaks the clause of a busy service.
    #expect(Set(Likes.Fault.allCases.map(\.clause)).union([.busy]) == Set(Clause.allCases))
  }

  @Test func aViolationRestoresTheItem() async {
    let likes = Likes(.leavesUnknownInDoubt, isLiked: true)
    #expect(await violation(of: likes) != nil)
    #expect(likes.isLiked)
  }

  @Test func failedFirstReadChangesNothing() async {
    let likes = Likes(.cannotBeRead, isLiked: true)
    #expect(await violation(of: likes) != nil)
    #expect(likes.isLiked)
  }

  @Test func unknownItemIsCheckedOnlyIfNamed() async {
    #expect(await violation(of: Likes(.leavesUnknownInDoubt), unknownItemID: nil) == nil)
  }

  @Test func violationNamesTheClauseAndTheCalls() async {
    let violation = await violation(of: Likes(.refuses))
    #expect(
      violation?.description == """
        LikeService: A like of an existing item is accepted.
        Found: the change was refused.
          1. likeStatus(itemID: "p1") → not liked, 10, version 0
          2. setLiked(false, itemID: "p1") as intent 1 threw rejected: No
        """)
  }

  @Test func retryIsLabeledInTheCalls() async {
    let violation = await violation(of: Likes(.refusesARepeatedKey))
    #expect(
      violation?.calls.last
        == #"setLiked(true, itemID: "p1") as intent 3, attempt 2 threw rejected"#)
  }
}

extension LikeServiceContractTests {
  @Test func callsNameTheirAnswers() async {
    let calls = await violation(of: Likes(.refusesARepeatedKey))?.calls ?? []
    let like = #"setLiked(true, itemID: "p1") as intent 3 → liked, 11, version 1"#
    #expect(calls.dropLast(2).last == like)
    let silent = await violation(of: Likes(.doesNothing, isLiked: true))?.calls ?? []
    #expect(silent.contains(#"setLiked(false, itemID: "p1") as intent 1 → ok"#))
  }

  @Test func nothingIsSentAfterACallThatHangs() async {
    let likes = Likes(.hangs)
    #expect(await violation(of: likes, hangsAt: likes.wire) != nil)
    #expect(likes.wire.arrivals == 1)
    likes.wire.release()
  }
}

/// A like service that violates one clause at a time.
@MainActor
final class Likes: LikeService {
  enum Fault: CaseIterable {
    case hangs, refuses, answersTheOpposite, doesNothing, togglesOnTheSame, countsTwice
    case refusesARepeatedKey, appliesARepeatedKey, neverTakesACountBack, countsByTwo
    case readsSomethingElse, readsAnotherCount, cannotBeRead, versionsFall, versionsStand
    case readsNothingOnceLiked
    case takesUnknown, leavesUnknownInDoubt, isOfflineForUnknown
    case joinsAReadInFlight

    var clause: LikeServiceContract.Clause {
      switch self {
      case .hangs: .returns
      case .refuses: .succeeds
      case .answersTheOpposite: .answers
      case .togglesOnTheSame, .countsTwice: .twice
      case .refusesARepeatedKey, .appliesARepeatedKey: .sameKey
      case .neverTakesACountBack, .countsByTwo: .count
      case .doesNothing, .readsSomethingElse, .readsAnotherCount, .cannotBeRead,
        .readsNothingOnceLiked:
        .read
      case .versionsFall: .versionsNeverFall
      case .versionsStand: .versionsRise
      case .joinsAReadInFlight: .readsAfterAChange
      case .takesUnknown, .leavesUnknownInDoubt, .isOfflineForUnknown: .unknownItem
      }
    }
  }

  private(set) var isLiked: Bool
  let wire = FakeWire()
  private let fault: Fault?
  private var count = 10
  private var version = 0
  private var seen: [IdempotencyKey: LikeAnswer] = [:]
  /// The number of reads.
  private(set) var reads = 0
  /// The number of the read that is answered after a change that begins later.
  var overtakenRead = 0
  private var overtaken: LikeAnswer?

  init(_ fault: Fault?, isLiked: Bool = false) {
    self.fault = fault
    self.isLiked = isLiked
  }

  private var answer: LikeAnswer {
    LikeAnswer(isLiked: isLiked, count: count, version: fault == .versionsFall ? -version : version)
  }

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    if itemID != "p1" { return try unknown() }
    if fault == .hangs { try await hang() }
    if fault == .refuses { throw ServiceError.rejected("No") }
    if let before = seen[info.key] {
      if fault == .refusesARepeatedKey { throw ServiceError.rejected }
      if fault != .appliesARepeatedKey { return before }
      count += 5
    }
    if fault == .doesNothing { return LikeAnswer() }
    change(to: isLiked)
    seen[info.key] = answer
    return answer
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    var answer = answer
    reads += 1
    if fault == .cannotBeRead { throw ServiceError.unknownOutcome }
    if fault == .readsNothingOnceLiked, isLiked { return nil }
    if fault == .joinsAReadInFlight { return try await joined(answer) }
    if fault == .readsSomethingElse { answer.isLiked?.toggle() }
    if fault == .readsAnotherCount, isLiked { answer.count = 10 }
    return answer
  }

  /// The answer of the read that a change overtakes, also for the read that joins it.
  private func joined(_ answer: LikeAnswer) async throws -> LikeAnswer {
    if let overtaken {
      wire.release()
      return overtaken
    }
    guard reads == overtakenRead else { return answer }
    overtaken = answer
    wire.hold()
    return try await wire.carry { answer }
  }

  private func change(to wanted: Bool) {
    if fault == .countsTwice, wanted, isLiked { count += 1 }
    guard wanted != isLiked else {
      if fault == .togglesOnTheSame, isLiked { isLiked = false }
      return
    }
    isLiked = wanted
    if fault == .answersTheOpposite { isLiked.toggle() }
    if fault != .versionsStand { version += 1 }
    if fault == .neverTakesACountBack, !wanted { return }
    count += (wanted ? 1 : -1) * (fault == .countsByTwo ? 2 : 1)
  }

  private func unknown() throws -> LikeAnswer {
    switch fault {
    case .takesUnknown: return LikeAnswer()
    case .leavesUnknownInDoubt: throw CancellationError()
    case .isOfflineForUnknown: throw ServiceError.offline
    default: throw ServiceError.rejected("There is no such item")
    }
  }

  private func hang() async throws {
    wire.hold()
    try await wire.carry {}
  }
}

/// A service whose answers are empty, and which can't read.
@MainActor
private final class TerseLikes: LikeService {
  var isLiked = true

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    guard itemID == "p1" else { throw ServiceError.rejected }
    self.isLiked = isLiked
    return LikeAnswer()
  }
}

/// A service that answers each like with the previous count, as a cache would.
@MainActor
private final class LateLikes: LikeService {
  private var isLiked = false

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    guard itemID == "p1" else { throw ServiceError.rejected }
    defer { self.isLiked = isLiked }
    return LikeAnswer(isLiked: isLiked, count: self.isLiked ? 11 : 10)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    LikeAnswer(isLiked: isLiked, count: isLiked ? 11 : 10)
  }
}

/// Another user unlikes the item between each like and its read.
@MainActor
private final class SharedLikes: LikeService {
  private var isLiked = false
  private var version = 0

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    guard itemID == "p1" else { throw ServiceError.rejected }
    self.isLiked = isLiked
    version += 2
    return LikeAnswer(isLiked: isLiked, count: isLiked ? 11 : 10, version: version)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    LikeAnswer(isLiked: isLiked, count: 10, version: version + 1)
  }
}

/// Likes on a server that ignores unlikes of items that it does not know.
@MainActor
private final class Lenient: LikeService {
  private let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 3)])

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    if itemID == "p1" { return try await likes.setLiked(isLiked, itemID: itemID, info) }
    if isLiked { throw ServiceError.rejected }
    return LikeAnswer(isLiked: false)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await likes.likeStatus(itemID: itemID)
  }
}

/// A service whose single reads are right, but not those of several items.
@MainActor
private final class BatchedLikes: BatchedLikeService {
  enum Fault { case failsForUnknown, readsTheFormer }

  private let likes = Likes(nil)
  private let fault: Fault

  init(_ fault: Fault) { self.fault = fault }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    try await likes.setLiked(isLiked, itemID: itemID, info)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await likes.likeStatus(itemID: itemID)
  }

  func likeStatuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer] {
    if fault == .failsForUnknown, itemIDs.contains("gone") { throw ServiceError.rejected }
    return ["p1": LikeAnswer(isLiked: false, count: 10)]
  }
}
