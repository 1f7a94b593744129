import ByHand
import Components
import Harness
import SelfManaged

/// What components keep of the heap, and what they leave behind.
@MainActor
struct HeapSuite: Suite {
  let name = "heap"

  private static let count = 10_000

  func measure(into report: Report) async throws {
    report.title("Heap, each of \(Self.count)")
    let plain = each { LikeButton() }
    report.add("LikeButton, plain", bytes: plain)
    let plainEditor = each { NumberEditor() }
    report.add("NumberEditor, plain", bytes: plainEditor)
    let textField = each { TitledTextField() }
    report.add("TitledTextField, plain", bytes: textField)
    let select = each { SelectItem<String>() }
    report.add("SelectItem, plain", bytes: select)
    let avatar = each { AvatarView() }
    report.add("AvatarView, plain", bytes: avatar)
    let likes = InstantLikes()
    report.add(
      "by hand, shortest",
      bytes: each { HandLike(itemID: "post/1", service: likes, departure: .immediate) })
    let careful = each {
      CarefulLike(itemID: "post/1", service: likes, keyPrefix: Cycle.keyPrefix)
    }
    report.add("by hand, careful", bytes: careful)

    let session = Session(likes: likes, cart: InstantCart())
    var posts = 0, products = 0
    let like = each {
      posts += 1
      let like = LikeButton()
      like.selfManagedConfigure(
        isLiked: false, count: 10, itemID: "post/\(posts)", in: session)
      return like
    }
    report.add("LikeButton, bound", bytes: like)
    let editor = each {
      products += 1
      let editor = NumberEditor()
      editor.prepareForCart(productID: "sku/\(products)", quantity: 1, in: session)
      return editor
    }
    report.add("NumberEditor, bound", bytes: editor)
    let left = leftBehind()
    report.add("left after unbinding all", bytes: left)
    report.add(
      [
        ("a plain like button", plain, 1.3), ("a plain number editor", plainEditor, 1.3),
        ("a plain text field", textField, 1.3), ("a plain select item", select, 1.3),
        ("a plain avatar", avatar, 1.3), ("a bound like button, all included", like, 4),
      ].compactMap { name, bytes, limit in
        guard let bytes, let careful else { return nil }
        return .ratio("bytes of \(name), beside careful by hand", bytes / careful, atMost: limit)
      })
    report.add([.count("bytes left after unbinding", left, atMost: 0)])
  }

  /// How many bytes each of many objects keeps, the array that holds them apart.
  private func each<Kept: AnyObject>(_ make: () -> Kept) -> Double? {
    var kept: [Kept] = []
    kept.reserveCapacity(Self.count)
    let bytes = Allocations.bytesKept {
      for _ in 0..<Self.count { kept.append(make()) }
    }
    let last = kept.count
    return bytes.map { Double($0) / Double(last) }
  }

  /// Binds, taps, settles and unbinds the same buttons again and again; what grows is a leak.
  private func leftBehind() -> Double? {
    var policy = SessionPolicy()
    policy.rememberedItemLimit = 0
    let session = Session(likes: InstantLikes(), policy: policy)
    let buttons = (0..<1_000).map { _ in LikeButton() }
    // The server answers at once, so nothing has to be awaited, and no task's memory is counted.
    func round() {
      for (number, like) in buttons.enumerated() {
        like.selfManagedConfigure(
          isLiked: false, count: 10, itemID: "post/\(number)", in: session)
        like.tap()
      }
      for like in buttons { like.detach() }
    }
    // The first rounds leave what is made once: metadata, and room in dictionaries.
    for _ in 0..<4 { round() }
    return Allocations.bytesKept { for _ in 0..<8 { round() } }.map(Double.init)
  }
}
