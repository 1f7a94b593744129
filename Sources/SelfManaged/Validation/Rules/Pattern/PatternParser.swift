/// A parser for the structure of a regular expression in Swift's syntax.
///
/// Swift's `Regex` handles single-character expressions. The parser throws an error that names the
/// construct if a construct can't be matched in bounded time, or would match differently here.
struct PatternParser {
  private let expression: [Character]
  private var place = 0
  private var depth = 0
  /// The active options, `i` and `s`.
  private var options: Set<Character> = []

  /// The maximum nesting depth of groups and of classes; `Regex` allows 62 groups.
  private static let maximumDepth = 50
  /// The maximum count of a counted repetition; `*` and `+` are unlimited.
  private static let maximumCount = 1000

  private init(_ expression: String) { self.expression = Array(expression) }

  /// Parses an expression.
  ///
  /// - Throws: `PatternError`, or the error that Swift's `Regex` throws for the expression.
  static func parse(_ expression: String) throws -> PatternNode {
    var parser = Self(expression)
    let node = try parser.choice()
    guard parser.next == nil else { throw PatternError("the pattern has an unmatched )") }
    _ = try Regex(expression)
    return node
  }

  private var next: Character? { place < expression.count ? expression[place] : nil }

  private mutating func skip(_ text: String) -> Bool {
    guard expression[place...].starts(with: text) else { return false }
    place += text.count
    return true
  }

