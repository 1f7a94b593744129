public import SelfManaged

/// Checks with samples that a response type fulfills the contract of `Response`.
///
/// ```swift
/// @Test func ourResponsesKeepTheContract() throws {
///   try ResponseContract([LogIn(userID: 7, name: "Ann"), LogIn(userID: 0, name: "")]).check()
/// }
/// ```
///
/// Each sample is written, read back, truncated at every byte, and read with every byte changed, in
/// both byte orders. A response that traps on one of them ends the test.
public struct ResponseContract<Kind: WritableResponse>: Sendable {
  /// The checked clauses, as text; each comment describes the fault that the clause prevents.
  package enum Clause: String, CaseIterable, Sendable {
    /// Otherwise a fake server sends responses that the app can't read.
    case isReadBack = "A written response can be read."
    /// Otherwise a field is read as another field, or not at all.
    case isTheSame = "A response that was read is written as the same bytes."
    /// Otherwise a truncated response counts as complete.
    case isWhole = "A truncated body is refused."
  }

  let samples: [Kind]
  let optionalBytes: Int

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - samples: Responses of the kind; the more they differ, the better.
  ///   - optionalBytes: How many bytes at the end of a body may be missing, where older servers do
  ///     not send them.
  public init(_ samples: [Kind], optionalBytes: Int = 0) {
    self.samples = samples
    self.optionalBytes = max(0, optionalBytes)
  }

  /// Checks every clause.
  ///
  /// - Throws: A ``ContractViolation`` for the first clause that is broken, or an error of writing
  ///   a sample.
  public func check() throws {
    for sample in samples {
      for order in [ByteOrder.big, .little] { try check(sample, order) }
    }
  }

  private func check(_ sample: Kind, _ order: ByteOrder) throws {
    let body = try sample.frame(order: order).body
    let call = "init(from:) of \(sample), written as \(hex(body))"
    let again: [UInt8]
    do {
      again = try read(body, order).frame(order: order).body
    } catch {
      throw violation(.isReadBack, "reading threw: \(error)", call)
    }
    if again != body {
      throw violation(.isTheSame, "the response is written as \(hex(again))", call)
    }
    for count in 0..<max(0, body.count - optionalBytes) {
      guard let short = try? read(Array(body[..<count]), order) else { continue }
      throw violation(.isWhole, "the first \(count) bytes are read as \(short)", call)
    }
    for index in body.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = body
        changed[index] = byte
        _ = try? read(changed, order)
      }
    }
  }

  private func read(_ body: [UInt8], _ order: ByteOrder) throws -> Kind {
    var reader = ByteReader(body, order: order)
    return try Kind(from: &reader)
  }

  private func violation(_ clause: Clause, _ finding: String, _ call: String) -> ContractViolation {
    ContractViolation(
      contract: "\(Kind.self)", clause: clause.rawValue, finding: finding, calls: [call])
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
