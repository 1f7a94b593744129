/// The name of a failure in code, independent of the language of its message.
///
/// An app adds its own as static members, or writes them as literals:
///
/// ```swift
/// extension RuleCode { static let inviteOnly = Self(rawValue: "inviteOnly") }
/// ```
public struct RuleCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// Creates a code from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a code from a literal.
  public init(stringLiteral name: String) { rawValue = name }
}

/// The codes of the rules that come with the package; each comment lists the arguments.
extension RuleCode {
  /// A required value is missing.
  public static let required = Self(rawValue: "required")
  /// A required selection is missing.
  public static let unselected = Self(rawValue: "unselected")
  /// The text contains a character other than the digits 0 to 9.
  public static let digits = Self(rawValue: "digits")
  /// There are too few digits; argument: the minimum.
  public static let minDigits = Self(rawValue: "minDigits")
  /// There are too few characters; argument: the minimum.
  public static let tooShort = Self(rawValue: "tooShort")
  /// There are too many characters; argument: the maximum.
  public static let tooLong = Self(rawValue: "tooLong")
  /// The value is too small; argument: the minimum.
  public static let tooSmall = Self(rawValue: "tooSmall")
  /// The value is too large; argument: the maximum.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// The value is not one of the allowed values.
  public static let notOffered = Self(rawValue: "notOffered")
  /// The value differs from another field's; argument: that field.
  public static let mismatch = Self(rawValue: "mismatch")
  /// The text is not an e-mail address.
  public static let email = Self(rawValue: "email")
  /// The text is not a web address.
  public static let url = Self(rawValue: "url")
  /// The text is not a mobile number of mainland China.
  public static let chinaMobile = Self(rawValue: "chinaMobile")
  /// The text is not a resident identity number of mainland China.
  public static let chinaResidentID = Self(rawValue: "chinaResidentID")
  /// The text does not match a regular expression.
  public static let pattern = Self(rawValue: "pattern")
  /// The value is already in use by another user.
  public static let taken = Self(rawValue: "taken")
  /// The server refused the value; argument: the server's own message.
  public static let server = Self(rawValue: "server")
}

/// The codes of failures that prevent a "valid" result although no rule failed.
extension RuleCode {
  /// Another submit of the form returned the success, or its action is running.
  public static let alreadySubmitting = Self(rawValue: "alreadySubmitting")
  /// The task that waited for a submit was canceled, and there was no known failure.
  public static let canceled = Self(rawValue: "canceled")
  /// An async rule is pending.
  public static let pending = Self(rawValue: "pending")
  /// An async rule threw an error; argument: the error, for logs.
  public static let unanswered = Self(rawValue: "unanswered")
  /// The field was added without a rule, and an unchecked field is never called valid.
  ///
  /// This code and the codes below are mistakes in the app. The user reads that the field could not
  /// be checked, and ``ValidationMessage/debugMessage`` names the cause and the fix.
  public static let noRules = Self(rawValue: "noRules")
  /// The object was never added to this form, or was removed; argument: its type.
  public static let notAttached = Self(rawValue: "notAttached")
  /// The form has no field, or all of them were freed because only the form referenced them.
  public static let noFields = Self(rawValue: "noFields")
  /// The rule reads a field of another form, or was checked by hand without its form.
  public static let unreadable = Self(rawValue: "unreadable")
}
