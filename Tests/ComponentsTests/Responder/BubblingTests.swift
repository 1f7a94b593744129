import Components
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random trees with random handlers, compared with a model of DOM-style bubbling.
///
/// `RESPONDER_TREES=100000` in the environment tests more trees. A failure prints its seed.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BubblingTests {
  private static let count =
    ProcessInfo.processInfo.environment["RESPONDER_TREES"].flatMap(UInt64.init) ?? 2_000

  @Test("stopping, decoration, removal, mutation and release on the path match the model")
  func randomTreesBubbleAsInTheModel() throws {
    var words: Set<Substring> = []
    for seed in 0..<Self.count {
      let story = TreeStory(seed: seed)
      let expected = BubblingModel(story).log
      let tree = try RealTree(story)
      tree.play(story)
      try #require(tree.log == expected, "seed \(seed)")
      for line in expected { words.formUnion(line.split(whereSeparator: { " ,:".contains($0) })) }
    }
    // Stories without events would prove nothing.
    for word in [
      "stopped", "handled", "unhandled", "cycle", "gone", "already", "observes", "-1", "-2",
    ] { #expect(words.contains(Substring(word)), "\(word) never happened") }
  }

  @Test func tracingChangesNothing() throws {
    for seed in 0..<200 as Range<UInt64> {
      let story = TreeStory(seed: seed)
      let tree = try RealTree(story)
      with(\.trace, { _ = $0.description }) { tree.play(story) }
      #expect(tree.log == BubblingModel(story).log, "seed \(seed)")
    }
  }
}
