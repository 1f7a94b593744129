import Fakes
import SelfManaged

/// A cart of one product that violates one clause at a time.
@MainActor
final class Cart: CartService {
  enum Fault: CaseIterable {
    case hangs, refuses, readsSomethingElse, readsNothing, refusesToReadNone, addsOneMore
    case answersTheFormerQuantity, reducesTheOtherWay, setsByAdding, keepsOne
    case refusesARepeatedKey, fallsBelowZero, doubtsBelowZero, addsARepeatedKey
    case storesMoreThanItSays, storesMoreThanThereAre, doubtsAboveTheMaximum, refusesAndStores
    case emptiesTheCartAboveTheMaximum
    case readsOneAtATime, disagreesWithItself, versionsFall, versionsStand
    case versionFallsAboveTheMaximum, storesOneBelowZero, refusesAndTakesOut, ignoresNone
    case addsOneMoreToOne, reducesOneMoreFromThree, refusesARepeatedAddition
    case addsUnknown, leavesUnknownInDoubt, isOfflineForUnknown
    case addsBeyondTheMaximum, addsARepeatedSet, answersOneBelowZero
    case refusesItsMaximum, refusesWithAFalseQuantity, refusesBelowZeroWithAFalseQuantity
    case refusesToSetFromZero, reducesByOne, keepsTheLast, refusesToTakeOutTheLast, setsUnknown
    case joinsAReadInFlight

    var clause: CartServiceContract.Clause {
      switch self {
      case .hangs: .returns
      case .refuses, .refusesItsMaximum, .refusesToSetFromZero, .refusesToTakeOutTheLast:
        .succeeds
      case .readsSomethingElse, .readsNothing: .read
      case .refusesToReadNone: .readsZero
      case .addsOneMore, .addsOneMoreToOne, .answersTheFormerQuantity: .adds
      case .reducesTheOtherWay, .reducesOneMoreFromThree, .reducesByOne, .keepsTheLast: .reduces
      case .setsByAdding: .sets
      case .keepsOne, .ignoresNone: .removes
      case .refusesARepeatedKey, .addsARepeatedSet: .setTwice
      case .fallsBelowZero, .doubtsBelowZero, .storesOneBelowZero, .refusesAndTakesOut,
        .answersOneBelowZero, .refusesBelowZeroWithAFalseQuantity:
        .neverBelowZero
      case .addsARepeatedKey, .refusesARepeatedAddition: .sameKey
      case .storesMoreThanItSays, .storesMoreThanThereAre, .doubtsAboveTheMaximum,
        .refusesAndStores, .addsBeyondTheMaximum, .refusesWithAFalseQuantity,
        .emptiesTheCartAboveTheMaximum:
        .limit
      case .readsOneAtATime, .disagreesWithItself: .concurrentReads
      case .versionsFall, .versionFallsAboveTheMaximum: .versionsNeverFall
      case .versionsStand: .versionsRise
      case .joinsAReadInFlight: .readsAfterAChange
      case .addsUnknown, .setsUnknown, .leavesUnknownInDoubt, .isOfflineForUnknown:
        .unknownProduct
      }
    }
  }

  /// The ways in which a correct service may differ.
  enum Style: CaseIterable {
    case answersAll, answersOk, refusesWhatDoesNotFit, raisesTheMaximum
  }

  /// The answers that report the maximum.
  enum Maximum: CaseIterable {
    case isSecret, isRead, isAnswered
  }

  private(set) var quantity: Int
  let wire = FakeWire()
  private let fault: Fault?
  private let style: Style
  private let maximum: Maximum
  private var version = 0
  private var isReading = false
  /// The number of reads.
  private(set) var reads = 0
  /// The number of the read that is answered after a change that begins later.
  var overtakenRead = 0
  private var overtaken: CartAnswer?
  private var seen: [IdempotencyKey: CartAnswer] = [:]

