extension MessageLanguage {
  /// Simplified Chinese.
  public static let simplifiedChinese: Self = {
    var words = Self("zh-Hans", spell: spelled) { "\($0.title)不符合要求" }
    words[.required] = { "\($0.title)输入不能为空" }
    words[.unselected] = { "请选择\($0.title)" }
    words[.digits] = { "\($0.title)只能输入数字" }
    words[.minDigits] = { "\($0.title)最低\($0.number())位" }
    words[.tooShort] = { "\($0.title)最少\($0.number())个字" }
    words[.tooLong] = { "\($0.title)最多\($0.number())个字" }
    words[.tooSmall] = { "\($0.title)不能\($0.date() == nil ? "小于" : "早于")\($0.text())" }
    words[.tooLarge] = { "\($0.title)不能\($0.date() == nil ? "大于" : "晚于")\($0.text())" }
    words[.notOffered] = { "\($0.title)不在可选范围内" }
    words[.mismatch] = { "\($0.title)与\($0.text())不一致" }
    words[.email] = { "\($0.title)不是有效的邮箱地址" }
    words[.url] = { "\($0.title)不是有效的网址" }
    words[.chinaMobile] = { "\($0.title)不是有效的手机号" }
    words[.chinaResidentID] = { "\($0.title)不是有效的身份证号" }
    words[.pattern] = { "\($0.title)格式不正确" }
    words[.taken] = { "\($0.title)已被使用" }
    words[.server] = { $0.text() }
    words[.pending] = { "\($0.title)正在核对" }
    words[.unanswered] = { "\($0.title)暂时无法核对，请重试" }
    words[.alreadySubmitting] = { _ in "表单正在提交" }
    words[.canceled] = { _ in "提交已取消" }
    words[.noRules] = { "\($0.title)无法核对" }
    words[.notAttached] = { _ in "该项无法核对" }
    words[.noFields] = { _ in "表单无法核对" }
    words[.unreadable] = { "\($0.title)无法核对" }
    words[ServiceError.Code.rejected] = { _ in "操作失败" }
    words[ServiceError.Code.limit] = { error in
      error.maximum.map { "最多只有\(max(0, $0))件" } ?? "没有更多了"
    }
    words[ServiceError.Code.conflict] = { _ in "内容已被修改，请重试" }
    words[ServiceError.Code.signedOut] = { _ in "请先登录" }
    words[ServiceError.Code.offline] = { _ in "网络未连接，请重试" }
    words[ServiceError.Code.unknownOutcome] = { _ in "没有收到回复，请确认是否成功" }
    words[ServiceError.Code.sessionEnded] = { _ in "页面已过期，请重新打开" }
    words[ServiceError.Code.missingService] = { _ in "暂时无法使用" }
    return words
  }()

  @Sendable
  private static func spelled(_ number: Int) -> String {
    let words = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }
}
