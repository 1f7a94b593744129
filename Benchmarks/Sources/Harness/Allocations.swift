import CAllocations

/// Counts what is allocated on the heap.
public enum Allocations {
  /// Whether allocations can be counted on this system; with glibc they can.
  public static var canBeCounted: Bool { allocations_can_be_counted() }

  /// How many allocations `body` made; `nil` if they can't be counted.
  public static func count(_ body: () -> Void) -> Int? {
    guard canBeCounted else { return nil }
    let before = allocations_total()
    allocations_count(true)
    body()
    allocations_count(false)
    return Int(allocations_total() - before)
  }

  /// The same of work that needs other turns, on whatever thread it allocates.
  @MainActor
  public static func count(_ body: @MainActor () async -> Void) async -> Int? {
    guard canBeCounted else { return nil }
    let before = allocations_total()
    allocations_count(true)
    await body()
    allocations_count(false)
    return Int(allocations_total() - before)
  }

  /// How many bytes more `body` left allocated than it found; `nil` if they
  /// can't be counted.
  ///
  /// What the allocator rounds up to is counted, its own bookkeeping is not.
  public static func bytesKept(_ body: () -> Void) -> Int? {
    guard canBeCounted else { return nil }
    let before = allocations_bytes()
    allocations_count(true)
    body()
    allocations_count(false)
    return Int(allocations_bytes() - before)
  }
}
