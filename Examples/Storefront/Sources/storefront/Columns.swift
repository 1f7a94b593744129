import StorefrontDevice

/// Prints lines in columns.
enum Columns {
  static func print(_ cells: String...) {
    let widths = [24, 34, 10]
    let padded = zip(cells, widths + [0]).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    Swift.print("  " + padded.joined(separator: " "))
  }

  /// Prints the state of a component: what it shows, and the cause of its last change.
  static func print(_ patch: StatePatch) {
    let shown: [String?] =
      switch patch.state {
      case .avatar(_, let phase, _): [phase, patch.accessibility[""]?.value]
      case .like(let isLiked, let count): ["\(isLiked ? "♥" : "♡") \(count)"]
      case .number(let number):
        [
          number.isCollapsed ? "+" : "− \(number.text) +",
          patch.accessibility["plus"]?.isEnabled == false ? "(limit reached)" : nil,
          number.notice, number.failure,
        ]
      case .field(let field):
        [
          "\"\(field.text)\"", field.isFocused ? "◂" : nil, field.isPending ? "pending" : nil,
          field.failure,
        ]
      case .button, .total: []
      }
    print(
      patch.id, shown.compactMap { $0 }.joined(separator: "  "), patch.cause ?? "",
      patch.isAnimated ? "animated" : "")
  }

  static func chapter(_ title: String) { Swift.print("\n\(title)") }
}
