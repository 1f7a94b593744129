import Components
import Foundation
import GoodsSections
import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import StorefrontWire

/// The walkthrough, and the comparison of the screens with the database at its end.
@MainActor
struct Story {
  private let server: ServerProcess
  private let api: StorefrontAPI
  private let session: Session
  private let stage = Stage()
  private let center = ResponseCenter()
  private let form: FormStory

  init(server: ServerProcess) {
    self.server = server
    api = StorefrontAPI(baseURL: server.baseURL, userID: "ada")
    form = FormStory(server: server)
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    session = Session(
      navigator: ConsoleNavigator(), likes: api, cart: api, images: api, policy: policy)
  }

  func play() async throws {
    Columns.print("COMPONENT", "SHOWS", "CAUSE", "")
    try await avatar()
    let hold = try await likes()
    try await outage(hold)
    await cart()
    await threeScreens()
    await typing()
    await undo()
    await goods()
    try await otherDevice()
    try await form.play()
  }

  private func avatar() async throws {
    Columns.chapter("An avatar loads its image, and a tap opens the profile.")
    let ada = try await api.user("ada")
    stage.avatar.selfManagedConfigure(
      imageURL: ada.avatar, vip: ada.vip, userID: ada.id, in: session)
    await session.imagesLoaded()
    stage.avatar.tap()
    await rest()
  }

  private func likes() async throws -> ItemBinding<LikeIntent> {
    Columns.chapter("One post on two screens: like and unlike.")
    let post = try await api.posts().first { $0.id == "sunrise" }?.like
    let isLiked = post?.isLiked ?? false
    let count = post?.count ?? 0
    stage.detailLike.selfManagedConfigure(
      isLiked: isLiked, count: count, itemID: "sunrise", in: session)
    let hold = stage.feedLike.selfManagedConfigure(
      isLiked: isLiked, count: count, itemID: "sunrise", in: session)
    stage.feedLike.tap()
    await rest()
    stage.detailLike.tap()
    await rest()
    return hold
  }

  private func outage(_ hold: ItemBinding<LikeIntent>) async throws {
    Columns.chapter("The server is killed: the like is rolled back, without animation.")
    await server.kill()
    stage.feedLike.tap()
    await rest()
    Columns.print("failure", hold.failure?.description ?? "none", "")
    Columns.chapter("The server is restarted, and the like is retried.")
    try await server.restart()
    hold.retry()
    await rest()
  }

  private func cart() async {
    Columns.chapter("In the cart: plus, plus, minus, and the text 12.")
    stage.apple.prepareForCart(productID: "apple", in: session)
    await rest()
    stage.apple.add()
    stage.apple.add()
    stage.apple.reduce()
    await rest()
    commit("12", to: stage.apple)
    await rest()
  }

  private func threeScreens() async {
    Columns.chapter("One product on three screens, with a stock of five: six times plus.")
    for lamp in stage.lamps { lamp.editor.prepareForCart(productID: "lamp", in: session) }
    await rest()
    for press in 0..<6 { stage.lamps[press % stage.lamps.count].editor.add() }
    await rest()
  }

  private func typing() async {
    Columns.chapter("The text abc is not a number, and 99 exceeds the stock.")
    commit("abc", to: stage.apple)
    await rest()
    commit("99", to: stage.lamps[0].editor)
    await rest()
  }

  private func undo() async {
    Columns.chapter("The lamp is removed, and the removal is undone: nothing is sent.")
    let lamp = stage.lamps[0].editor
    commit("0", to: lamp)
    stage.flush()
    Columns.print("can be undone", session.undoable.map(\.itemID).joined(separator: ", "), "")
    session.undoable.first?.undo()
    await rest()
    Columns.chapter("It is removed again: a checkout does not wait for the five seconds.")
    commit("0", to: lamp)
    await rest()
  }

