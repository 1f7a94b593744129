import Components
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A failed comparison of two states shows which property differs.
@MainActor
struct ReadableStateTests {
  /// The output of a test for a value: its description and its properties by name.
  private func properties(of value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap(\.label)
  }

  @Test func stateMirrorListsItsProperties() {
    #expect(properties(of: LikeButton().state) == ["isLiked", "count", "change", "animates"])
    #expect(properties(of: AvatarView().state) == ["imageURL", "vip", "image"])
    #expect(
      properties(of: NumberEditor().state) == [
        "quantity", "text", "isTextUnchanged", "rules", "change", "notice", "checkFailure",
        "isCheckPending", "isSum",
      ])
    #expect(
      properties(of: TitledTextField().state) == [
        "title", "text", "placeholder", "isFocused", "failure", "isPending",
      ])
    #expect(
      properties(of: SelectItem<String>().state) == [
        "title", "options", "selection", "isFocused", "failure", "isPending",
      ])
    #expect(
      properties(of: AccessibilityWords()) == [
        "on", "off", "increment", "decrement", "rolledBack", "adjusted",
      ])
  }

  @Test func differingPropertiesArePrinted() {
    let quantity = String(describing: NumberEditor.State(quantity: 2, notice: .refused("Sold out")))
    #expect(quantity.contains("quantity: 2"))
    #expect(quantity.contains("Sold out"))
    let avatar = String(
      describing: AvatarView.State(
        vip: VIPInformation(badge: .gold, label: "VIP 3"), image: .loaded(LoadedImage("Ada"))))
    #expect(avatar.contains("VIP 3"))
    #expect(avatar.contains("Ada"))
    #expect(String(describing: TitledTextField.State(failure: "Too short")).contains("Too short"))
    #expect(String(describing: SelectItem<Int>.State(failure: "Choose")).contains("Choose"))
    for printed in [quantity, avatar] {
      #expect(!printed.contains("Aside") && !printed.contains("Box"))
    }
  }
}
