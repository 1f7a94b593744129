/// Rows a person can read, in columns: the first to the left, the others to the right.
public struct Table {
  private var rows: [[String]]

  /// Creates a table with a row of headings.
  public init(_ headings: String...) { rows = [headings] }

  /// Adds a row.
  public mutating func add(_ cells: String...) { rows.append(cells) }

  /// The rows, one a line.
  public var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count && $0.count > 1 ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      guard row.count > 1 else { return row.joined() }
      return row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }
  }

  /// A number with as many digits as can be read at a glance.
  public static func decimal(_ value: Double) -> String {
    guard value < 100 else { return "\(Int(value.rounded()))" }
    let hundredths = Int((value * 100).rounded())
    let digits = "\(hundredths % 100)"
    return "\(hundredths / 100)." + (digits.count == 1 ? "0" : "") + digits
  }
}
