import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A number editor as a field of a form, unmanaged and bound to a product in the cart.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NumberEditorInFormTests {
  let names = FakeNameCheck()
  let guests = NumberEditor(label: "Guests")

  private func form(_ shows: FailureTiming, asking: Bool = false) -> ValidationManager {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: shows))
    guests.configure(quantity: 3)
    let chain: RuleChain<Int> = [.inRange(...3)]
    let stock = AsyncRule<Int>("stock") { [names] in try await !names.isTaken("\($0)") }
    form.add(guests, key: "guests", asking ? chain.then(stock) : chain)
    return form
  }

  @Test("a plus that ends a submit's wait is kept")
  func plusDuringASubmitIsKept() async {
    let form = form(.onSubmit, asking: true)
    names.hold()
    let submit = Task { await form.submit() }
    await names.arrived(1)
    guests.add()
    #expect(guests.state.quantity == 4)
    #expect(guests.state.checkFailure == "Guests must be at most 3")
    #expect(await submit.value.code == .tooLarge)
    #expect(guests.state.text == "4")
    names.release()
  }

  @Test func cartEditorInAFormDisplaysTheConfirmedValue() async {
    let cart = FakeCartService()
    cart["tea"] = 3
    let session = Session.fake(cart: cart)
    let form = form(.onSubmit, asking: true)
    guests.prepareForCart(productID: "tea", quantity: 3, in: session)
    names.hold()
    let submit = Task { await form.submit() }
    await names.arrived(1)
    guests.add()
    _ = await submit.value
    await session.settled()
    #expect(cart["tea"] == 4)
    #expect(guests.state.quantity == 4)
    names.release()
  }

  @Test("typed text is validated on submit if its field takes part")
  func typedNumberIsValidatedOnSubmit() async {
    let form = form(.onSubmit)
    guests.edit("9")
    #expect(await form.submit().code == .tooLarge)
    #expect(guests.state.quantity == 9)
    guests.edit("2")
    form.disable(guests)
    _ = await form.submit()
    #expect(guests.state.text == "2")
  }

  @Test func tapOnAnotherEditorIsNotAChangeByTheUser() async {
    let cart = FakeCartService(), other = NumberEditor(), form = form(.onChange)
    cart["tea"] = 3
    let session = Session.fake(cart: cart)
    for editor in [guests, other] {
      editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    }
    other.add()
    #expect(guests.state.quantity == 4)
    #expect(guests.state.checkFailure == nil)
    guests.add()
    #expect(guests.state.checkFailure == "Guests must be at most 3")
    await session.settled()
    withExtendedLifetime(form) {}
  }

  @Test func undoIsAChangeByTheUser() {
    let cart = FakeCartService()
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: FakeClock())
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    var origins: [FieldObserver.Origin] = []
    editor.observer = FieldObserver(changed: { origins.append($0) })
    editor.reduce()
    editor.undo()
    #expect(editor.state.quantity == 1)
    #expect(origins == [.user, .user])
  }

  @Test func changedLabelIsInTheTextAtOnce() {
    let form = form(.onChange)
    guests.add()
    form.language = .simplifiedChinese
    guests.label = "人数"
    #expect(guests.state.checkFailure == "人数不能大于3")
  }

  @Test(
    "a change and the form's failure are one notification", arguments: [true, false])
  func changeAndFormFailureAreOneNotification(isConfigured: Bool) {
    let form = form(isConfigured ? .onChange : .onEditingEnd)
    if isConfigured { guests.add() }
    let shown = StateRecorder { guests.state.checkFailure }
    if isConfigured { guests.configure(quantity: 9) } else { guests.add() }
    #expect(shown.states == ["Guests must be at most 3"])
    withExtendedLifetime(form) {}
  }
}