  init(
    _ fault: Fault?, style: Style = .answersAll, maximum: Maximum = .isSecret, quantity: Int = 2
  ) {
    self.fault = fault
    self.style = style
    self.maximum = maximum
    self.quantity = quantity
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    if productID != "tea" { return try unknown() }
    if fault == .refusesARepeatedAddition, seen[info.key] != nil { throw ServiceError.rejected }
    if fault == .addsBeyondTheMaximum, quantity + amount > 5 {
      (quantity, version) = (quantity + amount, version + 1)
      return answer(quantity)
    }
    let before = quantity
    let addsOneMore = fault == .addsOneMore || fault == .addsOneMoreToOne && quantity == 1
    var answer = try await change(to: quantity + amount + (addsOneMore ? 1 : 0), info)
    if fault == .answersTheFormerQuantity { answer.quantity = before }
    return answer
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    if fault == .reducesOneMoreFromThree, quantity == 3, amount == 2 {
      return try await change(to: 0, info)
    }
    if fault == .refusesToTakeOutTheLast, amount == quantity, seen[info.key] == nil {
      throw ServiceError.rejected
    }
    if fault == .keepsTheLast, amount == quantity { return try await change(to: quantity, info) }
    if fault == .reducesByOne, amount <= quantity {
      return try await change(to: quantity - 1, info)
    }
    return try await change(to: quantity - (fault == .reducesTheOtherWay ? -amount : amount), info)
  }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    if productID != "tea", fault != .setsUnknown { return try unknown() }
    if fault == .ignoresNone, quantity == 0 { return try await change(to: self.quantity, info) }
    if fault == .refusesToSetFromZero, self.quantity == 0, quantity > 0 {
      throw ServiceError.rejected("Not in the cart")
    }
    if fault == .keepsOne { return try await change(to: max(1, quantity), info) }
    let isRepeated = quantity == self.quantity && quantity > 0
    let isAdded =
      fault == .setsByAdding && quantity > 0 || fault == .addsARepeatedSet && isRepeated
    return try await change(to: quantity + (isAdded ? self.quantity : 0), info)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    reads += 1
    if fault == .readsNothing { return CartAnswer() }
    if fault == .refusesToReadNone, quantity == 0 { throw ServiceError.rejected("Not in the cart") }
    if fault == .readsOneAtATime || fault == .disagreesWithItself {
      if isReading {
        if fault == .disagreesWithItself { return answer(quantity + 1) }
        throw ServiceError.rejected("Another read is under way")
      }
      isReading = true
      await Task { @MainActor in }.value  // The other read arrives in between.
      isReading = false
    }
    if fault == .joinsAReadInFlight { return try await joined(answer(quantity)) }
    var read = answer(fault == .readsSomethingElse && quantity == 2 ? 7 : quantity)
    if maximum == .isRead { read.limits = QuantityLimits(maximum: 5) }
    return read
  }

  /// The answer of the read that a change overtakes, also for the read that joins it.
  private func joined(_ answer: CartAnswer) async throws -> CartAnswer {
    if let overtaken {
      wire.release()
      return overtaken
    }
    guard reads == overtakenRead else { return answer }
    overtaken = answer
    wire.hold()
    return try await wire.carry { answer }
  }

  private func answer(_ quantity: Int) -> CartAnswer {
    CartAnswer(quantity: quantity, version: fault == .versionsFall ? -version : version)
  }

  private func change(to wanted: Int, _ info: RequestInfo) async throws -> CartAnswer {
    if fault == .hangs {
      wire.hold()
      try await wire.carry {}
    }
    if fault == .refuses { throw ServiceError.rejected("No") }
    if let before = seen[info.key] {
      if fault == .refusesARepeatedKey { throw ServiceError.rejected }
      if fault != .addsARepeatedKey { return before }
    }
    var next = wanted
    var reported: Int?
    if fault == .refusesItsMaximum, wanted == 5 { throw ServiceError.limit(5) }
    if wanted > 5 { (next, reported) = try above(wanted) }
    if wanted < 0 { next = try below(wanted) }
    if wanted < 0, fault == .answersOneBelowZero { reported = 1 }
    if next != quantity, fault != .versionsStand { version += 1 }
    quantity = next
    let isSilent = style == .answersOk || fault == .storesOneBelowZero && wanted < 0
    var given = isSilent ? CartAnswer() : answer(reported ?? next)
    if maximum == .isAnswered { given.limits = QuantityLimits(maximum: 5) }
    if style == .raisesTheMaximum { given.limits = QuantityLimits(maximum: 9) }
    if fault == .versionFallsAboveTheMaximum, wanted > 5 { given.version = 0 }
    seen[info.key] = given
    return given
  }

  /// The stored and the reported quantity when more than the stock is requested.
  private func above(_ wanted: Int) throws -> (stored: Int, reported: Int?) {
    switch fault {
    case .storesMoreThanItSays: return (wanted, 5)
    case .storesMoreThanThereAre: return (wanted, nil)
    case .emptiesTheCartAboveTheMaximum: return (0, nil)
    case .doubtsAboveTheMaximum: throw ServiceError.unknownOutcome
    case .refusesWithAFalseQuantity: throw ServiceError.limit(5, answer: CartAnswer(quantity: 99))
    case .refusesAndStores:
      quantity = wanted
      throw ServiceError.limit(5)
    default:
      if style == .refusesWhatDoesNotFit { throw ServiceError.limit(5) }
      return (style == .raisesTheMaximum ? wanted : 5, nil)
    }
  }

  private func below(_ wanted: Int) throws -> Int {
    if fault == .doubtsBelowZero { throw CancellationError() }
    if fault == .refusesBelowZeroWithAFalseQuantity {
      throw ServiceError.rejected("Not enough in the cart", answer: CartAnswer(quantity: 99))
    }
    if style == .refusesWhatDoesNotFit { throw ServiceError.rejected("Not enough in the cart") }
    if fault == .refusesAndTakesOut {
      quantity = 0
      throw ServiceError.rejected("Not enough in the cart")
    }
    if fault == .storesOneBelowZero { return 1 }
    return fault == .fallsBelowZero ? wanted : 0
  }

  private func unknown() throws -> CartAnswer {
    switch fault {
    case .addsUnknown: return CartAnswer()
    case .leavesUnknownInDoubt: throw CancellationError()
    case .isOfflineForUnknown: throw ServiceError.offline
    default: throw ServiceError.rejected("There is no such product")
    }
  }
}
