import Components
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes of plain components that an observer makes while another change is shown.
///
/// The change starts from the newest state, and is shown after the other.
@MainActor
struct NestedStateTests {
  @Test func likeButtonShowsBothChangesInOrder() {
    let like = LikeButton()
    let published = StateRecorder(like)
    beforeChange({ like.state }) { like.toggle() }
    like.toggle()
    #expect(published.likes == ["♥1", "♡0"])
  }

  @Test func avatarKeepsItsNewAddress() throws {
    let avatar = AvatarView()
    let url = try #require(URL(string: "https://example.org/ada.png"))
    beforeChange({ avatar.state }) { avatar.show(image: .failed("No network")) }
    avatar.configure(imageURL: url)
    #expect(avatar.state == .init(imageURL: url, image: .failed("No network")))
  }

  @Test func numberEditorShowsTheLastNumber() {
    let editor = NumberEditor()
    beforeChange({ editor.state }) { editor.configure(quantity: 40) }
    editor.add()
    #expect(editor.state == .init(quantity: 40))
  }

  @Test func numberEditorCountsBothPresses() {
    let editor = NumberEditor()
    editor.configure(quantity: 1)
    beforeChange({ editor.state }) { editor.add() }
    editor.add()
    #expect(editor.state.quantity == 3)
  }

  @Test func numberEditorKeepsTheNumberWhenItsNoticeIsDismissed() {
    let editor = NumberEditor()
    editor.configure(quantity: 2, rules: QuantityRules(maximum: 10))
    editor.edit("99")
    beforeChange({ editor.state }) { editor.dismissNotice() }
    editor.endEditing()
    #expect(editor.state.quantity == 10)
    #expect(editor.state.text == nil)
  }

  /// An alert that takes the focus ends editing again, while the committed number is shown.
  @Test func numberEditorCommitsATextOnce() {
    let editor = NumberEditor()
    var (completed, played): ([Int], [Feedback.Haptic]) = ([], [])
    editor.onInputComplete = { quantity, _ in completed.append(quantity) }
    editor.onFeedback = { played.append($0.haptic) }
    editor.edit("15")
    beforeChange({ editor.state }) { editor.endEditing() }
    editor.endEditing()
    #expect(editor.state.quantity == 15)
    #expect(completed == [15])
    #expect(played == [.lightTap])
  }

  @Test(arguments: [true, false])
  func textFieldKeepsItsNewText(isInForm: Bool) {
    let name = TitledTextField()
    if isInForm { name.observer = FieldObserver(changed: { _ in }) }
    beforeChange({ name.state }) { name.focus() }
    name.edit("Ann")
    #expect(name.state == .init(text: "Ann", isFocused: true))
  }

  @Test func selectItemShowsTheLastSelection() {
    let item = SelectItem(options: [1, 2])
    beforeChange({ item.state }) { item.select(2) }
    item.select(1)
    #expect(item.state.selection == 2)
  }

  @Test func valueFieldKeepsItsNewValue() {
    let age = ValueField(title: "Age", value: 0)
    beforeChange({ age.state }) { age.show(failure: "Too young") }
    age.change(to: 3)
    #expect(age.state.value == 3 && age.state.failure == "Too young")
  }
}
