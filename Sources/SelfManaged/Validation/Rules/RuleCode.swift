/// The identifier of a failure in code, independent of the language of its message.
///
/// An app adds its own codes as static members, or writes them as literals:
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

/// The codes of this package's rules; each comment names the failure's arguments.
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
  /// The value is not less than a bound, or not earlier; argument: the bound.
  public static let notBefore = Self(rawValue: "notBefore")
  /// The value is not greater than a bound, or not later; argument: the bound.
  public static let notAfter = Self(rawValue: "notAfter")
  /// The value has to be accepted, and is not.
  public static let notAccepted = Self(rawValue: "notAccepted")
  /// The value is not one of the allowed values.
  public static let notOffered = Self(rawValue: "notOffered")
  /// The value differs from another field's; argument: that field.
  public static let mismatch = Self(rawValue: "mismatch")
  /// The text is not an e-mail address.
  public static let email = Self(rawValue: "email")
  /// The text is not a web address.
  public static let url = Self(rawValue: "url")
  /// The text is not a mainland China mobile number.
  public static let chinaMobile = Self(rawValue: "chinaMobile")
  /// The text is not a Chinese resident ID number.
  public static let chinaResidentID = Self(rawValue: "chinaResidentID")
  /// The text does not match a regular expression.
  public static let pattern = Self(rawValue: "pattern")
  /// The value is already taken, for example a name by another user.
  public static let taken = Self(rawValue: "taken")
  /// The server refused the value; argument: the server's own message.
  public static let server = Self(rawValue: "server")
}

/// The codes of results that are not a success although no rule failed.
extension RuleCode {
  /// Another submit of the form returned the success, or its action is running.
  public static let alreadySubmitting = Self(rawValue: "alreadySubmitting")
  /// The task of a submit was canceled, and no failure was known.
  public static let canceled = Self(rawValue: "canceled")
  /// The async rules have no result for the current value.
  public static let pending = Self(rawValue: "pending")
  /// An async rule threw an error; argument: the error, for logs.
  public static let unanswered = Self(rawValue: "unanswered")
  /// The field was added without rules, and an unchecked field is never valid.
  ///
  /// This code and the codes below report mistakes in the app. The message for the user is that the
  /// field could not be checked. ``ValidationMessage/debugMessage`` names the cause and the fix.
  public static let noRules = Self(rawValue: "noRules")
  /// The object was never added to this form, or was removed; argument: its type.
  public static let notAttached = Self(rawValue: "notAttached")
  /// The form has no fields, or all of them were released because only the form referenced them.
  public static let noFields = Self(rawValue: "noFields")
  /// The rule reads a field of another form, or ran without a form.
  public static let unreadable = Self(rawValue: "unreadable")
}
