extension MessageLanguage {
  /// Simplified Chinese, as apps word it: `不能为空`, `至少5位`, `格式不正确`.
  public static let simplifiedChinese: Self = {
    var words = Self("zh-Hans") { "\($0.title)不符合要求" }
    words[.required] = { "\($0.title)不能为空" }
    words[.unselected] = { "请选择\($0.title)" }
    words[.digits] = { "\($0.title)只能输入数字" }
    words[.minDigits] = { "\($0.title)至少\($0.number())位" }
    words[.tooShort] = { "\($0.title)至少\($0.number())个字符" }
    words[.tooLong] = { "\($0.title)最多\($0.number())个字符" }
    words[.tooSmall] = { "\($0.title)不能\($0.date() == nil ? "小于" : "早于")\($0.text())" }
    words[.tooLarge] = { "\($0.title)不能\($0.date() == nil ? "大于" : "晚于")\($0.text())" }
    words[.notBefore] = { "\($0.title)必须\($0.date() == nil ? "小于" : "早于")\($0.text())" }
    words[.notAfter] = { "\($0.title)必须\($0.date() == nil ? "大于" : "晚于")\($0.text())" }
    words[.notAccepted] = { "请勾选\($0.title)" }
    words[.notOffered] = { "\($0.title)不在可选范围内" }
    words[.mismatch] = { "\($0.title)与\($0.text())不一致" }
    words[.email] = { "\($0.title)格式不正确" }
    words[.url] = { "\($0.title)格式不正确" }
    words[.chinaMobile] = { "\($0.title)格式不正确" }
    words[.chinaResidentID] = { "\($0.title)格式不正确" }
    words[.pattern] = { "\($0.title)格式不正确" }
    words[.taken] = { "\($0.title)已被使用" }
    words[.server] = { $0.text() }
    words[.pending] = { "正在校验\($0.title)，请稍候" }
    words[.unanswered] = { "暂时无法校验\($0.title)，请重试" }
    words[.alreadySubmitting] = { _ in "正在提交，请勿重复操作" }
    words[.canceled] = { _ in "提交已取消" }
    words[.noRules] = { "无法校验\($0.title)" }
    words[.notAttached] = { _ in "无法校验该项" }
    words[.noFields] = { _ in "无法校验表单" }
    words[.unreadable] = { "无法校验\($0.title)" }
    words.noticePhrase = simplifiedChineseNotice
    words[ServiceError.Code.rejected] = { _ in "操作失败" }
    words[ServiceError.Code.limit] = { error in
      error.maximum.map { "最多可购买\(max(0, $0))件" } ?? "已达数量上限"
    }
    words[ServiceError.Code.conflict] = { _ in "内容已被修改，请重试" }
    words[ServiceError.Code.signedOut] = { _ in "请先登录" }
    words[ServiceError.Code.busy] = { _ in "服务繁忙，请稍后重试" }
    words[ServiceError.Code.offline] = { _ in "网络未连接，请重试" }
    words[ServiceError.Code.unknownOutcome] = { _ in "未收到回复，请确认操作是否成功" }
    words[ServiceError.Code.sessionEnded] = { _ in "页面已过期，请重新打开" }
    words[ServiceError.Code.missingService] = { _ in "该功能暂时无法使用" }
    return words
  }()

  /// Simplified Chinese with the numbers in words: `输入不能为空`, `最低五位`.
  ///
  /// All other phrases, and the language's tag, are those of ``simplifiedChinese``.
  public static let simplifiedChineseInWords: Self = {
    var words = simplifiedChinese
    words.spell = spelled
    words[.required] = { "\($0.title)输入不能为空" }
    words[.minDigits] = { "\($0.title)最低\($0.number())位" }
    return words
  }()

  @Sendable
  private static func spelled(_ number: Int) -> String {
    let words = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }
}
