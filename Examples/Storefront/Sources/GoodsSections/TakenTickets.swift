/// The coupons that are drawn as taken.
@MainActor
public final class TakenTickets {
  /// Their names, in the order in which they were taken.
  public internal(set) var names: [String] = []
}
