import Components
import SelfManaged
import Testing

/// Chains of rules that are attached to objects before a form exists.
@MainActor
struct AttachedRulesTests {
  private func name() -> TitledTextField {
    let field = TitledTextField(title: "NAME", key: "name")
    field.attach([.required, .length(2...20)])
    return field
  }

  @Test func formTakesTheAttachedChain() {
    let form = ValidationManager(), name = name()
    form.add(name)
    #expect(form.check().text == "NAME must not be empty")
    #expect(form.check().key == "name")
    name.edit("A")
    #expect(form.check().code == .tooShort)
    name.edit("Ann")
    #expect(form.check().isSuccess)
  }

  @Test func everyComponentTakesAChain() {
    let form = ValidationManager()
    let city = SelectItem(title: "City", key: "city", options: ["Beijing", "Shanghai"])
    let terms = ValueField(title: "Terms", key: "terms", value: false)
    let guests = NumberEditor(label: "Guests")
    city.attach([.selected])
    terms.attach([.accepted])
    guests.attach([.inRange(1...8)], key: "guests")
    for field in [city, terms, guests] as [AnyObject] { form.add(field) }
    #expect(form.checkAll().map(\.key) == ["city", "terms", "guests"])
    #expect(form.checkAll().map(\.code) == [.unselected, .notAccepted, .tooSmall])
    terms.change(to: true)
    #expect(form.check(terms).isSuccess)
  }

  @Test func objectOfAnyTypeTakesAChain() {
    let form = ValidationManager(), qq = Held("12")
    ValidationManager.attach([.minDigits(5)], to: qq, key: "qq", through: .held("QQ"))
    let anchor = name()
    form.add(anchor)
    form.add(qq, before: anchor)
    #expect(form.check().text == "QQ must have at least five digits")
    #expect(form.objects.first === qq)
  }

  @Test func oneChainServesSeveralForms() {
    let name = name()
    for _ in 1...2 {
      let form = ValidationManager()
      form.add(name)
      #expect(form.check().code == .required)
    }
  }

  @Test func laterChainAppliesToLaterForms() {
    let form = ValidationManager(), name = name()
    form.add(name)
    name.attach([.digits])
    name.edit("Ann")
    #expect(form.check().isSuccess, "the form keeps its rules")
    form.add(name)
    #expect(form.check().code == .digits)
  }

  @Test func objectWithoutAChainIsNeverValid() {
    var messages: [String] = []
    debugMessageObservers.append { if $0.contains("Chainless") { messages.append($0) } }
    final class Chainless {}
    let form = ValidationManager(), object = Chainless()
    form.add(object)
    #expect(form.check().code == .noRules)
    #expect(form.check().field === object)
    #if DEBUG
      #expect(messages.count == 1)
    #endif
  }

  @Test func chainKeepsNothingAlive() {
    var object: Held<String>? = Held("")
    weak let gone = object
    if let object {
      ValidationManager.attach([.required], to: object, key: "held", through: .held("Held"))
    }
    object = nil
    #expect(gone == nil)
  }

  @Test func chainsOfReleasedObjectsAreRemoved() {
    for _ in 1...1_000 {
      ValidationManager.attach([.required], to: Held(""), key: "held", through: .held("Held"))
    }
    let objects = (1...20).map { _ in name() }
    #expect(AttachedRules.count < 100)
    let form = ValidationManager()
    for object in objects { form.add(object) }
    #expect(form.checkAll().allSatisfy { $0.code == .required })
  }

  @Test("an object at the address of a released one has no chain")
  func anAddressIsNoIdentityOutsideAForm() throws {
    let next = try #require(
      objectAtTheAddress { former in
        ValidationManager.attach([.digits], to: former, key: "former", through: .held("Former"))
      }, "no address was used again")
    let form = ValidationManager()
    form.add(next)
    #expect(form.check().code == .noRules)
  }

  @Test func ruleMayOwnAnObjectThatAttachesAnotherChain() {
    final class Attacher: Sendable {
      deinit {
        MainActor.assumeIsolated {
          ValidationManager.attach([.required], to: Held(""), key: "x", through: .held("x"))
        }
      }
    }
    let name = name()
    do {
      let attacher = Attacher()
      name.attach([Rule("owns") { _ in withExtendedLifetime(attacher) { true } }])
    }
    name.attach([.required])
    let form = ValidationManager()
    form.add(name)
    #expect(form.check().code == .required)
  }
}
