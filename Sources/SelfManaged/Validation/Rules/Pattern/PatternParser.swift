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

  /// The maximum nesting depth of groups.
  private static let maximumDepth = 100
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
    while let character = next, character != "|", character != ")" {
      parts.append(try quantified(try part()))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part() throws -> PatternNode {
    let begin = place
    place += 1
    switch expression[begin] {
    case "(": return try group()
    case "[": return try characterClass(from: begin)
    case ".": return try character(from: begin)
    case "^": return .start
    case "$": return .end(orBeforeLastNewline: false)
    case "\\": return try escape(from: begin)
    case "{", "}", "]":
      throw PatternError("write \\\(expression[begin]) for the character \(expression[begin])")
    case let literal:
      return options.contains("i")
        ? try character(from: begin) : .character(PatternCharacter(literal: literal))
    }
  }

  /// Creates a single-character node from the expression between an index and the current place.
  private func character(from begin: Int) throws -> PatternNode {
    let prefix = options.isEmpty ? "" : "(?\(String(options.sorted())))"
    return .character(try PatternCharacter(expression: prefix + String(expression[begin..<place])))
  }

  private mutating func characterClass(from begin: Int) throws -> PatternNode {
    var open = 1
    _ = skip("^")
    guard next != "]" else { throw PatternError("write \\] for a ] that begins a class") }
    while open > 0 {
      guard let character = next else { throw PatternError("the pattern has an unmatched [") }
      place += 1
      switch character {
      case "[":
        open += 1
        guard open <= Self.maximumDepth else { throw PatternError("classes are nested too deep") }
      case "]": open -= 1
      case "\\":
        guard next != "Q" else { throw Self.unsupported("\\Q…\\E") }
        place += 1
      default: break
      }
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

  private mutating func escape(from begin: Int) throws -> PatternNode {
    guard let escaped = next else {
      throw PatternError("the pattern ends with an incomplete escape \\")
    }
    place += 1
    switch escaped {
    case "A": return .start
    case "Z": return .end(orBeforeLastNewline: true)
    case "z": return .end(orBeforeLastNewline: false)
    case "d", "D", "w", "W", "s", "S", "h", "H", "v", "V", "R", "X", "t", "n", "r", "f", "e", "a":
      return try character(from: begin)
    case "p", "P", "u", "x":
      if skip("{") {
        while let character = next, character != "}" { place += 1 }
        guard skip("}") else { throw PatternError("the pattern has an unmatched {") }
      } else {
        let digits = ["u": 4, "x": 2][escaped] ?? 1
        guard place + digits <= expression.count else {
          throw PatternError("the escape \\\(escaped) is incomplete")
        }
        place += digits
      }
      return try character(from: begin)
    case "1"..."9", "k", "g": throw Self.unsupported("a backreference \\\(escaped)")
    case _ where escaped.isLetter || escaped.isNumber: throw Self.unsupported("\\\(escaped)")
    default:
      return .character(PatternCharacter(literal: escaped))  // It has no case.
    }
  }

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

  private static func unsupported(_ construct: String) -> PatternError {
    PatternError("\(construct) is not supported; write a Rule with a closure")
  }
}
