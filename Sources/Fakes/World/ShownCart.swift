/// A cart as a page shows it.
struct ShownCart: Hashable, CustomStringConvertible {
  private var lines: [String: Int] = [:]
  private let total: String?

  init(_ lines: [(id: String, quantity: Int)], total: String?) {
    for line in lines where line.quantity > 0 { self.lines[line.id] = line.quantity }
    self.total = total
  }

  var description: String {
    let words = lines.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(words) for \(total ?? "no total")"
  }
}
