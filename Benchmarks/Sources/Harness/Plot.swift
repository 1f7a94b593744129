/// Draws curves as SVG: cost upwards, scale to the right, both logarithmic.
public struct Plot {
  private let curves: [Curve]
  private let title: String
  private let width = 720.0
  private let height = 400.0
  private let margin = 60.0

  /// Creates a plot.
  public init(_ title: String, _ curves: [Curve]) {
    self.title = title
    self.curves = curves
  }

  /// The drawing, as text.
  public var svg: String {
    let points = curves.flatMap(\.points)
    guard let least = points.map(\.scale).min(), let most = points.map(\.scale).max(), least < most
    else { return "" }
    let ceiling = Self.decade(above: points.map(\.nanoseconds).max() ?? 1)
    let floor = min(Self.decade(above: points.map(\.nanoseconds).min() ?? 1) / 10, ceiling / 10)
    func x(_ scale: Double) -> Double {
      margin + (width - 3 * margin) * Self.digits(scale / least) / Self.digits(most / least)
    }
    func y(_ cost: Double) -> Double {
      height - margin - (height - 2 * margin) * Self.digits(cost / floor)
        / Self.digits(ceiling / floor)
    }
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="12">
      """,
      #"<rect width="100%" height="100%" fill="white"/>"#,
      text(margin, 28, title, size: 15),
    ]
    for cost in Self.decades(floor, ceiling) {
      lines.append(line(margin, y(cost), x(most), y(cost), "#ddd"))
      lines.append(text(margin - 6, y(cost) + 4, Self.time(cost), anchor: "end"))
    }
    for scale in Self.decades(least, most) {
      lines.append(line(x(scale), y(floor), x(scale), y(ceiling), "#eee"))
      lines.append(text(x(scale), y(floor) + 18, Self.grouped(scale), anchor: "middle"))
    }
    lines.append(
      text((margin + x(most)) / 2, height - 16, "items in the session", anchor: "middle"))
    for (curve, color) in zip(curves, ["#0b6bcb", "#c4320a", "#1f7a1f", "#7a3fb0", "#555"]) {
      let path = curve.points.map { "\(x($0.scale)),\(y($0.nanoseconds))" }
      lines.append(
        """
        <polyline points="\(path.joined(separator: " "))" fill="none" stroke="\(color)" \
        stroke-width="2"/>
        """)
      if let last = curve.points.last {
        lines.append(text(x(last.scale) + 6, y(last.nanoseconds) + 4, curve.name, color: color))
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String
  ) -> String {
    #"<line x1="\#(x1)" y1="\#(y1)" x2="\#(x2)" y2="\#(y2)" stroke="\#(color)"/>"#
  }

  private func text(
    _ x: Double, _ y: Double, _ words: String, size: Int = 12, anchor: String = "start",
    color: String = "#222"
  ) -> String {
    """
    <text x="\(x)" y="\(y)" font-size="\(size)" text-anchor="\(anchor)" \
    fill="\(color)">\(words)</text>
    """
  }

  private static func decade(above value: Double) -> Double {
    var decade = 1.0
    while decade < value { decade *= 10 }
    return decade
  }

  private static func decades(_ first: Double, _ last: Double) -> [Double] {
    Array(sequence(first: first) { $0 * 10 <= last * 1.001 ? $0 * 10 : nil })
  }

  /// The logarithm, by counting: how many times ten, the rest by halving.
  private static func digits(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var rest = value
    var whole = 0.0
    while rest >= 10 { (rest, whole) = (rest / 10, whole + 1) }
    while rest < 1 { (rest, whole) = (rest * 10, whole - 1) }
    var part = 0.5
    for _ in 0..<24 {
      rest *= rest
      if rest >= 10 { (rest, whole) = (rest / 10, whole + part) }
      part /= 2
    }
    return whole
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 1_000 ? "\(Int(nanoseconds)) ns" : "\(Int(nanoseconds / 1_000)) µs"
  }

  private static func grouped(_ value: Double) -> String {
    var digits = Array("\(Int(value.rounded()))")
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return String(digits)
  }
}
