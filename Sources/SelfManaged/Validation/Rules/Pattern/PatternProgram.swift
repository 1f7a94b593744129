/// A regular expression, compiled into instructions that run over a text in one pass.
///
/// All paths through the expression advance at the same time, one character after the other
/// (Thompson's construction), so no path is tried twice. For any expression, the number of steps is
/// at most the length of the text times the number of instructions.
package struct PatternProgram: Sendable {
  private var instructions: [Instruction] = []
  /// The programs of the lookaheads in this program.
  private var lookaheads: [PatternProgram] = []
  private let runsBackward: Bool

  private enum Instruction: Sendable {
    case character(PatternCharacter)
    case start
    case end(orBeforeLastNewline: Bool)
    case lookahead(Int, isNegated: Bool)
    case split(Int, Int)
    case accept
  }

  /// The maximum number of parts after counted repetitions are expanded.
  private static let maximumSize = 10_000

  /// Compiles an expression.
  ///
  /// - Throws: ``PatternError``, or the error that Swift's `Regex` throws for the expression.
  package init(_ expression: String) throws {
    try self.init(PatternParser.parse(expression), runsBackward: false)
  }

  private init(_ node: PatternNode, runsBackward: Bool) throws {
    self.runsBackward = runsBackward
    var size = 0
    try emit(node, &size)
    instructions.append(.accept)
  }

  private mutating func emit(_ node: PatternNode, _ size: inout Int) throws {
    size += 1
    guard size <= Self.maximumSize else {
      throw PatternError("the expanded pattern has more than \(Self.maximumSize) parts")
    }
    switch node {
    case .character(let character): instructions.append(.character(character))
    case .start: instructions.append(.start)
    case .end(let isLoose): instructions.append(.end(orBeforeLastNewline: isLoose))
    case .sequence(let parts):
      for part in runsBackward ? parts.reversed() : parts { try emit(part, &size) }
    case .choice(let parts): try emitChoice(parts[...], &size)
    case .repeated(let part, let least, let most):
      for _ in 0..<least { try emit(part, &size) }
      if let most {
        try emitOptional(part, most - least, &size)
      } else {
        let split = instructions.count
        instructions.append(.accept)
        try emit(part, &size)
        instructions.append(.split(split, split))
        instructions[split] = .split(split + 1, instructions.count)
      }
    case .lookahead(let node, let isNegated):
      let program = try Self(node, runsBackward: true)
      size += program.size
      lookaheads.append(program)
      instructions.append(.lookahead(lookaheads.count - 1, isNegated: isNegated))
    }
  }

  private mutating func emitChoice(_ parts: ArraySlice<PatternNode>, _ size: inout Int) throws {
    var ends: [Int] = []
    for part in parts.dropLast() {
      let split = instructions.count
      instructions.append(.accept)
      try emit(part, &size)
      ends.append(instructions.count)
      instructions.append(.accept)
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = parts.last { try emit(last, &size) }
    for end in ends { instructions[end] = .split(instructions.count, instructions.count) }
  }

  /// Emits a part that may occur up to `count` times in a row.
  private mutating func emitOptional(
    _ part: PatternNode, _ count: Int, _ size: inout Int
  ) throws {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(instructions.count)
      instructions.append(.accept)
      try emit(part, &size)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  private var size: Int { lookaheads.reduce(instructions.count) { $0 + $1.size } }

  /// Whether the whole text matches.
  package func matches(_ text: String) -> Bool {
    var steps = 0
    return matches(text, &steps)
  }

  /// Whether the whole text matches; adds the number of instructions that ran to `steps`.
  package func matches(_ text: String, _ steps: inout Int) -> Bool {
    let text = Array(text)
    return ends(in: text, startingAnywhere: false, &steps)[text.count]
  }

  /// Returns for each place whether a match ends there, or, if run backward, whether a match begins
  /// there.
  private func ends(
    in text: [Character], startingAnywhere: Bool, _ steps: inout Int
  ) -> [Bool] {
    let looks: [[Bool]] = lookaheads.map { $0.ends(in: text, startingAnywhere: true, &steps) }
    var ends = [Bool](repeating: false, count: text.count + 1)
    /// The character instructions reached at the previous place, and those reached at this place.
    var (here, ahead): ([Int], [Int]) = ([], [])
    var seenAt = [Int](repeating: -1, count: instructions.count)
    var open: [Int] = []

    func reach(_ first: Int, at place: Int) {
      open.append(first)
      while let index = open.popLast() {
        guard seenAt[index] != place else { continue }
        seenAt[index] = place
        steps += 1
        switch instructions[index] {
        case .character: ahead.append(index)
        case .accept: ends[place] = true
        case .split(let one, let other):
          open.append(other)
          open.append(one)
        case .start: if place == 0 { open.append(index + 1) }
        case .end(let isLoose):
          let isEnd =
            place == text.count || isLoose && place == text.count - 1 && text[place].isNewline
          if isEnd { open.append(index + 1) }
        case .lookahead(let number, let isNegated):
          if looks[number][place] != isNegated { open.append(index + 1) }
        }
      }
    }

    let places = Array(0...text.count)
    for place in runsBackward ? places.reversed() : places {
      for index in here {
        let character = text[runsBackward ? place : place - 1]
        guard case .character(let test) = instructions[index], test.accepts(character) else {
          continue
        }
        reach(index + 1, at: place)
      }
      if startingAnywhere || place == 0 { reach(0, at: place) }
      (here, ahead) = (ahead, [])
      if here.isEmpty, !startingAnywhere { break }
    }
    return ends
  }
}