  private func goods() async {
    let screen = GoodsScreen(cart: stage.apple)
    Columns.chapter("A goods page: each event rises to its handler, and collects information.")
    screen.tap(\.buy)
    screen.tap(\.ticket)
    screen.tap(\.suggestion)
    Columns.chapter("The same page with one line for each event; the app handles the cart.")
    screen.tracing = false
    for button in [\GoodsSections.promotion, \.score, \.address, \.service, \.green, \.buy] {
      screen.tap(button)
    }
    await rest()
    Columns.chapter("The handler of the address is disabled, and no responder handles sharing.")
    screen.disableAddress()
    screen.tap(\.address)
    screen.tap(\.share)
    Columns.print("analytics", "observed \(screen.observed) events", "")
  }

  private func otherDevice() async throws {
    Columns.chapter("Ada's other device changes the like and the cart; this one receives pushes.")
    let relay = try await CuttingRelay(to: server.pushPort)
    let known = try StorefrontRecords(databasePath: server.databasePath).lastChange
    let pushes = StorefrontPushes(
      port: relay.port, userID: "ada", center: center, after: known)
    session.follow(LikeChanged.self, in: center)
    session.followCart(in: center)
    let changes = center.responses(CartChanged.self, .keepAll)
    // The answer to the log-in takes 24 bytes, so this is in the middle of the first push.
    relay.cut(after: [40])
    let other = StorefrontAPI(baseURL: server.baseURL, userID: "ada")
    let info = { RequestInfo(key: IdempotencyKey(rawValue: UUID().uuidString)) }
    _ = try await other.setLiked(false, itemID: "sunrise", info())
    _ = try await other.set(3, of: "lamp", info())
    _ = try await other.set(2, of: "lamp", info())
    let listening = Task { await pushes.listen() }
    for await change in changes {
      if change.cart.lines.contains(where: { $0.id == "lamp" && $0.quantity == 2 }) { break }
    }
    listening.cancel()
    await rest()
    Columns.print("connections", "\(relay.connectionCount)", "the first was cut in a frame")
  }

  private func commit(_ text: String, to editor: NumberEditor) {
    editor.edit(text)
    editor.endEditing()
  }

  /// Waits until nothing is pending, and prints the changes.
  private func rest() async {
    await session.settled()
    stage.flush()
  }

  /// Compares every component with the database.
  ///
  /// - Returns: The number of differences.
  func compare() async throws -> Int {
    Columns.chapter("The components compared with the database:")
    let records = try StorefrontRecords(databasePath: server.databasePath)
    let isLiked = try records.likers(ofPost: "sunrise").contains("ada")
    let like = "\(isLiked ? "♥" : "♡") \(try records.likeCount(ofPost: "sunrise"))"
    let apples = try records.quantity(ofProduct: "apple", inCartOf: "ada")
    let lamps = try records.quantity(ofProduct: "lamp", inCartOf: "ada")
    var rows: [(name: String, shown: String, held: String)] = []
    for (name, button) in [("like, feed", stage.feedLike), ("like, detail", stage.detailLike)] {
      rows.append((name, "\(button.state.isLiked ? "♥" : "♡") \(button.state.count)", like))
    }
    rows.append(("apple, cart", "\(stage.apple.state.quantity)", "\(apples)"))
    for (screen, editor) in stage.lamps {
      rows.append(("lamp, \(screen)", "\(editor.state.quantity)", "\(lamps)"))
    }
    if case .loaded = stage.avatar.state.image {
      rows.append(("avatar", "loaded", "loaded"))
    } else {
      rows.append(("avatar", "not loaded", "loaded"))
    }
    rows.append(try form.row(records))
    for row in rows {
      Columns.print(row.name, row.shown, row.held, row.shown == row.held ? "same" : "DIFFERENT")
    }
    let differences = rows.filter { $0.shown != $0.held }.count
    print(differences == 0 ? "\nNo component differs." : "\n\(differences) differ.")
    return differences
  }
}
