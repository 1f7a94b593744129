// Reads the symbol graphs of the modules and what docc has made of them, and names every public
// declaration without a comment, every symbol that no topic of its module's page names, and every link
// to a page that is not in the combined archive.
//
//   swift .ci/documented.swift <symbol graphs> <archives> <module>...

import Foundation

struct Graph: Decodable {
  var symbols: [Symbol]

  struct Symbol: Decodable {
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var docComment: Comment?
    var location: Location?
  }

  struct Kind: Decodable { var identifier: String }
  struct Identifier: Decodable { var precise: String }
  struct Comment: Decodable {
    var lines: [Line]
    var module: String?
  }
  struct Line: Decodable { var text: String }
  struct Location: Decodable {
    var uri: String
    var position: Position
  }
  struct Position: Decodable { var line: Int }
}

struct Page: Decodable {
  var topicSections: [Topics]?
  var references: [String: Reference]?

  struct Reference: Decodable { var url: String? }

  struct Topics: Decodable {
    var title: String?
    var identifiers: [String]
    var generated: Bool?
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count > 2 else {
  print("usage: swift .ci/documented.swift <symbol graphs> <archives> <module>...")
  exit(2)
}
let graphs = URL(fileURLWithPath: arguments[1])
let archives = URL(fileURLWithPath: arguments[2])
let modules = Array(arguments.dropFirst(2))
let root = FileManager.default.currentDirectoryPath + "/"

func read<Value: Decodable>(_ type: Value.Type, _ file: URL) throws -> Value {
  try JSONDecoder().decode(type, from: Data(contentsOf: file))
}

let files = try FileManager.default.contentsOfDirectory(at: graphs, includingPropertiesForKeys: nil)
var complaints: [String] = []
for module in modules {
  var documented = 0
  var declared = 0
  let names = files.filter {
    $0.lastPathComponent == "\(module).symbols.json"
      || $0.lastPathComponent.hasPrefix("\(module)@")
  }
  for file in names.sorted(by: { $0.path < $1.path }) {
    // What the compiler synthesised stands nowhere in the sources.
    for symbol in try read(Graph.self, file).symbols {
      guard let location = symbol.location else { continue }
      declared += 1
      // A comment that comes from the library's own modules, and says something.
      let isOurs = symbol.docComment?.module.map { modules.contains($0) } ?? true
      if isOurs, let text = symbol.docComment?.lines.first?.text, !text.isEmpty {
        documented += 1
        continue
      }
      let file = location.uri.replacingOccurrences(of: "file://", with: "")
        .replacingOccurrences(of: root, with: "")
      let name = symbol.pathComponents.joined(separator: ".")
      let kind = symbol.kind.identifier.replacingOccurrences(of: "swift.", with: "")
      complaints.append(
        "\(file):\(location.position.line + 1): \(kind) \(name) has no documentation comment")
    }
  }
  guard declared > 0 else {
    complaints.append("No symbol graph of \(module) was found in \(graphs.path)")
    continue
  }
  print("\(module): \(documented) of \(declared) public declarations are documented")

  let page = archives.appendingPathComponent(
    "\(module).doccarchive/data/documentation/\(module.lowercased()).json")
  for topics in try read(Page.self, page).topicSections ?? [] where topics.generated == true {
    for symbol in topics.identifiers {
      let name = symbol.split(separator: "/").suffix(1).joined()
      complaints.append(
        "Sources/\(module)/\(module).docc/\(module).md names \(name) under no topic")
    }
  }
}
// Every page of the combined archive, by the address at which it is linked to.
let data = archives.appendingPathComponent("combined.doccarchive/data").path
let pages = (FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? [])
  .filter { $0.hasPrefix("documentation/") && $0.hasSuffix(".json") }
let addresses = Set(pages.map { "/" + $0.dropLast(".json".count) })
var links = 0
for path in pages.sorted() {
  let page = try read(Page.self, URL(fileURLWithPath: "\(data)/\(path)"))
  let urls = (page.references ?? [:]).values.compactMap(\.url)
  for url in Set(urls.filter { $0.hasPrefix("/documentation/") }).sorted() {
    links += 1
    let address = String(url.prefix { $0 != "#" })
    if !addresses.contains(address) {
      complaints.append("\(path) has a link to \(url), which is no page")
    }
  }
}
print("\(links) links lead to \(addresses.count) pages")
if links == 0 { complaints.append("No page was found in \(data)") }

for complaint in complaints { print(complaint) }
exit(complaints.isEmpty ? 0 : 1)
