// Busy servers, a removal that can be undone, and feedback.

import Components
import Foundation
import SelfManaged

// snippet.retry-after
/// The error for a reply with the status 429, or 503 with the header `Retry-After`.
func busy(retryAfter header: String?, now: Date = Date()) -> ServiceError {
  guard let header else { return .busy() }
  if let seconds = Int(header) { return .busy(after: .seconds(seconds)) }
  let format = DateFormatter()
  format.locale = Locale(identifier: "en_US_POSIX")
  format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
  format.timeZone = TimeZone(secondsFromGMT: 0)
  guard let date = format.date(from: header) else { return .busy() }
  return .busy(after: .seconds(date.timeIntervalSince(now)))  // a date in the past: at once
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

let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
precondition(busy(retryAfter: "10", now: now).retryAfter == .seconds(10))
precondition(
  busy(retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT", now: now).retryAfter == .seconds(10))
precondition(busy(retryAfter: "soon", now: now).retryAfter == nil)
