// Compares the Swift code in the README and the guides with what is compiled, and names each block
// that stands nowhere in it.
//
//   swift .ci/code-blocks.swift <compiled>... -- <pages>...
//
// One compiled file has to contain the block in one piece; white space may differ. A block may leave
// lines out with a line "…". Its imports may be anywhere in that file. A manifest's block, which
// compiles only where it is used, is left out: it begins with "// Package.swift". The comments of a page in
// Chinese, "….zh-Hans.md", are Chinese, so they don't count.

import Foundation

/// A run of code that has to be found in one piece.
func bare(_ text: some Collection<Substring>) -> String {
  text.filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("// snippet.") }
    .joined(separator: "\n").filter { !$0.isWhitespace }
}

let parts = CommandLine.arguments.dropFirst().split(separator: "--", maxSplits: 1)
guard parts.count == 2 else {
  print("usage: swift .ci/code-blocks.swift <compiled>... -- <pages>...")
  exit(2)
}

func withoutComments(_ lines: some Collection<Substring>) -> [Substring] {
  lines.map { line in
    line.range(of: #"(^|\s)//.*$"#, options: .regularExpression)
      .map { line[..<$0.lowerBound] } ?? line
  }
}

struct Compiled {
  let code: String
  let codeWithoutComments: String
  let imports: Set<String>
}

var compiled: [Compiled] = []
for path in parts[0] {
  let lines = try String(contentsOfFile: path, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false)
  let imports = lines.filter { $0.contains("import ") }
    .map { $0.trimmingCharacters(in: .whitespaces) }
  compiled.append(
    Compiled(
      code: bare(lines), codeWithoutComments: bare(withoutComments(lines)), imports: Set(imports)))
}

/// Whether a file contains a block: its imports, and its runs one after the other.
func stands(_ block: [Substring], in file: Compiled, isTranslated: Bool) -> Bool {
  let block = isTranslated ? withoutComments(block) : block
  let imports = block.prefix { $0.hasPrefix("import ") || $0.isEmpty }
  guard imports.allSatisfy({ $0.isEmpty || file.imports.contains(String($0)) }) else {
    return false
  }
  var rest = (isTranslated ? file.codeWithoutComments : file.code)[...]
  for run in block.dropFirst(imports.count).split(whereSeparator: {
    $0.trimmingCharacters(in: .whitespaces) == "…"
  }) {
    guard let found = rest.range(of: bare(run)) else { return false }
    rest = rest[found.upperBound...]
  }
  return true
}

var count = 0
var left = 0
var missing = 0
for page in parts[1] {
  var block: [Substring]?
  var start = 0
  let lines = try String(contentsOfFile: page, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false)
  for (number, line) in lines.enumerated() {
    if block == nil, line.hasPrefix("```swift") {
      block = []
      start = number + 1
    } else if let code = block, line.hasPrefix("```") {
      block = nil
      if code.first?.hasPrefix("// Package.swift") == true {
        left += 1
        continue
      }
      count += 1
      let isTranslated = page.hasSuffix(".zh-Hans.md")
      if !compiled.contains(where: { stands(code, in: $0, isTranslated: isTranslated) }) {
        missing += 1
        print("\(page):\(start): this code is not compiled anywhere: \(code.first ?? "")")
      }
    } else {
      block?.append(line)
    }
  }
}
print("\(count) blocks of code are compiled as they stand, \(left) of a manifest are left out")
exit(missing == 0 && count > 0 ? 0 : 1)
