public import Components

/// The messages for the user.
extension QuantityNotice {
  /// Returns the message for the user: the server's, or else the language's text for the notice.
  ///
  /// ```swift
  /// editor.state.notice?.message(in: .simplifiedChinese)  // "最多3件"
  /// ```
  ///
  /// The text is never empty, unless the language's own phrase is.
  public func message(in language: MessageLanguage = .english) -> String {
    language.text(of: self)
  }
}

extension MessageLanguage {
  @Sendable
  static func englishNotice(_ notice: QuantityNotice) -> String {
    switch notice {
    case .adjusted(_, let actual, .minimum): "At least \(actual)"
    case .adjusted(_, let actual, .maximum): "At most \(actual)"
    case .adjusted(_, _, .step(let step)): "In steps of \(step)"
    case .adjusted(_, let actual, .server): "The quantity was changed to \(actual)"
    case .invalid(_, .empty): "Please enter a number"
    case .invalid(let text, .notANumber): "“\(text)” is not a number"
    case .invalid(_, .fraction): "Please enter a whole number"
    case .invalid(_, .negative): "Please enter 0 or more"
    case .invalid(_, .overflow): "This number is too large"
    case .refused: "The quantity could not be changed"
    case .limited(let maximum): english.text(of: ServiceError(.limit, maximum: maximum))
    }
  }

  @Sendable
  static func simplifiedChineseNotice(_ notice: QuantityNotice) -> String {
    switch notice {
    case .adjusted(_, let actual, .minimum): "最少\(actual)件"
    case .adjusted(_, let actual, .maximum): "最多\(actual)件"
    case .adjusted(_, _, .step(let step)): "数量须按\(step)件递增"
    case .adjusted(_, let actual, .server): "数量已调整为\(actual)"
    case .invalid(_, .empty): "请输入数量"
    case .invalid(let text, .notANumber): "“\(text)”不是有效的数量"
    case .invalid(_, .fraction): "请输入整数"
    case .invalid(_, .negative): "数量不能小于0"
    case .invalid(_, .overflow): "数量过大"
    case .refused: "数量修改失败"
    case .limited(let maximum): simplifiedChinese.text(of: ServiceError(.limit, maximum: maximum))
    }
  }
}
