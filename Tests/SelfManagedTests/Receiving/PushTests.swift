import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Pushes reach every button on screen if they are fresh.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PushTests {
  struct LikeChanged: ItemPush, WritableResponse {
    typealias Intent = LikeIntent
    static let wireType: WireType = 20
    static let notificationID: NotificationID = "shop.like-changed"
    var itemID: String
    var answer: LikeAnswer

    init(_ itemID: String, isLiked: Bool, count: Int, version: Int) {
      self.itemID = itemID
      answer = LikeAnswer(isLiked: isLiked, count: count, version: version)
    }

    init(from reader: inout ByteReader) throws {
      itemID = try reader.string("itemID")
      answer = LikeAnswer(
        isLiked: try reader.bool("isLiked"), count: try reader.int("count", .unsigned),
        version: try reader.int("version", .unsigned64))
    }

    func write(to writer: inout ByteWriter) throws {
      try writer.string(itemID)
      writer.bool(answer.isLiked ?? false)
      try writer.int(answer.count ?? 0, .unsigned)
      try writer.int(answer.version ?? 0, .unsigned64)
    }
  }

  struct CartChanged: ItemPush, WritableResponse {
    typealias Intent = QuantityIntent
    static let wireType: WireType = 21
    static let notificationID: NotificationID = "shop.cart-changed"
    var itemID: String
    var answer: CartAnswer

    init(_ itemID: String, quantity: Int, version: Int) {
      self.itemID = itemID
      answer = CartAnswer(quantity: quantity, version: version)
    }

    init(from reader: inout ByteReader) throws {
      itemID = try reader.string("itemID")
      answer = CartAnswer(
        quantity: try reader.int("quantity", .unsigned),
        version: try reader.int("version", .unsigned64))
    }

    func write(to writer: inout ByteWriter) throws {
      try writer.string(itemID)
      try writer.int(answer.quantity ?? 0, .unsigned)
      try writer.int(answer.version ?? 0, .unsigned64)
    }
  }

  let likes = FakeLikeService()
  let cart = FakeCartService()
  let session: Session
  let center = ResponseCenter()
  let like = LikeButton()
  let editor = NumberEditor()

  init() {
    session = .fake(likes: likes, cart: cart)
    session.follow(LikeChanged.self, in: center)
    session.follow(CartChanged.self, in: center)
    session.end(on: LogOut.self, in: center)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
  }

  /// Chunks of bytes, as a connection delivers them.
  private func push(_ responses: any WritableResponse..., inPiecesOf size: Int = 5) async throws {
    var factory = ResponseFactory()
    try factory.register(LikeChanged.self)
    try factory.register(CartChanged.self)
    try factory.register(LogOut.self)
    let bytes = try responses.flatMap { try $0.encoded() }
    let chunks = AsyncStream { continuation in
      for first in stride(from: 0, to: bytes.count, by: size) {
        continuation.yield(bytes[first..<min(first + size, bytes.count)])
      }
      continuation.finish()
    }
    try await center.receive(chunks, through: ResponseDecoder(factory, maximumBody: 100))
  }

  @Test("bytes reach every button on screen, synchronously and unanimated")
  func aPushReachesEveryButton() async throws {
    let other = LikeButton()
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let shown = StateRecorder(other)
    try await push(LikeChanged("p1", isLiked: true, count: 15, version: 4))
    #expect(like.state == .init(isLiked: true, count: 15, change: .external))
    #expect(shown.likes == ["♥15"])
    #expect(!other.state.isAnimated)
    #expect(likes.sent == [])
  }

  @Test func cartPushReachesItsEditor() async throws {
    cart["tea"] = 1
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    try await push(CartChanged("tea", quantity: 7, version: 2))
    #expect(editor.state.quantity == 7)
    #expect(editor.state.change == .external)
  }

  @Test func latePushIsIgnored() async throws {
    try await push(
      LikeChanged("p1", isLiked: false, count: 20, version: 5),
      LikeChanged("p1", isLiked: true, count: 12, version: 4))
    #expect(like.state == .init(isLiked: false, count: 20, change: .external))
  }

  @Test func aPushLeavesAPendingTapAlone() async throws {
    likes.hold()
    like.tap()
    try await push(LikeChanged("p1", isLiked: false, count: 15, version: 4))
    #expect(like.state.isLiked)
    #expect(like.state.count == 16)
    likes.release()
    await session.settled()
    #expect(like.state.isLiked)
  }

  @Test func pushForAnUnboundItemIsIgnored() async throws {
    try await push(LikeChanged("p2", isLiked: true, count: 15, version: 4))
    #expect(session.itemCount == 1)
    #expect(like.state.count == 10)
  }

  @Test("sign-out ends the session; later responses have no effect")
  func signOutEndsTheSession() async throws {
    try await push(LogOut(), LikeChanged("p1", isLiked: true, count: 15, version: 4))
    #expect(session.hasEnded)
    #expect(like.state == .init(isLiked: false, count: 10, change: .bind))
  }

  @Test func centerKeepsNoSessionAlive() {
    var session: Session? = Session.fake()
    weak let gone = session
    session?.follow(LikeChanged.self, in: center)
    session?.end(on: LogOut.self, in: center)
    session = nil
    #expect(gone == nil)
    center.post([
      .response(LogOut()), .response(LikeChanged("p2", isLiked: true, count: 1, version: 1)),
    ])
    #expect(center.observerCount == 3)
  }

  @Test func endObserverCanBeCanceled() async throws {
    let other = Session.fake()
    other.end(on: LogOut.self, in: center).cancel()
    try await push(LogOut())
    #expect(!other.hasEnded)
  }

  @Test("an undecodable stream throws after the earlier responses were posted")
  func badStreamThrows() async throws {
    var last = ""
    var failures = 0
    let token = center.observeAll {
      last = $0.words
      if case .failed = $0 { failures += 1 }
    }
    let bytes = try LikeChanged("p1", isLiked: true, count: 15, version: 4).encoded()
    var factory = ResponseFactory()
    try factory.register(LikeChanged.self)
    let decoder = ResponseDecoder(factory, maximumBody: 100)
    let bad = AsyncStream { continuation in
      continuation.yield(bytes + [0, 20, 0xFF, 0, 0, 0])
      continuation.yield(bytes)
      continuation.finish()
    }
    await #expect(throws: FrameError.self) { try await center.receive(bad, through: decoder) }
    #expect(like.state.count == 15)
    #expect(last.hasPrefix("failed The frame of type 20"))
    #expect(failures == 1)
    let cut = AsyncStream { continuation in
      continuation.yield(bytes.dropLast())
      continuation.finish()
    }
    let error = await #expect(throws: FrameError.self) {
      try await center.receive(cut, through: decoder)
    }
    #expect(error?.code == .truncated)
    #expect(last.hasPrefix("failed The frame of type 20 at byte 0 was truncated after"))
    token.cancel()
  }

  /// Half a frame; then the reading task is canceled, and the connection ends.
  private struct CutShort: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var hasBegun = false

    func makeAsyncIterator() -> Self { self }

    mutating func next() async -> [UInt8]? {
      defer { hasBegun = true }
      if !hasBegun { return [0, 3, 0] }
      withUnsafeCurrentTask { $0?.cancel() }
      return nil
    }
  }

  @Test func canceledReadWithinAFrameIsNoBadStream() async throws {
    let decoder = ResponseDecoder(ResponseFactory(), maximumBody: 100)
    var heard = 0
    let token = center.observeAll { _ in heard += 1 }
    let reading = Task { try await center.receive(CutShort(), through: decoder) }
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(heard == 0)
    token.cancel()
  }

  @Test func canceledReadPostsNothing() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    var factory = ResponseFactory()
    try factory.register(LogOut.self)
    let decoder = ResponseDecoder(factory, maximumBody: 100)
    let reading = Task { try await center.receive(chunks, through: decoder) }
    reading.cancel()
    continuation.yield(try LogOut().encoded())
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(!session.hasEnded)
  }
}
