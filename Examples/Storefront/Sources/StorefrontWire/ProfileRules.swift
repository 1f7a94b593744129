public import SelfManaged

/// The rules of a profile, checked by the form and by the server.
public enum ProfileRules {
  /// The cities to choose from.
  public static let cities = ["Beijing", "Shanghai"]

  /// The name, which the server also compares with those of all other users.
  public static let name: RuleChain<String> = [.required, .length(2...20), .printable]
  /// The QQ number.
  public static let qq: RuleChain<String> = [.required, .minDigits(5), .length(...20), .printable]
  /// The mobile number, which may stay empty.
  public static let phone: RuleChain<String> = [.ifFilled(.chinaMobile)]
  /// The city.
  public static let city: RuleChain<String> = [.oneOf(cities)]
  /// The number of expected parcels.
  public static let quantity: RuleChain<Int> = [.inRange(1...8)]
}

extension Rule<String> {
  /// No control characters: SQLite ends a text at its first NUL, and no screen shows the others.
  fileprivate static var printable: Self {
    Self("printable") { text in
      !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }
}
