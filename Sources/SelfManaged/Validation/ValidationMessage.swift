import Components

/// What a check says: of a field that it fails, or that everything passes.
///
/// It is a code and arguments; ``text`` puts them into the language that the form has when it is
/// read. It keeps the form, and neither the field nor, once that has left the form, its value.
@MainActor
public struct ValidationMessage {
  /// What is wrong; `nil` if nothing is.
  public let failure: RuleFailure?
  /// Which rule of the field's chain says so, asynchronous rules counted on behind the others;
  /// `nil` where no rule does: the server, a field without rules, a success.
  public let ruleIndex: Int?
  /// The field's entry in the form; `nil` where the message is about no single field.
  public let id: FieldID?

  let stamp: Stamp
  /// What the field is called in code; `nil` where the message is about no single field.
  public let key: String?
  /// The field itself; `nil` where it is gone, or where the message is about no single one.
  public private(set) weak var field: AnyObject?
  /// What the field was called when this was said.
  private let title: String
  private let form: ValidationManager

  init(
    _ finding: RuleFinding?, of record: (any FieldRecord)?, in form: ValidationManager,
    at stamp: Stamp
  ) {
    failure = finding?.failure
    ruleIndex = finding?.index
    id = record?.id
    self.stamp = stamp
    key = record?.key
    field = record?.object
    title = record?.title ?? ""
    self.form = form
  }

  /// Whether nothing is wrong.
  public var isSuccess: Bool { failure == nil }
  /// What the failure is called; `nil` for a success.
  public var code: RuleCode? { failure?.code }
  /// What the person reads; empty for a success.
  public var text: String {
    guard let failure else { return "" }
    return form.text(of: failure, title: id.flatMap(form.record)?.title ?? title)
  }
}

extension ValidationMessage {
  /// The cause and the fix where the app is wrong and not the user, for logs; else empty.
  public var debugMessage: String {
    let field = key.map { "The field “\($0)”" } ?? "The field"
    let argument = failure?.arguments.first?.description ?? ""
    return switch code {
    case .noRules:
      "\(field) was added without rules; add at least one, for example [.required]."
    case .notAttached:
      "This \(argument) is not in the form; pass it to add(_:_:) before it is checked."
    case .noFields:
      "The form has no fields, or all are freed; it holds them weakly, so keep them in the screen."
    case .unreadable:
      "\(field) has a rule that reads a field of another form; use a handle of this form's add(_:_:)."
    case .unanswered: "An async rule of the field “\(key ?? "")” threw: \(argument)"
    default: ""
    }
  }

  /// Sends a failure along the responder chain of its field, if the field stands on one.
  func rise() {
    guard let failure, let responder = field as? any Responder else { return }
    responder.send(SubmitFailed(key: key ?? "", failure: failure, text: text))
  }
}

extension ValidationMessage: @MainActor CustomStringConvertible {
  /// The field's key, the failure, the text, and what a developer should know.
  public var description: String {
    let name = key.map { "\($0): " } ?? ""
    let hint = debugMessage.isEmpty ? "" : " (\(debugMessage))"
    return name + (failure.map { "\($0), “\(text)”\(hint)" } ?? "valid")
  }
}
