/// The coupons that are drawn as taken.
@MainActor
package final class TakenTickets {
  /// Their names, in the order in which they were taken.
  package internal(set) var names: [String] = []
}
