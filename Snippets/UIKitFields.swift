// Fields of a form in UIKit: each is one line in a controller. The checks compile this file against
// declarations of Apple's API.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Components
  import Observation
  import SelfManaged
  import UIKit

  // snippet.controller
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  final class ProfileController: UIViewController, Responder {
    let name = TitledTextField(title: "Name", key: "name", placeholder: "Your name")
    let about = TitledTextField(title: "About you", key: "about")
    let city = SelectItem(title: "City", key: "city", options: ["Beijing", "Shanghai"])
    let birthday = ValueField(title: "Birthday", key: "birthday", value: Date())
    let terms = ValueField(title: "Terms of use", key: "terms", value: false)
    let form = ValidationManager()

    override func viewDidLoad() {
      super.viewDidLoad()
      form.add(name, [.required, .length(2...20)])
      form.add(about, [.length(...200)])
      form.add(city, [.selected])
      form.add(birthday, [.before(Date())])
      form.add(terms, [.accepted])
      let fields = UIStackView(arrangedSubviews: [
        FormTextField(name), FailureLabel { [name] in name.state.failure },
        FormTextView(about), FailureLabel { [about] in about.state.failure },
        FormSegmentedControl(city), FailureLabel { [city] in city.state.failure },
        FormDatePicker(birthday), FailureLabel { [birthday] in birthday.state.failure },
        FormSwitch(terms), FailureLabel { [terms] in terms.state.failure },
      ])
      fields.axis = .vertical
      fields.frame = view.bounds
      fields.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(fields)
    }
  }
  // snippet.end

  // snippet.text
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  final class FormTextField: UITextField {
    private let field: TitledTextField
    private var observer: StateObserver?

    init(_ field: TitledTextField) {
      self.field = field
      super.init(frame: .zero)
      borderStyle = .roundedRect
      let edit = UIAction { [weak self] _ in field.edit(self?.text ?? "") }
      addAction(edit, for: .editingChanged)
      addAction(UIAction { _ in field.focus() }, for: .editingDidBegin)
      addAction(UIAction { _ in field.endEditing() }, for: .editingDidEnd)
      observer = StateObserver { [weak self] in self?.draw() }
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      draw()  // a form may have begun editing before
    }

    private func draw() {
      let state = field.state
      if text != state.text { text = state.text }  // an equal text would move the cursor
      placeholder = state.placeholder
      accessibilityLabel = state.title
      moveFocus(to: state.isFocused)
    }
  }
  // snippet.end

  // snippet.textView
  final class FormTextView: UITextView, UITextViewDelegate {
    private let field: TitledTextField
    private var observer: StateObserver?

    init(_ field: TitledTextField) {
      self.field = field
      super.init(frame: .zero, textContainer: nil)
      delegate = self
      observer = StateObserver { [weak self] in self?.draw() }
    }

    required init?(coder: NSCoder) { nil }

    func textViewDidBeginEditing(_ textView: UITextView) { field.focus() }
    func textViewDidChange(_ textView: UITextView) { field.edit(text) }
    func textViewDidEndEditing(_ textView: UITextView) { field.endEditing() }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      draw()
    }

    private func draw() {
      let state = field.state
      if text != state.text { text = state.text }
      accessibilityLabel = state.title
      moveFocus(to: state.isFocused)
    }
  }
  // snippet.end

  // snippet.switch
  final class FormSwitch: UISwitch {
    private let field: ValueField<Bool>
    private var observer: StateObserver?

    init(_ field: ValueField<Bool>) {
      self.field = field
      super.init(frame: .zero)
      let change = UIAction { [weak self] _ in
        guard let self else { return }
        field.change(to: isOn)
        if field.state.isFocused { field.endEditing() }  // a switch has no end of editing
      }
      addAction(change, for: .valueChanged)
      observer = StateObserver { [weak self] in self?.draw() }
    }

    required init?(coder: NSCoder) { nil }

    private func draw() {
      let state = field.state
      if isOn != state.value { setOn(state.value, animated: window != nil) }
      accessibilityLabel = state.title
      if state.isFocused { moveVoiceOver() }
    }
  }
  // snippet.end

  // snippet.segments
  final class FormSegmentedControl<Option: Hashable & Sendable>: UISegmentedControl {
    private let item: SelectItem<Option>
    private var options: [Option] = []
    private var observer: StateObserver?

    init(_ item: SelectItem<Option>) {
      self.item = item
      super.init(frame: .zero)
      let select = UIAction { [weak self] _ in
        guard let self, options.indices.contains(selectedSegmentIndex) else { return }
        item.select(options[selectedSegmentIndex])
      }
      addAction(select, for: .valueChanged)
      observer = StateObserver { [weak self] in self?.draw() }
    }

    required init?(coder: NSCoder) { nil }

    private func draw() {
      let state = item.state
      if options != state.options {
        options = state.options
        removeAllSegments()
        for (index, option) in options.enumerated() {
          insertSegment(withTitle: item.describe(option), at: index, animated: false)
        }
      }
      let selected = state.selection.flatMap { options.firstIndex(of: $0) }
      selectedSegmentIndex = selected ?? UISegmentedControl.noSegment
      accessibilityLabel = state.title
      if state.isFocused { moveVoiceOver() }
    }
  }
  // snippet.end

  // snippet.date
  final class FormDatePicker: UIDatePicker {
    private let field: ValueField<Date>
    private var observer: StateObserver?

    init(_ field: ValueField<Date>) {
      self.field = field
      super.init(frame: .zero)
      datePickerMode = .date
      let change = UIAction { [weak self] _ in
        if let self { field.change(to: date) }
      }
      addAction(change, for: .valueChanged)
      addAction(UIAction { _ in field.focus() }, for: .editingDidBegin)
      addAction(UIAction { _ in field.endEditing() }, for: .editingDidEnd)
      observer = StateObserver { [weak self] in self?.draw() }
    }

    required init?(coder: NSCoder) { nil }

    private func draw() {
      let state = field.state
      if date != state.value { setDate(state.value, animated: window != nil) }
      accessibilityLabel = state.title
      if state.isFocused { moveVoiceOver() }
    }
  }
  // snippet.end

  // snippet.failure
  /// A label for the failure of a field, which is hidden without a failure.
  final class FailureLabel: UILabel {
    private var observer: StateObserver?

    init(_ failure: @escaping @MainActor () -> String?) {
      super.init(frame: .zero)
      numberOfLines = 0
      textColor = .systemRed
      font = .preferredFont(forTextStyle: .footnote)
      adjustsFontForContentSizeCategory = true
      observer = StateObserver { [weak self] in
        let text = failure()
        self?.text = text
        self?.isHidden = text == nil
      }
    }

    required init?(coder: NSCoder) { nil }
  }
  // snippet.end

  // snippet.observer
  /// Draws now, and again after each change of an observed property that it reads.
  @MainActor
  final class StateObserver {
    private let draw: @MainActor () -> Void

    init(_ draw: @escaping @MainActor () -> Void) {
      self.draw = draw
      observe()
    }

    private func observe() {
      withObservationTracking {
        draw()
      } onChange: { [weak self] in
        Task { @MainActor [weak self] in self?.observe() }
      }
    }
  }

  extension UIView {
    /// Begins or ends editing; a view outside a window can't be edited.
    func moveFocus(to isFocused: Bool) {
      guard window != nil, isFocused != isFirstResponder else { return }
      if isFocused { becomeFirstResponder() } else { resignFirstResponder() }
    }

    /// Moves VoiceOver to a control that has no keyboard.
    func moveVoiceOver() { UIAccessibility.post(notification: .layoutChanged, argument: self) }
  }
// snippet.end
#endif
