import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// An editor on the card of a product with several cart lines.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CartLinesTests {
  let cart = FakeCartService()
  let session: Session
  let editor = NumberEditor(label: "Shirt")
  let page = LinesPage()

  init() {
    (cart["red"], cart["blue"], cart["green"]) = (2, 1, 4)
    session = .fake(cart: cart)
    editor.nextResponder = page
  }

  func prepare(
    _ lineIDs: [String] = ["red", "blue"], _ quantities: [String: Int] = ["red": 2, "blue": 1]
  ) {
    editor.prepareForCart(
      productID: "shirt", lineIDs: lineIDs, quantities: quantities, in: session)
  }

  /// An editor of one line, for example on the page of the lines.
  func line(_ id: String, _ quantity: Int) -> NumberEditor {
    let line = NumberEditor(label: id)
    line.nextResponder = page
    line.prepareForCart(productID: id, quantity: quantity, in: session)
    return line
  }

  func push(_ quantity: Int, of line: String) {
    session.receive(CartAnswer(quantity: quantity), of: QuantityIntent.self, for: line)
  }

  /// A use of the editor by the user.
  enum Use: CaseIterable {
    case plus, minus, focus, keystroke
  }

  private func perform(_ use: Use) {
    switch use {
    case .plus: editor.add()
    case .minus: editor.reduce()
    case .focus: editor.beginEditing()
    case .keystroke: editor.edit("5")
    }
  }

  // MARK: The sum

  @Test func eachChangeOfALineIsOneChangeOfTheSum() async {
    prepare()
    let recorder = StateRecorder(editor), red = line("red", 2)
    #expect(editor.state == .init(quantity: 3, isSum: true))
    cart.hold()
    red.add()
    push(5, of: "blue")
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await session.settled()
    red.reduce()
    await session.settled()
    #expect(recorder.quantities == [4, 8, 7, 6])
    #expect(recorder.causes == [.user, .external, .rollback, .user])
  }

  @Test func aPushThatKeepsTheSumPublishesNothing() {
    prepare()
    let recorder = StateRecorder(editor)
    session.receive(
      CartAnswer(quantity: 2, limits: QuantityLimits(maximum: 2)), of: QuantityIntent.self,
      for: "red")
    #expect(recorder.count == 0)
    #expect(editor.state.canAdd, "a limit of one line does not disable the plus")
  }

  @Test func anUnknownLineCountsOnceItIsRead() async {
    cart.hold()
    prepare(["red", "blue"], ["red": 2])
    #expect(editor.state.quantity == 2)
    editor.add()
    #expect(page.wanted.map(\.quantities) == [["red": 2]])
    cart.release()
    await session.settled()
    editor.add()
    #expect(editor.state == .init(quantity: 3, change: editor.state.change, isSum: true))
    #expect(page.wanted.last?.quantities == ["red": 2, "blue": 1])
    #expect(cart.calls.count == 1, "only the unknown line is read")
  }

  @Test func theSumSaturates() {
    prepare(["red", "blue"], ["red": .max, "blue": .max])
    #expect(editor.state.quantity == .max)
    editor.add()
    #expect(page.wanted.count == 1)
    #expect(editor.state.canAdd)
  }

  @Test func aRepeatedLineCountsOnce() {
    prepare(["red", "blue", "red"])
    #expect(editor.state.quantity == 3)
    editor.add()
    #expect(page.wanted.map(\.lineIDs) == [["red", "blue"]])
  }

  // MARK: Uses

  @Test(arguments: Use.allCases)
  func aUseRequestsTheLinesAndChangesNothing(_ use: Use) async {
    var called = 0
    editor.onAdd = { called += 1 }
    editor.onReduce = { called += 1 }
    editor.onInputComplete = { _, _ in called += 1 }
    editor.onFeedback = { _ in called += 1 }
    prepare()
    let recorder = StateRecorder(editor)
    perform(use)
    #expect(page.wanted.map(\.productID) == ["shirt"])
    #expect(page.wanted.map(\.lineIDs) == [["red", "blue"]])
    #expect(page.wanted.map(\.quantities) == [["red": 2, "blue": 1]])
    editor.endEditing()
    editor.retry()
    editor.undo()
    await session.settled()
    #expect(cart.calls == [])
    #expect(recorder.count == 0)
    #expect(called == 0)
  }

  @Test func oneTextRequestsTheLinesOnce() {
    prepare()
    editor.beginEditing()
    for text in ["31", "312", "31"] { editor.edit(text) }
    #expect(page.wanted.count == 1)
    editor.endEditing()
    editor.edit("4")
    editor.edit("45")
    #expect(page.wanted.count == 2)
    editor.add()
    editor.edit("5")
    #expect(page.wanted.count == 4)
  }

  /// A view may report the text without reporting the focus before.
  @Test func firstKeystrokeRequestsTheLines() {
    prepare()
    editor.edit("31")
    #expect(page.wanted.count == 1)
    editor.edit("312")
    #expect(page.wanted.count == 1)
  }

  @Test func aModuleReadsTheEventByName() throws {
    let table = EventTable(), root = Root(table)
    var read: [String] = []
    table.on(LinesWanted.name) { event in
      let productID: String = try event.value(for: "productID")
      let lineIDs: [String] = try event.value(for: "lineIDs")
      let quantities: [String: Int] = try event.value(for: "quantities")
      read.append("\(productID) \(lineIDs) \(quantities["blue"] ?? 0)")
      return .stop
    }
    editor.nextResponder = root
    prepare()
    editor.add()
    #expect(read == [#"shirt ["red", "blue"] 1"#])
  }

  @Test func anUnhandledEventIsReportedToTheDeveloper() {
    var messages: [String] = []
    debugMessageObservers.append { if $0.contains("\"cap\"") { messages.append($0) } }
    editor.nextResponder = nil
    editor.prepareForCart(productID: "cap", lineIDs: [], in: session)
    editor.add()
    #if DEBUG
      #expect(messages.count == 1)
      #expect(messages.first?.contains("table.on(LinesWanted.self)") == true)
    #endif
  }

  // MARK: Status and failures

  @Test func theFailureBelongsToTheTappedEditor() async {
    prepare()
    let red = line("red", 2)
    cart.hold()
    red.add()
    #expect(editor.requestStatus == RequestStatus(isPending: true))
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await session.settled()
    #expect(red.requestStatus == RequestStatus(failure: "Sold out"))
    #expect(editor.requestStatus == RequestStatus())
    #expect(editor.state == .init(quantity: 3, change: .rollback, isSum: true))
    #expect(page.failed == ["red red"])
  }

  @Test func theSumIsInDoubtIfALineIs() async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy)
    cart.failNext(.offline)
    editor.prepareForCart(
      productID: "shirt", lineIDs: ["red", "blue"], quantities: ["red": 2], in: session)
    await session.settled()
    #expect(editor.requestStatus == RequestStatus(isInDoubt: true))
    session.flush()
    await session.settled()
    #expect(editor.requestStatus == RequestStatus())
    #expect(editor.state.quantity == 3)
  }

  @Test func theSumWaitsIfALineDoes() async {
    var policy = SessionPolicy()
    policy.cart.offline = .hold(.seconds(60))
    let clock = FakeClock()
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    editor.prepareForCart(
      productID: "shirt", lineIDs: ["red", "blue"], quantities: ["red": 2, "blue": 1], in: session)
    let blue = NumberEditor()
    blue.prepareForCart(productID: "blue", in: session)
    cart.failNext(.offline)
    blue.add()
    await clock.sleeping(1)
    #expect(editor.requestStatus == RequestStatus(isPending: true, isWaiting: true))
    #expect(editor.state.quantity == 4)
    session.end()
    #expect(editor.state.quantity == 3)
  }

  @Test func theSumIsUncertainIfALineIs() async {
    let clock = FakeClock(), session = Session.fake(cart: cart, clock: clock)
    editor.prepareForCart(
      productID: "shirt", lineIDs: ["red", "blue"], quantities: ["red": 2, "blue": 1], in: session)
    let blue = NumberEditor()
    blue.prepareForCart(productID: "blue", in: session)
    cart.loseNextReply()
    blue.edit("5")
    blue.endEditing()
    await clock.sleeping(1)
    #expect(editor.requestStatus == RequestStatus(isPending: true, isUncertain: true))
    #expect(editor.state.quantity == 7)
    session.flush()
    await session.settled()
    #expect(editor.requestStatus == RequestStatus())
    #expect(editor.state.quantity == 7)
  }

  @Test func theStatusIsObserved() async {
    prepare()
    let blue = line("blue", 1)
    let recorder = StateRecorder { editor.requestStatus.isPending }
    cart.hold()
    blue.add()
    cart.release()
    await session.settled()
    #expect(recorder.states == [true, false])
  }

  // MARK: Accessibility

  @Test func aSumIsAButton() {
    prepare()
    #expect(
      editor.accessibility == AccessibilityData(label: "Shirt", value: "3", traits: .button))
    #expect(editor.plusAccessibility.traits == .button)
    #expect(editor.minusAccessibility.traits == .button)
    prepare(["red"])
    #expect(editor.accessibility.traits == .adjustable)
  }

  private final class Root: Responder {
    weak var nextResponder: (any Responder)?
    let eventHandling: (any EventHandling)?

    init(_ table: EventTable) { eventHandling = table }
  }
}