  /// Parses alternatives separated by `|`, up to the `)` or the end.
  private mutating func choice() throws -> PatternNode {
    var parts = [try sequence()]
    while skip("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws -> PatternNode {
    var parts: [PatternNode] = []
    // The literals since the last other part; neighbors may form one character, as `\r\n` does.
    var text = ""
    while let character = next, character != "|", character != ")" {
      if let literal = try literal() {
        if !isQuantified {
          text += literal
          continue
        }
        parts += try characters(of: text)
        parts.append(try quantified(Self.node(of: characters(of: literal))))
      } else {
        parts += try characters(of: text)
        parts.append(try quantified(try part()))
      }
      text = ""
    }
    parts += try characters(of: text)
    return Self.node(of: parts)
  }

  private static func node(of parts: [PatternNode]) -> PatternNode {
    parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Parses a part that is not a literal.
  private mutating func part() throws -> PatternNode {
    let begin = place
    place += 1
    switch expression[begin] {
    case "(": return try group()
    case "[": return try characterClass(from: begin)
    case ".": return try character(from: begin)
    case "^": return .start
    case "$": return .end(orBeforeLastNewline: false)
    default: return try escape(from: begin)
    }
  }

  /// Parses a literal, which is a character or an escape; returns `nil` before any other part.
  private mutating func literal() throws -> String? {
    switch expression[place] {
    case "(", "[", ".", "^", "$": return nil
    case "\\":
      place += 1
      if let escaped = try escapedLiteral() { return escaped }
      place -= 1
      return nil
    case "{", "}", "]":
      throw PatternError("write \\\(expression[place]) for the character \(expression[place])")
    case let literal:
      place += 1
      return String(literal)
    }
  }

  /// Creates a node for each character of a literal.
  private func characters(of literal: String) throws -> [PatternNode] {
    try literal.map { character in
      // A character that has a case is no syntax of an expression.
      try .character(
        options.contains("i") && character.isCased
          ? PatternCharacter(expression: "(?i)\(character)") : PatternCharacter(literal: character))
    }
  }

  /// Creates a single-character node from the expression between an index and the current place.
  private func character(from begin: Int) throws -> PatternNode {
    let prefix = options.isEmpty ? "" : "(?\(String(options.sorted())))"
    return .character(try PatternCharacter(expression: prefix + String(expression[begin..<place])))
  }

  private mutating func characterClass(from begin: Int) throws -> PatternNode {
    var open = 1
    // The previous character, if it can form one character with the next.
    var previous = ""
    _ = skip("^")
    guard next != "]" else { throw PatternError("write \\] for a ] that begins a class") }
    while open > 0 {
      guard let character = next else { throw PatternError("the pattern has an unmatched [") }
      place += 1
      var literal = ""
      switch character {
      case "[":
        open += 1
        guard open <= Self.maximumDepth else { throw PatternError("classes are nested too deep") }
      case "]": open -= 1
      case "-", "^", "&", "~": break
      case "\\":
        guard next != "Q" else { throw Self.unsupported("\\Q…\\E") }
        if let escaped = try escapedLiteral() { literal = escaped } else { place += 1 }
      default: literal = String(character)
      }
      guard (previous + literal).count == previous.count + literal.count else {
        throw PatternError(
          """
          in a class, neighbors form one character, as \\r\\n does; write \\n\\r for line breaks, or the \
          character itself
          """)
      }
      previous = literal
    }
    return try character(from: begin)
  }

  private mutating func group() throws -> PatternNode {
    let outer = options
    var kind: PatternNode?
    if skip("*") { throw Self.unsupported("(*…)") }
    if skip("?") {
      if skip("=") {
        kind = .lookahead(.start, isNegated: false)
      } else if skip("!") {
        kind = .lookahead(.start, isNegated: true)
      } else if skip("<=") || skip("<!") {
        throw Self.unsupported("a lookbehind (?<…)")
      } else if skip(">") {
        throw Self.unsupported("an atomic group (?>…)")
      } else if skip("<") || skip("P<") {
        while let character = next, character != ">" {
          guard character.isLetter || character.isNumber || character == "_" else {
            throw PatternError("a group name may contain only letters, digits and _")
          }
          place += 1
        }
        place += 1
      } else if try setsOptions() {
        return .sequence([])
      }
    }
    guard place <= expression.count else { throw PatternError("the pattern has an unmatched (") }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw PatternError("groups are nested more than \(Self.maximumDepth) deep")
    }
    let inner = try choice()
    guard skip(")") else { throw PatternError("the pattern has an unmatched (") }
    options = outer
    if case .lookahead(_, let isNegated) = kind { return .lookahead(inner, isNegated: isNegated) }
    return inner
  }

  /// Parses options, such as `i)`, `s-i)`, `i:` or `:`.
  ///
  /// - Returns: Whether they end with `)`, so that they apply to the rest of the enclosing group.
  private mutating func setsOptions() throws -> Bool {
    var isSet = true
    while let character = next {
      place += 1
      switch character {
      case "-" where isSet: isSet = false
      case "i", "s":
        if isSet { options.insert(character) } else { options.remove(character) }
      case ":": return false
      case ")": return true
      default: throw Self.unsupported("(?\(character)…)")
      }
    }
    throw PatternError("the pattern has an unmatched (")
  }

  /// Parses an escape of one or more characters, after its backslash; returns `nil` before any
  /// other escape.
  private mutating func escapedLiteral() throws -> String? {
    guard let escaped = next else {
      throw PatternError("the pattern ends with an incomplete escape \\")
    }
    let controls: [Character: String] = [
      "t": "\t", "n": "\n", "r": "\r", "f": "\u{C}", "e": "\u{1B}", "a": "\u{7}",
    ]
    let isNamed = escaped.isLetter || escaped.isNumber
    guard !isNamed || controls[escaped] != nil || escaped == "u" || escaped == "x" else {
      return nil
    }
    place += 1
    if escaped == "u" || escaped == "x" { return try scalars(after: escaped) }
    return controls[escaped] ?? String(escaped)
  }

  /// Parses the numbers of an escape such as `\u{65 301}`, `\u0065` or `\x65`, after its letter.
  private mutating func scalars(after letter: Character) throws -> String {
    let digits: ArraySlice<Character>
    if skip("{") {
      digits = expression[place...].prefix { $0 != "}" }
      place += digits.count
      guard skip("}") else { throw PatternError("the pattern has an unmatched {") }
    } else {
      digits = expression[place...].prefix(letter == "u" ? 4 : 2)
      place += digits.count
      guard digits.count == (letter == "u" ? 4 : 2) else { throw Self.incomplete(letter) }
    }
    var text = ""
    for number in digits.split(separator: " ") {
      guard number.allSatisfy(\.isHexDigit),
        let scalar = UInt32(String(number), radix: 16).flatMap(Unicode.Scalar.init)
      else { throw PatternError("\\\(letter) needs the hexadecimal number of a character") }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Parses an escape that is not a literal, after its backslash.
  private mutating func escape(from begin: Int) throws -> PatternNode {
    let escaped = expression[place]
    place += 1
    switch escaped {
    case "A": return .start
    case "Z": return .end(orBeforeLastNewline: true)
    case "z": return .end(orBeforeLastNewline: false)
    case "d", "D", "w", "W", "s", "S", "h", "H", "v", "V", "R", "X":
      return try character(from: begin)
    case "p", "P":
      guard skip("{") else { throw Self.incomplete(escaped) }
      while let character = next, character != "}" { place += 1 }
      guard skip("}") else { throw PatternError("the pattern has an unmatched {") }
      return try character(from: begin)
    case "1"..."9", "k", "g": throw Self.unsupported("a backreference \\\(escaped)")
    default: throw Self.unsupported("\\\(escaped)")
    }
  }

  /// Whether a quantifier follows.
  private var isQuantified: Bool { next.map { "*+?{".contains($0) } ?? false }

  /// Parses a part and its quantifier: `*`, `+`, `?`, `{2}`, `{2,}`, `{,9}`, `{2,9}`.
  private mutating func quantified(_ part: PatternNode) throws -> PatternNode {
    var (least, most): (Int, Int?) = (0, nil)
    if skip("*") {
    } else if skip("+") {
      least = 1
    } else if skip("?") {
      most = 1
    } else if skip("{") {
      let low = try count()
      if skip(",") { most = try count() } else { most = low }
      guard skip("}"), low != nil || most != nil else {
        throw PatternError("write {2}, {2,}, {,9} or {2,9}, or \\{ for the character {")
      }
      least = low ?? 0
      guard least <= most ?? least else {
        throw PatternError("in {\(least),…} the minimum exceeds the maximum")
      }
    } else {
      return part
    }
    // A rule needs to know only whether there is a match, so a lazy quantifier makes no difference.
    _ = skip("?")
    guard next != "+" else { throw Self.unsupported("a possessive quantifier") }
    return .repeated(part, least: least, most: most)
  }

  private mutating func count() throws -> Int? {
    let begin = place
    while let digit = next, digit.isASCII, digit.isNumber { place += 1 }
    guard place > begin else { return nil }
    guard let count = Int(String(expression[begin..<place])), count <= Self.maximumCount else {
      throw PatternError("a part can be repeated at most \(Self.maximumCount) times")
    }
    return count
  }

  private static func incomplete(_ letter: Character) -> PatternError {
    PatternError("the escape \\\(letter) is incomplete")
  }

  private static func unsupported(_ construct: String) -> PatternError {
    PatternError("\(construct) is not supported; write a Rule with a closure")
  }
}
