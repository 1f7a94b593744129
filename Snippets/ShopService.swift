// A cart service over HTTP: the answer or the error for each reply of a server.

import Components
import Foundation
import SelfManaged

/// The app's networking, on top of any HTTP client.
protocol Network: Sendable {
  func send(
    _ method: String, _ path: String, key: String?, ifVersion: Int?
  ) async throws(NetworkFailure) -> Reply
}

/// A reply with its decoded body.
struct Reply: Sendable {
  var status: Int
  var quantity: Int?
  var version: Int?
  var stock: Int?
  var isLiked: Bool?
  var likes: Int?
  var words = ""
  var retryAfter: String?
  var date: String?
}

/// The reason why there is no reply.
enum NetworkFailure: Error {
  case neverLeft, noReply
}

// snippet.requests
struct ShopService: CartService {
  let network: any Network

  func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change("POST", "/cart/\(productID)/more/\(amount)", info)
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change("POST", "/cart/\(productID)/fewer/\(amount)", info)
  }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change("PUT", "/cart/\(productID)/\(quantity)", info)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    let reply = try await reply("GET", "/cart/\(productID)")
    return reply.isGone ? CartAnswer(quantity: 0) : try answer(from: reply)
  }
}
// snippet.end

// snippet.replies
extension ShopService {
  private func change(
    _ method: String, _ path: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    let reply = try await reply(method, path, key: info.key.rawValue, ifVersion: info.version)
    return try answer(from: reply, isVersioned: info.version != nil)
  }

  private func reply(
    _ method: String, _ path: String, key: String? = nil, ifVersion: Int? = nil
  ) async throws(ServiceError) -> Reply {
    do throws(NetworkFailure) {
      return try await network.send(method, path, key: key, ifVersion: ifVersion)
    } catch {
      switch error {
      case .neverLeft: throw .offline  // no network, connection refused: not sent
      case .noReply: throw .unknownOutcome  // a timeout, a lost connection: the outcome is unknown
      }
    }
  }

  private func answer(
    from reply: Reply, isVersioned: Bool = false
  ) throws(ServiceError) -> CartAnswer {
    let answer = CartAnswer(
      quantity: reply.quantity, version: reply.version,
      limits: reply.stock.map { QuantityLimits(maximum: $0) },
      notice: reply.words.isEmpty ? nil : reply.words)
    switch reply.status {
    case 200..<300: return answer  // a clamp too: 5 of 100, with the reason
    case 409 where isVersioned, 412: throw .conflict(answer: answer)  // with the new value
    case 422: throw .limit(reply.stock, reply.words, answer: answer)
    default: throw reply.error(or: reply.isGone ? CartAnswer(quantity: 0) : answer)
    }
  }
}

extension Reply {
  /// Whether the item or the product is no longer there.
  var isGone: Bool { status == 404 || status == 410 }

  /// The error of a status that means the same for likes and carts.
  func error(or answer: any ServerAnswer) -> ServiceError {
    switch status {
    case 401: .signedOut
    case 408, 425, 429: .busy(retryAfter: retryAfter, date: date, words)  // sent again later
    case 400..<500: .rejected(words, answer: answer)  // refused: the server did nothing
    case 503 where retryAfter != nil: .busy(retryAfter: retryAfter, date: date, words)
    default: .unknownOutcome  // a 5xx may follow a change that was made
    }
  }
}
// snippet.end

// snippet.others
struct ShopLikes: LikeService {
  let network: any Network

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    let reply = try await reply(isLiked ? "PUT" : "DELETE", "/posts/\(itemID)/like", info)
    var answer = LikeAnswer(isLiked: reply.isLiked, count: reply.likes, version: reply.version)
    switch reply.status {
    case 200..<300: break
    case 409: answer.isLiked = isLiked  // it was so already, and no version was sent
    default: throw reply.error(or: reply.isGone ? LikeAnswer(isLiked: false) : answer)
    }
    return answer
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {  // called after a lost reply
    let reply = try await reply("GET", "/posts/\(itemID)/like")
    if reply.isGone { return nil }
    let answer = LikeAnswer(isLiked: reply.isLiked, count: reply.likes, version: reply.version)
    guard 200..<300 ~= reply.status else { throw reply.error(or: answer) }
    return answer
  }
}

struct ShopImages: ImageLoader {
  let download: @Sendable (URL) async throws -> [UInt8]

  func image(at url: URL) async throws -> LoadedImage {
    LoadedImage(try await download(url))  // any Hashable value: bytes, a UIImage
  }
}

@MainActor
final class ShopNavigator: Navigator {
  private var pages: [String] = []  // your navigation controller

  func show(_ destination: Destination) {
    switch destination.kind {
    case .userProfile: pages.append("Profile of \(destination.arguments.joined())")
    case .signIn: pages.append("Sign in")
    default: pages.append(destination.path)  // a fallback for unknown destinations
    }
  }
}
// snippet.end

extension ShopLikes {
  private func reply(
    _ method: String, _ path: String, _ info: RequestInfo? = nil
  ) async throws(ServiceError) -> Reply {
    do throws(NetworkFailure) {
      return try await network.send(method, path, key: info?.key.rawValue, ifVersion: nil)
    } catch {
      throw error == .neverLeft ? .offline : .unknownOutcome
    }
  }
}
