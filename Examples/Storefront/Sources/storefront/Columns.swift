/// Prints lines in columns.
enum Columns {
  static func print(_ cells: String...) {
    let widths = [24, 34, 10]
    let padded = zip(cells, widths + [0]).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    Swift.print("  " + padded.joined(separator: " "))
  }

  static func chapter(_ title: String) { Swift.print("\n\(title)") }
}
