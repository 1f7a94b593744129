import Components
import Testing

/// Accessibility data for VoiceOver.
@MainActor
struct AccessibilityTests {
  @Test(arguments: [(true, "On, 11"), (false, "Off, 11")])
  func likeButtonIsAToggleWithItsCount(isLiked: Bool, value: String) {
    let like = LikeButton()
    like.configure(isLiked: isLiked, count: 11)
    #expect(
      like.accessibility
        == AccessibilityData(label: "Like", value: value, traits: [.button, .toggleButton]))
  }

  @Test func aTapChangesTheSpokenValue() {
    let like = LikeButton(label: "Like this post")
    like.tap()
    #expect(like.accessibility.label == "Like this post")
    #expect(like.accessibility.value == "On, 1")
  }

  @Test func appCanReplaceTheWords() {
    let like = LikeButton(label: "Gefällt mir")
    like.words.on = "Ein"
    like.words.off = "Aus"
    #expect(like.accessibility.value == "Aus, 0")
    like.tap()
    #expect(like.accessibility.value == "Ein, 1")
    let editor = NumberEditor(label: "Tee")
    editor.words.increment = "Mehr"
    editor.words.decrement = "Weniger"
    #expect(editor.plusAccessibility.label == "Tee, Mehr")
    #expect(editor.minusAccessibility.label == "Tee, Weniger")
  }

  @Test func aCollapsedEditorIsItsPlusButton() {
    let editor = NumberEditor(label: "Tea")
    #expect(
      editor.accessibility == AccessibilityData(label: "Tea, Increment", traits: .button))
    #expect(editor.accessibility == editor.plusAccessibility)
  }

  @Test func openEditorIsAdjustableWithNumberAsValue() {
    let editor = NumberEditor(label: "Tea")
    editor.configure(quantity: 3)
    #expect(
      editor.accessibility == AccessibilityData(label: "Tea", value: "3", traits: .adjustable))
    editor.edit("15")
    #expect(editor.accessibility.value == "15")
  }

  @Test func buttonsAreCalledIncrementAndDecrement() {
    let editor = NumberEditor(label: "Tea")
    editor.configure(quantity: 3)
    #expect(
      editor.plusAccessibility == AccessibilityData(label: "Tea, Increment", traits: .button))
    #expect(
      editor.minusAccessibility == AccessibilityData(label: "Tea, Decrement", traits: .button))
  }

  @Test func buttonAtItsLimitIsDisabled() {
    let editor = NumberEditor()
    editor.configure(quantity: 5, rules: QuantityRules(minimum: 5, maximum: 5))
    #expect(editor.plusAccessibility.traits == [.button, .notEnabled])
    #expect(editor.minusAccessibility.traits == [.button])
    editor.configure(
      quantity: 5, rules: QuantityRules(minimum: 5, maximum: 9, zero: .becomesMinimum))
    #expect(editor.plusAccessibility.traits == [.button])
    #expect(editor.minusAccessibility.traits == [.button, .notEnabled])
  }

  @Test func soldOutProductShowsADisabledPlus() {
    let editor = NumberEditor(label: "Tea")
    editor.configure(quantity: 0, rules: QuantityRules(maximum: 0))
    #expect(editor.accessibility.traits == [.button, .notEnabled])
  }

  @Test func avatarIsAnImageButtonWithBadgeAsValue() {
    let avatar = AvatarView(label: "Ada")
    #expect(
      avatar.accessibility == AccessibilityData(label: "Ada", traits: [.button, .image]))
    avatar.configure(imageURL: nil, vip: VIPInformation(badge: .gold, label: "Gold member"))
    #expect(avatar.accessibility.value == "Gold member")
  }

  @Test func avatarWithAnEmptyBadgeLabelHasNoValue() {
    let avatar = AvatarView()
    avatar.configure(imageURL: nil, vip: VIPInformation(badge: .gold, label: ""))
    #expect(avatar.accessibility.value == nil)
  }

  @Test func theTraitsAreDistinct() {
    let traits: [AccessibilityData.Traits] = [
      .button, .toggleButton, .adjustable, .image, .notEnabled,
    ]
    #expect(Set(traits).count == traits.count)
    for trait in traits { #expect(trait.rawValue.nonzeroBitCount == 1) }
  }
}
