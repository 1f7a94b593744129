extension MessageLanguage {
  /// English.
  public static let english: Self = {
    var words = Self("en", spell: spelled) { "\($0.title) is not valid" }
    words[.required] = { "\($0.title) must not be empty" }
    words[.unselected] = { "\($0.title) must be selected" }
    words[.digits] = { "\($0.title) may contain only the digits 0 to 9" }
    words[.minDigits] = { "\($0.title) must have at least \(counted($0, "digit"))" }
    words[.tooShort] = { "\($0.title) must have at least \(counted($0, "character"))" }
    words[.tooLong] = { "\($0.title) must have at most \(counted($0, "character"))" }
    words[.tooSmall] = {
      "\($0.title) must \($0.date() == nil ? "be at least" : "not be before") \($0.text())"
    }
    words[.tooLarge] = {
      "\($0.title) must \($0.date() == nil ? "be at most" : "not be after") \($0.text())"
    }
    words[.notBefore] = {
      "\($0.title) must be \($0.date() == nil ? "less than" : "before") \($0.text())"
    }
    words[.notAfter] = {
      "\($0.title) must be \($0.date() == nil ? "greater than" : "after") \($0.text())"
    }
    words[.notAccepted] = { "\($0.title) must be accepted" }
    words[.notOffered] = { "\($0.title) is not among the choices" }
    words[.mismatch] = { "\($0.title) must match \($0.text())" }
    words[.email] = { "\($0.title) must be an e-mail address" }
    words[.url] = { "\($0.title) must be a web address" }
    words[.chinaMobile] = { "\($0.title) must be a mainland China mobile number" }
    words[.chinaResidentID] = { "\($0.title) must be a Chinese resident ID number" }
    words[.pattern] = { "\($0.title) has an invalid format" }
    words[.taken] = { "\($0.title) is already taken" }
    words[.server] = { $0.text() }
    words[.pending] = { "\($0.title) is still being checked" }
    words[.unanswered] = { "\($0.title) could not be checked; please try again" }
    words[.alreadySubmitting] = { _ in "The form is already being submitted" }
    words[.canceled] = { _ in "The submission was canceled" }
    words[.noRules] = { "\($0.title) could not be checked" }
    words[.notAttached] = { _ in "This field could not be checked" }
    words[.noFields] = { _ in "The form could not be checked" }
    words[.unreadable] = { "\($0.title) could not be checked" }
    words[ServiceError.Code.rejected] = { _ in "That did not work" }
    words[ServiceError.Code.limit] = { error in
      error.maximum.map { "No more than \(max(0, $0)) available" } ?? "No more available"
    }
    words[ServiceError.Code.conflict] = { _ in "It was changed in the meantime; please try again" }
    words[ServiceError.Code.signedOut] = { _ in "Please sign in" }
    words[ServiceError.Code.busy] = { _ in "The service is busy; please try again later" }
    words[ServiceError.Code.offline] = { _ in "No connection; please try again" }
    words[ServiceError.Code.unknownOutcome] = { _ in
      "No reply; please check whether it worked"
    }
    words[ServiceError.Code.sessionEnded] = { _ in
      "This page is out of date; please open it again"
    }
    words[ServiceError.Code.missingService] = { _ in "This is not available at the moment" }
    return words
  }()

  @Sendable
  private static func spelled(_ number: Int) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }

  @Sendable
  private static func counted(_ parts: MessageParts, _ noun: String) -> String {
    "\(parts.number()) \(noun)\(parts.count() == 1 ? "" : "s")"
  }
}
