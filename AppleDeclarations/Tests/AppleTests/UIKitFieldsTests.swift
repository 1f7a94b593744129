import Components
import Fakes
import SelfManaged
import Testing
import UIKit

@testable import UIKitFields

@MainActor
@Suite(.serialized)  // there is one first responder
struct UIKitFieldsTests {
  let window = UIWindow(frame: .zero)
  let controller = ProfileController()

  private func field<Field: UIView>(_ type: Field.Type) throws -> Field {
    window.rootViewController = controller
    let stack = try #require(controller.view.subviews.first as? UIStackView)
    return try #require(stack.arrangedSubviews.compactMap { $0 as? Field }.first)
  }

  @Test func typingEditsTheField() throws {
    let text = try field(FormTextField.self)
    text.becomeFirstResponder()
    text.text = "A"
    text.sendActions(for: .editingChanged)
    #expect(controller.name.state.text == "A")
    #expect(controller.name.state.failure == nil)
    text.resignFirstResponder()
    #expect(controller.name.state.failure != nil)
  }

  @Test func theFormMovesTheFocusToItsFirstInvalidField() async throws {
    let text = try field(FormTextField.self)
    _ = await controller.form.submit()
    #expect(controller.name.state.isFocused)
    await until { text.isFirstResponder }
    text.resignFirstResponder()
    #expect(!controller.name.state.isFocused)
  }

  @Test func aFieldIsFocusedWhenItsViewAppears() async throws {
    controller.loadViewIfNeeded()
    _ = await controller.form.submit()
    #expect(controller.name.state.isFocused)
    #expect(try field(FormTextField.self).isFirstResponder)
    controller.name.endEditing()
  }

  @Test func aTextOfTheAppIsShown() async throws {
    let text = try field(FormTextView.self)
    controller.about.configure(title: "About", text: "Tea")
    await until { text.text == "Tea" }
    text.text = "Tea!"
    text.textViewDidChange(text)
    #expect(controller.about.state.text == "Tea!")
  }

  @Test func aSwitchEndsEditing() throws {
    let terms = try field(FormSwitch.self)
    controller.terms.focus()
    terms.isOn = true
    terms.sendActions(for: .valueChanged)
    #expect(controller.terms.state.value)
    #expect(!controller.terms.state.isFocused)
  }

  @Test func aSegmentSelectsItsOption() async throws {
    let city = try field(FormSegmentedControl<String>.self)
    #expect(city.numberOfSegments == 2)
    #expect(city.selectedSegmentIndex == UISegmentedControl.noSegment)
    city.selectedSegmentIndex = 1
    city.sendActions(for: .valueChanged)
    #expect(controller.city.state.selection == "Shanghai")
    controller.city.select("Beijing")
    await until { city.selectedSegmentIndex == 0 }
  }

  @Test func aDateChangesTheField() throws {
    let birthday = try field(FormDatePicker.self)
    birthday.date = Date(timeIntervalSince1970: 0)
    birthday.sendActions(for: .valueChanged)
    #expect(controller.birthday.state.value == birthday.date)
  }

  @Test func aFailureIsShownUnderItsField() async throws {
    let label = try field(FailureLabel.self)
    #expect(label.isHidden)
    _ = await controller.form.submit()
    await until { !label.isHidden }
    #expect(label.text == controller.name.state.failure)
  }

  /// Runs the tasks of observation until a condition holds.
  private func until(_ condition: () -> Bool) async {
    for _ in 0..<100 where !condition() { await Task { @MainActor in }.value }
    #expect(condition())
  }
}
