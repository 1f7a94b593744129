import Components
import Fakes
import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import Testing

/// A real server, relays to it that insert faults, and screens of one session.
@MainActor
final class Shop {
  let server: ServerProcess
  let faulty: FaultyRelay
  let clock = FakeClock()
  let session: Session
  let likes = [LikeButton(), LikeButton()]
  let apples = [NumberEditor(), NumberEditor()]
  private let services: Services
  private let failures: AsyncStream<ManagedFailure>

  /// Opens the screens, and returns when they show the server's values.
  ///
  /// The session's policy honors keys for the cart or not; the server always does. If it waits, delays
  /// last until the clock is advanced; otherwise they pass at once. A read has as many retries as a
  /// request. If it is direct, requests are sent to the server without a relay.
  init(
    honorsKeys: Bool, waits: Bool = false, retries: Int = 3, isDirect: Bool = false
  ) async throws {
    server = try await ServerProcess.start()
    faulty = try await FaultyRelay(to: server)
    let url = isDirect ? server.baseURL : faulty.baseURL
    services = Services(
      patient: StorefrontAPI(baseURL: url, userID: "ada"),
      hurried: StorefrontAPI(baseURL: url, userID: "ada", timeout: .seconds(1)))
    var policy = SessionPolicy()
    policy.cart.honorsIdempotencyKeys = honorsKeys
    policy.cart.retryDelays = Array(repeating: .seconds(1), count: retries)
    policy.likes.retryDelays = policy.cart.retryDelays
    session = Session(
      likes: services, cart: services, policy: policy,
      clock: SessionClock(
        now: { [clock] in clock.now },
        delay: { [clock] in if waits { await clock.sleep(for: $0) } },
        deadline: { [clock] in await clock.wait(until: $0) }))
    failures = session.failures()
    for like in likes {
      like.selfManagedConfigure(isLiked: false, count: 12, itemID: "sunrise", in: session)
    }
    for apple in apples { apple.prepareForCart(productID: "apple", in: session) }
    await session.settled()
  }

  /// Whether requests time out after one second; otherwise after ten.
  var isHurried: Bool {
    get { services.isHurried }
    set { services.isHurried = newValue }
  }

  func perform(_ act: Act) {
    switch act {
    case .like: likes[0].tap()
    case .add: apples[0].add()
    case .reduce: apples[0].reduce()
    case .set(let quantity):
      apples[0].edit("\(quantity)")
      apples[0].endEditing()
    }
  }

  /// Checks that all screens show the database's values.
  func expectTheTruth(at location: SourceLocation = #_sourceLocation) throws {
    let records = try server.records
    let isLiked = try records.likers(ofPost: "sunrise").contains("ada")
    let count = try records.likeCount(ofPost: "sunrise")
    let quantity = try records.quantity(ofProduct: "apple", inCartOf: "ada")
    for like in likes {
      #expect(like.state.isLiked == isLiked, sourceLocation: location)
      #expect(like.state.count == count, sourceLocation: location)
    }
    for apple in apples {
      #expect(apple.state.quantity == quantity, sourceLocation: location)
    }
  }

  var quantity: Int {
    get throws { try server.records.quantity(ofProduct: "apple", inCartOf: "ada") }
  }

  /// The number of changes that the server has carried out.
  var changes: Int {
    get throws { try server.records.keyCount(of: "ada") }
  }

  /// Ends the session, and returns every failure it reported, in order.
  func failuresReported() async -> [ServiceError.Code] {
    session.end()
    var codes: [ServiceError.Code] = []
    for await failure in failures { codes.append(failure.error.code) }
    return codes
  }
}

/// An action of the user on a screen.
enum Act: Hashable, CaseIterable {
  case add, like, reduce
  case set(Int)

  static let allCases: [Act] = [.add, .like, .set(5), .reduce]

  /// Whether a session sends it again although its policy does not honor keys.
  var isAbsolute: Bool {
    switch self {
    case .like, .set: true
    case .add, .reduce: false
    }
  }
}

/// The storefront's services, with a timeout that can be shortened.
@MainActor
private final class Services: LikeService, WholeCartService {
  private let patient: StorefrontAPI
  private let hurried: StorefrontAPI
  var isHurried = false

  init(patient: StorefrontAPI, hurried: StorefrontAPI) {
    self.patient = patient
    self.hurried = hurried
  }

  private var api: StorefrontAPI { isHurried ? hurried : patient }

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await api.setLiked(isLiked, itemID: itemID, info)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await api.likeStatus(itemID: itemID)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await api.add(amount, of: productID, info)
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await api.reduce(amount, of: productID, info)
  }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await api.set(quantity, of: productID, info)
  }

  func cart() async throws -> Cart { try await api.cart() }
}
