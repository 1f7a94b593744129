/// What a failure is called in code, whatever language it is told in.
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

/// The codes of the rules that come with the package; their arguments stand beside them.
extension RuleCode {
  /// There is nothing where something has to be.
  public static let required = Self(rawValue: "required")
  /// Nothing is selected where something has to be.
  public static let unselected = Self(rawValue: "unselected")
  /// There is something other than the digits 0 to 9.
  public static let digits = Self(rawValue: "digits")
  /// There are too few digits; argument: how many there must be.
  public static let minDigits = Self(rawValue: "minDigits")
  /// There are too few characters; argument: how many there must be.
  public static let tooShort = Self(rawValue: "tooShort")
  /// There are too many characters; argument: how many there may be.
  public static let tooLong = Self(rawValue: "tooLong")
  /// The value is too small; argument: the least allowed.
  public static let tooSmall = Self(rawValue: "tooSmall")
  /// The value is too large; argument: the greatest allowed.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// The value is none of those that are allowed.
  public static let notOffered = Self(rawValue: "notOffered")
  /// The value differs from another field's; argument: that field.
  public static let mismatch = Self(rawValue: "mismatch")
  /// The text is no e-mail address.
  public static let email = Self(rawValue: "email")
  /// The text is no web address.
  public static let url = Self(rawValue: "url")
  /// The text is no mobile number of mainland China.
  public static let chinaMobile = Self(rawValue: "chinaMobile")
  /// The text is no resident identity number of mainland China.
  public static let chinaResidentID = Self(rawValue: "chinaResidentID")
  /// The text does not match a regular expression.
  public static let pattern = Self(rawValue: "pattern")
  /// Somebody else has it already.
  public static let taken = Self(rawValue: "taken")
  /// The server refused the value; argument: the server's own words.
  public static let server = Self(rawValue: "server")
}

/// The codes of what keeps a form from saying "valid" although no rule failed.
extension RuleCode {
  /// Another submit of the form got the success, or is being carried out.
  public static let alreadySubmitting = Self(rawValue: "alreadySubmitting")
  /// The task that waited for a submit was canceled, and nothing was known to be wrong.
  public static let canceled = Self(rawValue: "canceled")
  /// An asynchronous rule has not answered yet.
  public static let pending = Self(rawValue: "pending")
  /// An asynchronous rule could not be answered; argument: the error, for logs.
  public static let unanswered = Self(rawValue: "unanswered")
  /// The field was added without a rule, and an unchecked field is never called valid.
  ///
  /// This and the codes below are faults of the app. The user reads that the field could not be
  /// checked, and ``ValidationMessage/debugMessage`` names the cause and the fix.
  public static let noRules = Self(rawValue: "noRules")
  /// The object was never added to this form, or was removed; argument: its type.
  public static let notAttached = Self(rawValue: "notAttached")
  /// The form has no field, or all of them are gone since nobody but the form kept them.
  public static let noFields = Self(rawValue: "noFields")
  /// The rule reads a field of another form, or was checked by hand without its form.
  public static let unreadable = Self(rawValue: "unreadable")
}
