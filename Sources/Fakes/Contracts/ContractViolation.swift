/// A violation of a protocol's contract by a service.
///
/// ```text
/// LikeService: Setting twice is the same as once.
/// Found: the count is 12 instead of 10 or 11.
///   1. likeStatus(itemID: "p1") → not liked, 10
///   2. setLiked(true, itemID: "p1") as intent 1 → liked, 11
///   3. setLiked(true, itemID: "p1") as intent 2 → liked, 12
/// ```
public struct ContractViolation: Error, Hashable, CustomStringConvertible {
  /// The name of the protocol.
  public let contract: String
  /// The text of the broken clause: the raw value of one of the contract's clauses.
  public let clause: String
  /// The observed behavior.
  public let finding: String
  /// The calls that were made, in order, each with its answer.
  ///
  /// Requests are named by the number of their intent, since their keys differ from run to run.
  public let calls: [String]

  /// The clause, the observed behavior, and the calls that led to it, one per line.
  public var description: String {
    let lines = calls.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return (["\(contract): \(clause)", "Found: \(finding)"] + lines).joined(separator: "\n")
  }
}
