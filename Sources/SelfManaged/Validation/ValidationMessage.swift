import Components

/// The result of a check: the failure of one field, or a success.
///
/// A message contains a code and arguments. ``text`` words them in the form's language at the time
/// of reading. A message retains the form, but neither the field nor, once the field has left the
/// form, the field's value.
@MainActor
public struct ValidationMessage {
  /// The failure; `nil` for a success.
  public let failure: RuleFailure?
  /// The index of the failed rule in the field's chain, where async rules follow the others; `nil`
  /// if no rule failed.
  ///
  /// For example, no rule failed in a success, in a failure from the server, or in a field without
  /// rules.
  package let ruleIndex: Int?
  /// The identity of the field's entry in the form; `nil` if the message concerns no single field.
  public let id: FieldID?

  let time: LogicalTime
  /// The field's identifier in code; `nil` if the message concerns no single field.
  public let key: String?
  /// The field's object; `nil` if it has been released, or if the message concerns no single field.
  public private(set) weak var field: AnyObject?
  /// The field's title when the message was created.
  private let title: String
  /// The titles of the fields that the failure names, when the message was created.
  private let otherTitles: [FieldID: String]
  private let form: ValidationManager

  init(
    _ finding: RuleFinding?, of record: (any FieldRecord)?, in form: ValidationManager,
    at time: LogicalTime
  ) {
    failure = finding?.failure
    ruleIndex = finding?.index
    id = record?.id
    self.time = time
    key = record?.key
    field = record?.object
    title = record?.title ?? ""
    otherTitles = finding.map { form.titles(in: $0.failure) } ?? [:]
    self.form = form
  }

  /// Whether the message is a success.
  public var isSuccess: Bool { failure == nil }
  /// The failure's code; `nil` for a success.
  public var code: RuleCode? { failure?.code }
  /// The text for the user; empty for a success.
  public var text: String {
    guard let failure else { return "" }
    return form.text(
      of: failure,
      title: form.language.title(key ?? "", otherwise: id.flatMap(form.record)?.title ?? title),
      formerTitles: otherTitles)
  }
}

extension ValidationMessage {
  /// The cause and the fix of a mistake in the app, or the error of an async rule, for logs; empty
  /// for all other messages.
  public var debugMessage: String {
    let field = key.map { "The field “\($0)”" } ?? "The field"
    let argument = failure?.arguments.first?.description ?? ""
    return switch code {
    case .noRules:
      "\(field) was added without rules; add at least one, for example [.required]."
    case .notAttached:
      "This \(argument) is not in the form; pass it to add(_:_:) before it is checked."
    case .noFields:
      "The form has no fields, or all were released; the screen must own them."
    case .unreadable:
      "\(field) has a rule that reads a field of another form; use a handle of this form."
    case .unanswered: "An async rule of the field “\(key ?? "")” threw: \(argument)"
    default: ""
    }
  }

  /// Sends a failure along the responder chain of its field; does nothing if the field is not a
  /// responder.
  func rise() {
    guard let failure, let responder = field as? any Responder else { return }
    responder.send(SubmitFailed(key: key ?? "", failure: failure, message: text))
  }
}

extension ValidationMessage: @MainActor CustomStringConvertible {
  /// The field's key, the failure, the message for the user, and the debug message.
  public var description: String {
    let name = key.map { "\($0): " } ?? ""
    let hint = debugMessage.isEmpty ? "" : " (\(debugMessage))"
    return name + (failure.map { "\($0), “\(text)”\(hint)" } ?? "valid")
  }
}
