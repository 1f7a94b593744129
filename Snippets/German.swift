// A language of the app: all messages in German.

import Components
import SelfManaged

// snippet.german
extension MessageLanguage {
  static let german: Self = {
    var german = MessageLanguage("de", spell: inWords) { "\($0.title) ist ungültig" }
    german[.required] = { "\($0.title) fehlt" }
    german[.unselected] = { "Bitte \($0.title) auswählen" }
    german[.digits] = { "\($0.title) darf nur die Ziffern 0 bis 9 enthalten" }
    german[.minDigits] = { "\($0.title) braucht mindestens \($0.number()) Ziffern" }
    german[.tooShort] = { "\($0.title) braucht mindestens \($0.number()) Zeichen" }
    german[.tooLong] = { "\($0.title) darf höchstens \($0.number()) Zeichen haben" }
    german[.tooSmall] = {
      "\($0.title) darf nicht \($0.date() == nil ? "unter" : "vor") \($0.text()) liegen"
    }
    german[.tooLarge] = {
      "\($0.title) darf nicht \($0.date() == nil ? "über" : "nach") \($0.text()) liegen"
    }
    german[.notBefore] = {
      "\($0.title) muss \($0.date() == nil ? "unter" : "vor") \($0.text()) liegen"
    }
    german[.notAfter] = {
      "\($0.title) muss \($0.date() == nil ? "über" : "nach") \($0.text()) liegen"
    }
    german[.notAccepted] = { "Bitte \($0.title) akzeptieren" }
    german[.notOffered] = { "\($0.title) steht nicht zur Auswahl" }
    german[.mismatch] = { "\($0.title) stimmt nicht mit \($0.text()) überein" }
    german[.email] = { "\($0.title) ist keine E-Mail-Adresse" }
    german[.url] = { "\($0.title) ist keine Webadresse" }
    german[.chinaMobile] = { "\($0.title) ist keine chinesische Mobilnummer" }
    german[.chinaResidentID] = { "\($0.title) ist keine chinesische Ausweisnummer" }
    german[.pattern] = { "\($0.title) hat ein falsches Format" }
    german[.taken] = { "\($0.title) ist schon vergeben" }
    german[.server] = { $0.text() }  // the server's message
    german[.pending] = { "\($0.title) wird noch geprüft" }
    german[.unanswered] = { "\($0.title) konnte nicht geprüft werden; bitte erneut versuchen" }
    german[.alreadySubmitting] = { _ in "Das Formular wird schon gesendet" }
    german[.canceled] = { _ in "Das Senden wurde abgebrochen" }
    for code in [RuleCode.noRules, .unreadable] {  // mistakes in the app
      german[code] = { "\($0.title) konnte nicht geprüft werden" }
    }
    german[.notAttached] = { _ in "Das Feld konnte nicht geprüft werden" }
    german[.noFields] = { _ in "Das Formular konnte nicht geprüft werden" }
    german[ServiceError.Code.rejected] = { _ in "Das hat nicht geklappt" }
    german[ServiceError.Code.limit] = { error in
      error.maximum.map { "Höchstens \(max(0, $0)) verfügbar" } ?? "Mehr ist nicht verfügbar"
    }
    german[ServiceError.Code.conflict] = { _ in "Inzwischen geändert; bitte erneut versuchen" }
    german[ServiceError.Code.signedOut] = { _ in "Bitte anmelden" }
    german[ServiceError.Code.busy] = { _ in "Der Dienst ist ausgelastet; bitte später versuchen" }
    german[ServiceError.Code.offline] = { _ in "Keine Verbindung; bitte erneut versuchen" }
    german[ServiceError.Code.unknownOutcome] = { _ in "Keine Antwort; bitte das Ergebnis prüfen" }
    german[ServiceError.Code.sessionEnded] = { _ in "Die Seite ist veraltet; bitte neu öffnen" }
    german[ServiceError.Code.missingService] = { _ in "Das ist gerade nicht verfügbar" }
    german.noticePhrase = { notice in
      switch notice {
      case .adjusted(_, let actual, .minimum): "Mindestens \(actual)"
      case .adjusted(_, let actual, .maximum): "Höchstens \(actual)"
      case .adjusted(_, _, .step(let step)): "In Schritten von \(step)"
      case .adjusted(_, let actual, .server): "Die Menge wurde auf \(actual) geändert"
      case .invalid(_, .empty): "Bitte eine Zahl eingeben"
      case .invalid(let text, .notANumber): "„\(text)“ ist keine Zahl"
      case .invalid(_, .fraction): "Bitte eine ganze Zahl eingeben"
      case .invalid(_, .negative): "Bitte mindestens 0 eingeben"
      case .invalid(_, .overflow): "Diese Zahl ist zu groß"
      case .refused, .limited: "Die Menge konnte nicht geändert werden"
      }
    }
    return german
  }()

  @Sendable private static func inWords(_ number: Int) -> String {
    let words = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }
}
// snippet.end

@MainActor
func germanIsShown(form: ValidationManager, editor: NumberEditor) {
  // snippet.messages
  form.language = .german
  let failure = editor.requestFailure(in: .german)
  let notice = editor.state.notice?.message(in: .german)
  // snippet.end
  _ = (failure, notice)
}

let ruleCodes: [RuleCode] = [
  .required, .unselected, .digits, .minDigits, .tooShort, .tooLong, .tooSmall, .tooLarge,
  .notBefore, .notAfter, .notAccepted, .notOffered, .mismatch, .email, .url, .chinaMobile,
  .chinaResidentID, .pattern, .taken, .server, .pending, .unanswered, .alreadySubmitting, .canceled,
  .noRules,
  .notAttached, .noFields, .unreadable,
]
let serviceCodes: [ServiceError.Code] = [
  .rejected, .limit, .conflict, .signedOut, .busy, .offline, .unknownOutcome, .sessionEnded,
  .missingService,
]
for code in ruleCodes where MessageLanguage.english[code] != nil {
  precondition(MessageLanguage.german[code] != nil, code.rawValue)
}
for code in serviceCodes where MessageLanguage.english[code] != nil {
  precondition(MessageLanguage.german[code] != nil, code.rawValue)
}
precondition(ServiceError.signedOut.message(in: .german) == "Bitte anmelden")
precondition(ServiceError.limit(5).message(in: .german) == "Höchstens 5 verfügbar")
let form = ValidationManager(language: .german)
let name = TitledTextField(title: "Name", key: "name")
form.add(name, [.required, .length(2...)])
precondition(form.check().text == "Name fehlt")
name.edit("A")
precondition(form.check().text == "Name braucht mindestens zwei Zeichen")
