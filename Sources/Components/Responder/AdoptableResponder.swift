/// A responder whose next responder can be set, such as every component of this package.
///
/// ```swift
/// final class Section: AdoptableResponder { weak var nextResponder: (any Responder)? }
///
/// section.adopt(avatar, like, editor)
/// page.adopt(section)
/// ```
///
/// ### Implementing this protocol
/// Declare ``nextResponder`` as a `weak` variable.
@MainActor
public protocol AdoptableResponder: Responder {
  /// The responder to which an event rises next; `nil` at the root. Reference it weakly.
  var nextResponder: (any Responder)? { get set }
}

extension Responder {
  /// Makes this responder the next responder of others: a page adopts its sections and components.
  ///
  /// The others do not retain this responder. A former next responder is replaced.
  public func adopt(_ children: any AdoptableResponder...) {
    for child in children { child.nextResponder = self }
  }
}
