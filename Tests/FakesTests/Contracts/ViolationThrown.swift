import Fakes

/// The violation that a check throws; `nil` if the contract is kept.
@MainActor
func violationThrown(
  by check: @MainActor () async throws(ContractViolation) -> Void
) async -> ContractViolation? {
  do {
    try await check()
    return nil
  } catch {
    return error
  }
}
