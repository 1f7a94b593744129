import SelfManaged

/// A language of the form.
package enum FormLanguage: Sendable {
  case english, chinese

  /// The language that a user can choose instead.
  package var other: Self { self == .english ? .chinese : .english }
  package var name: String { self == .english ? "English" : "中文" }
  package var tag: String { messages.identifier }
  /// The title of the button that saves the form.
  package var save: String { self == .english ? "Save" : "保存" }
  /// The message after the form was saved.
  package var saved: String { self == .english ? "Saved" : "已保存" }
  /// The message if the form could not be saved.
  package var notSaved: String { self == .english ? "The form could not be saved" : "无法保存表单" }

  /// The messages of the rules, with the titles of the fields.
  var messages: MessageLanguage {
    var messages = self == .english ? MessageLanguage.english : .simplifiedChinese
    messages.titles = titles
    return messages
  }

  /// Returns the title of the field with this key; the key itself for an unknown field.
  func title(of key: String) -> String { titles[key] ?? key }

  private var titles: [String: String] {
    switch self {
    case .english:
      [
        "name": "Name", "qq": "QQ number", "phone": "Mobile", "city": "City",
        "quantity": "Quantity", "password": "Password", "repeated": "Repeated password",
      ]
    case .chinese:
      [
        "name": "姓名", "qq": "QQ 号", "phone": "手机", "city": "城市", "quantity": "数量",
        "password": "密码", "repeated": "确认密码",
      ]
    }
  }
}
