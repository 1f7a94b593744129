// Busy servers, a removal that can be undone, and feedback.

import Components
import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet.retry-after
func check(_ reply: HTTPURLResponse) throws(ServiceError) {
  guard reply.statusCode == 429 else { return }
  throw .busy(
    retryAfter: reply.value(forHTTPHeaderField: "Retry-After"),
    date: reply.value(forHTTPHeaderField: "Date"))
}
// snippet.end

// snippet.policy
@MainActor
func cartSession(_ cart: any CartService, needsMoreTime: Bool) -> Session {
  var policy = SessionPolicy()
  policy.cart.grace = needsMoreTime ? .seconds(20) : .seconds(5)  // VoiceOver, Switch Control
  policy.cart.offline = .hold(.seconds(3_600))
  return Session(cart: cart, policy: policy)
}
// snippet.end

// snippet.offer
@MainActor
final class CartPage: Responder {
  private let table = EventTable()
  private(set) var offer: UndoOffer?
  weak var nextResponder: (any Responder)?
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(UndoOffered.self) { [weak self] offered, _ in
      self?.offer = offered.offer  // show "Removed" and a button that calls offer.undo()
      return .stop
    }
  }
}
// snippet.end

// snippet.feedback
@MainActor
func play(_ feedback: Feedback, announce: (String) -> Void) {
  switch feedback.haptic {
  case .lightTap: break  // UIImpactFeedbackGenerator(style: .light).impactOccurred()
  case .warning: break  // UINotificationFeedbackGenerator().notificationOccurred(.warning)
  case .failure: break  // UINotificationFeedbackGenerator().notificationOccurred(.error)
  }
  if let words = feedback.announcement { announce(words) }
}
// snippet.end

let url = URL(fileURLWithPath: "/")
let reply = HTTPURLResponse(
  url: url, statusCode: 429, httpVersion: nil,
  headerFields: [
    "Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
  ])
do {
  if let reply { try check(reply) }
  preconditionFailure("A busy server is an error")
} catch {
  precondition(error == .busy(after: .seconds(10)))
}
