import Components
import SelfManaged
import Testing

/// Errors of a service for a request that did not succeed.
struct ServiceErrorTests {
  enum ForeignError: Error { case broken(Int) }

  @Test(
    arguments: [
      (.rejected, "rejected"), (.rejected("Sold out"), "rejected: Sold out"),
      (.limit(5), "limit(5)"), (.limit(5, "Only 5 left"), "limit(5): Only 5 left"),
      (.conflict, "conflict"), (.signedOut, "signedOut, scope session"),
      (.offline, "offline"), (.unknownOutcome, "unknownOutcome"),
      (.rejected.scoped(to: .lane), "rejected, scope lane"),
      (.limit(5, "Full").scoped(to: .session), "limit(5), scope session: Full"),
      (.signedOut.scoped(to: .intent), "signedOut"),
      (ServiceError(.init(rawValue: "tooOld"), "Update"), "tooOld: Update"),
    ] as [(ServiceError, String)])
  func errorDescriptionIsOneLine(error: ServiceError, description: String) {
    #expect(error.description == description)
    #expect("\(error)" == description)
  }

  @Test func shortFormsEqualTheLongForm() {
    #expect(ServiceError.rejected == ServiceError(.rejected))
    #expect(ServiceError.rejected("No") == ServiceError(.rejected, "No"))
    #expect(ServiceError.limit(5, "No") == ServiceError(.limit, "No", maximum: 5))
    #expect(ServiceError.conflict == ServiceError(.conflict))
    #expect(ServiceError.signedOut == ServiceError(.signedOut, scope: .session))
    #expect(ServiceError.offline == ServiceError(.offline))
    #expect(ServiceError.unknownOutcome == ServiceError(.unknownOutcome))
  }

  static let different: [ServiceError] = [
    .rejected, .rejected("No"), .rejected("Not now"), .limit(5), .limit(6), .limit(5, "No"),
    .conflict, .signedOut, .offline, .unknownOutcome, .rejected.scoped(to: .lane),
    .rejected.scoped(to: .session), .rejected("", answer: LikeAnswer(isLiked: true)),
    .rejected("", answer: LikeAnswer(isLiked: false)), .rejected("", answer: LikeAnswer()),
    .rejected("", answer: CartAnswer()), .rejected("", answer: CartAnswer(quantity: 1)),
    .conflict(answer: CartAnswer(quantity: 1)), .conflict(answer: CartAnswer(quantity: 2)),
    .limit(5, answer: CartAnswer(quantity: 5)),
  ]

  @Test func equalityAndHashingFollowTheContents() {
    for (index, error) in Self.different.enumerated() {
      #expect(Self.different.firstIndex(of: error) == index, "\(error)")
    }
    #expect(Set(Self.different + Self.different).count == Self.different.count)
  }

  @Test func errorsWithEqualAnswersAreEqual() {
    let first = ServiceError.limit(5, "No", answer: CartAnswer(quantity: 5, version: 2))
    let second = ServiceError.limit(5, "No", answer: CartAnswer(quantity: 5, version: 2))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
  }

  @Test(arguments: [
    ForeignError.broken(404) as any Error, CancellationError(),
  ])
  func foreignErrorIsAnUnknownOutcome(foreign: any Error) {
    let error = ServiceError(foreign)
    #expect(error.code == .unknownOutcome)
    #expect(error.scope == .intent)
    #expect(error.maximum == nil)
    #expect(error.answer == nil)
    #expect(error.debugMessage == String(describing: foreign))
  }

  @Test(arguments: different)
  func serviceErrorIsNotWrapped(error: ServiceError) {
    #expect(ServiceError(error as any Error) == error)
  }

  @Test(arguments: different, [ServiceError.Scope.intent, .lane, .session])
  func scopeChangesNothingElse(error: ServiceError, scope: ServiceError.Scope) {
    let far = error.scoped(to: scope)
    #expect(far.scope == scope)
    #expect(far.scoped(to: error.scope) == error)
    #expect(far.code == error.code)
    #expect(far.message == error.message)
  }

  @Test("no message is empty, in either language")
  func everyCodeHasAUserMessage() {
    let phrases: [(ServiceError, english: String, chinese: String)] = [
      (.rejected, "That did not work", "操作失败"),
      (.limit(5), "No more than 5 available", "最多可购买5件"),
      (.limit(-1), "No more than 0 available", "最多可购买0件"),
      (ServiceError(.limit), "No more available", "已达数量上限"),
      (.conflict, "It was changed in the meantime; please try again", "内容已被修改，请重试"),
      (.signedOut, "Please sign in", "请先登录"),
      (.busy(), "The service is busy; please try again later", "服务繁忙，请稍后重试"),
      (.offline, "No connection; please try again", "网络未连接，请重试"),
      (.unknownOutcome, "No reply; please check whether it worked", "未收到回复，请确认操作是否成功"),
      (.sessionEnded, "This page is out of date; please open it again", "页面已过期，请重新打开"),
      (ServiceError(.missingService), "This is not available at the moment", "该功能暂时无法使用"),
      (ServiceError(.init(rawValue: "tooOld")), "That did not work", "操作失败"),
      (
        ServiceError(ForeignError.broken(1)), "No reply; please check whether it worked",
        "未收到回复，请确认操作是否成功"
      ),
    ]
    for (error, english, chinese) in phrases {
      #expect(error.message == english)
      #expect(error.message(in: .english) == english)
      #expect(error.message(in: .simplifiedChinese) == chinese)
      #expect(error.serverMessage == "")
      #expect(TapFailed(itemID: "p1", error: error).info["message"] == english)
    }
  }

  @Test func serverMessageComesFirstInEveryLanguage() {
    for error in [ServiceError.rejected("Sold out"), .limit(5, "Sold out")] {
      #expect(error.message == "Sold out")
      #expect(error.message(in: .simplifiedChinese) == "Sold out")
    }
    var error = ServiceError.offline
    error.serverMessage = "Down"
    #expect(error.message == "Down")
  }

  @Test func appLanguageHasServiceMessages() {
    var french = MessageLanguage("fr") { _ in "Non" }
    #expect(ServiceError.offline.message(in: french) == "No connection; please try again")
    french[ServiceError.Code.rejected] = { _ in "Échec" }
    french[ServiceError.Code.limit] = { "\($0.maximum ?? 0) au plus" }
    french[ServiceError.Code.conflict] = { _ in "" }
    #expect(ServiceError.offline.message(in: french) == "Échec")
    #expect(ServiceError.limit(5).message(in: french) == "5 au plus")
    #expect(ServiceError.conflict.message(in: french) != "")
    french[ServiceError.Code.limit] = nil
    #expect(ServiceError.limit(5).message(in: french) == "Échec")
  }

  @Test func onlySignedOutHasAWiderScope() {
    let short: [ServiceError] = [
      .rejected, .limit(1), .conflict, .signedOut, .offline, .unknownOutcome,
    ]
    #expect(short.filter { $0.scope != .intent } == [.signedOut])
  }

  @Test func answerInAnErrorKeepsItsType() {
    let error = ServiceError.rejected("Sold out", answer: CartAnswer(quantity: 0))
    #expect(error.answer as? CartAnswer == CartAnswer(quantity: 0))
    #expect(error.answer as? LikeAnswer == nil)
  }

  @Test func adjustmentDescribesItsValues() {
    #expect("\(Adjustment(requested: 100, actual: 5))" == "5 instead of 100")
    #expect(
      "\(Adjustment(requested: 100, actual: 5, limit: 5, notice: "Only 5 left"))"
        == "5 instead of 100, limit 5: Only 5 left")
  }
}
