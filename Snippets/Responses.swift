// The app's own responses, from bytes to observers.

import SelfManaged

// snippet.responses
/// The user has signed in.
struct LogIn: WritableResponse {
  static let wireType: WireType = 1
  static let notificationID: NotificationID = "account.log-in"
  var userID: UInt32
  var name: String

  init(from reader: inout ByteReader) throws {
    userID = try reader.unsigned("userID")
    name = try reader.string("name")
  }

  func write(to writer: inout ByteWriter) throws {
    writer.unsigned(userID)
    try writer.string(name, field: "name")
  }
}

/// The level, the points and the badges of the user.
struct QueryInfo: Response {
  static let wireType: WireType = 2
  static let notificationID: NotificationID = "account.query-info"
  var level: UInt8
  var points: UInt16
  var badges: [String]

  init(from reader: inout ByteReader) throws {
    level = try reader.byte("level")
    points = try reader.short("points")
    badges = try reader.list("badges", prefix: .byte) { try $0.string("name", prefix: .byte) }
  }
}

/// The user was signed out, on this or another device.
struct LogOut: Response {
  static let wireType: WireType = 3
  static let notificationID: NotificationID = "account.log-out"

  init(from reader: inout ByteReader) throws {}
}
// snippet.end

// snippet.push
/// A user has liked a post.
struct LikeChanged: ItemPush {
  typealias Intent = LikeIntent
  static let wireType: WireType = 20
  static let notificationID: NotificationID = "shop.like-changed"
  var itemID: String
  var answer: LikeAnswer

  init(from reader: inout ByteReader) throws {
    itemID = try reader.string("itemID")
    answer = LikeAnswer(
      isLiked: try reader.bool("isLiked"), count: try reader.int("count", .unsigned),
      version: try reader.int("version", .unsigned64))
  }
}
// snippet.end

@MainActor
final class AccountPage {
  var greeting = ""
  var level: UInt8 = 0
}

@MainActor
func compose(session: Session, page: AccountPage, chunks: AsyncStream<[UInt8]>) async throws {
  // snippet.together
  // once, at the composition root: a line for each kind
  var factory = ResponseFactory()
  try factory.register(LogIn.self)
  try factory.register(QueryInfo.self)
  try factory.register(LogOut.self)
  try factory.register(LikeChanged.self)

  let center = ResponseCenter()
  session.follow(LikeChanged.self, in: center)  // every like button shows the new value
  session.end(on: LogOut.self, in: center)

  // on any page, until the page is released
  center.observe(LogIn.self, for: page) { page, response in
    page.greeting = "Hello, \(response.name)"
  }
  center.observe(QueryInfo.self, for: page) { $0.level = $1.level }

  // where the app reads the connection, to its end
  try await center.receive(chunks, through: ResponseDecoder(factory, maximumBody: 65_536))
  // snippet.end
}

@MainActor
func readme(session: Session, page: AccountPage, chunks: AsyncStream<[UInt8]>) async throws {
  // snippet.readme
  var factory = ResponseFactory()
  try factory.register(LogIn.self)  // throws if the wire type or ID is registered already
  try factory.register(LikeChanged.self)

  let center = ResponseCenter()
  session.follow(LikeChanged.self, in: center)  // every like button of the item shows it
  center.observe(LogIn.self, for: page) { page, response in
    page.greeting = "Hello, \(response.name)"
  }
  try await center.receive(chunks, through: ResponseDecoder(factory, maximumBody: 65_536))
  // snippet.end
}
