package import SelfManaged

/// The rules of a profile, checked by the form and by the server.
package enum ProfileRules {
  package static let cities = ["Beijing", "Shanghai"]

  /// The name, which the server also compares with those of all other users.
  package static let name: RuleChain<String> = [.required, .length(2...20), .printable]
  package static let qq: RuleChain<String> = [.required, .minDigits(5), .length(...20), .printable]
  /// The mobile number, which may stay empty.
  package static let phone: RuleChain<String> = [.ifFilled(.chinaMobile)]
  package static let city: RuleChain<String> = [.oneOf(cities)]
  /// The number of expected parcels.
  package static let quantity: RuleChain<Int> = [.inRange(1...8)]
}

extension Rule<String> {
  /// No control characters: SQLite ends a text at its first NUL, and no screen shows the others.
  fileprivate static var printable: Self {
    Self("printable") { text in
      !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }
}
