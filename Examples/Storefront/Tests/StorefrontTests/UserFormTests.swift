import Components
import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import StorefrontWire
import Testing

/// The user-information form against the real server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct UserFormTests {
  private let server: ServerProcess
  private let user: UserForm

  init() async throws {
    server = try await ServerProcess.start()
    user = UserForm(api: server.api())
  }

  private func fill(name: String) {
    user.name.edit(name)
    user.qq.edit("12345")
    user.phone.edit("13800138000")
    user.city.select("Shanghai")
    user.quantity.configure(quantity: 2)
    user.password.edit("open sesame")
    user.repeated.edit("open sesame")
  }

  @Test func anEmptyFormFailsAtItsFirstFieldAndShowsAll() async throws {
    let message = try await user.save()
    #expect(message.text == "Name must not be empty")
    #expect(message.field === user.name)
    #expect(user.name.state.isFocused)
    #expect(
      user.form.state.failing.map(\.key)
        == ["name", "qq", "city", "quantity", "password", "repeated"])
    #expect(try server.records.profile(of: "ada") == nil)
  }

  @Test func anotherLanguageChangesTitlesAndShownFailures() async throws {
    try await user.save()
    user.language = .chinese
    #expect(user.name.state.title == "姓名")
    #expect(user.name.state.failure == "姓名不能为空")
    #expect(user.quantity.label == "数量")
    user.city.select("Beijing")
    user.language = .english
    #expect(user.city.state.title == "City")
    #expect(user.city.state.selection == "Beijing")
    #expect(user.name.state.failure == "Name must not be empty")
  }

  @Test func whatIsRightIsSaved() async throws {
    fill(name: "Ada Lovelace")
    #expect(try await user.save().isSuccess)
    #expect(
      try server.records.profile(of: "ada") == "Ada Lovelace, 12345, 13800138000, Shanghai, 2")
    user.phone.edit("")
    #expect(try await user.save().isSuccess)
    #expect(try server.records.profile(of: "ada") == "Ada Lovelace, 12345, , Shanghai, 2")
  }

  @Test("names of other users are taken, and the user's own name is not")
  func theServerKnowsWhichNamesAreTaken() async throws {
    fill(name: "bEN")
    let message = try await user.save()
    #expect(message.code == .taken)
    #expect(user.name.state.failure == "Name is already taken")
    #expect(try server.records.profile(of: "ada") == nil)
    user.name.edit("Ada")
    #expect(try await user.save().isSuccess)
    #expect(try await user.save().isSuccess)
  }

  @Test func aNameThatIsTakenMeanwhileIsReportedByTheServerUntilItIsChanged() async throws {
    fill(name: "Countess")
    let message = try await user.save { [server] in
      try await server.api("ben").save(
        StorefrontProfile(name: "Countess", qq: "54321", phone: "", city: "Beijing", quantity: 1))
    }
    let words = "The name \"Countess\" was taken a moment ago"
    #expect(message.code == .server)
    #expect(user.name.state.failure == words)
    user.qq.edit("123456")
    #expect(user.name.state.failure == words)
    user.name.edit("Ada Lovelace")
    #expect(user.name.state.failure == nil)
    #expect(try await user.save().isSuccess)
  }

  @Test func withoutTheServerNothingIsCalledValidAndTheNextSubmitAsksAgain() async throws {
    fill(name: "Ada Lovelace")
    await server.kill()
    #expect(try await user.save().code == .unanswered)
    #expect(user.name.state.failure == "Name could not be checked; please try again")
    try await server.restart()
    #expect(try await user.save().isSuccess)
  }

  @Test func whoIsNotSignedInHasNoProfile() async throws {
    let nobody = server.api(nil)
    await #expect(throws: ServiceError.signedOut) { try await nobody.isTaken("Ada") }
    await #expect(throws: ServiceError.signedOut) { try await nobody.save(user.profile) }
  }
}
