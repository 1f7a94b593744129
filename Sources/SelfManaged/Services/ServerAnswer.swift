/// The server's report on one value: in a reply, a read, a push, or a refusal.
///
/// Any part may be missing. Missing parts are derived from the known value, so a back end may
/// report the whole value or only confirm a request.
///
/// ## Implementing this protocol
///
/// Make each part an optional property, and return `true` for ``isComplete`` if none is missing.
/// The kind's ``OptimisticIntent/value(from:over:before:)`` supplies the missing ones. A version
/// rises with each change of the value, including changes by other devices.
public protocol ServerAnswer: Hashable, Sendable {
  /// The version of the value, which rises with each change; `nil` if the back end has none.
  ///
  /// An answer with a lower version than the known one is stale and ignored. In a reply or a
  /// refusal, it causes a read. If the session's own read has a lower version, it is repeated after
  /// ``OptimisticPolicy/retryDelays``, since a replica may lag. The fourth such answer in a row is
  /// adopted, since the server may have lost its versions.
  var version: Int? { get }

  /// Whether the answer reports the whole value; by default `false`.
  ///
  /// A complete report that is newer ends an earlier doubt, see ``ItemBinding/status``: a reply to
  /// a request that was sent after the doubt began, a push, or a later read of the app. Otherwise
  /// only the session's own read ends it, whatever the answer leaves out.
  var isComplete: Bool { get }

  /// The server's message for the user; by default `nil`.
  ///
  /// With a push that changes the displayed value, such as "Sold out: 3 were removed", the component
  /// that was bound last is shown an adjustment with the message. A reply's message is reported by
  /// ``OptimisticIntent/adjustment(requested:actual:answer:)``.
  var notice: String? { get }

  /// The server's ID of the item, in the reply to a change that was sent with an ID that the app made
  /// up; by default `nil`.
  ///
  /// The item has this ID from then on. Its value, its pending intents and all components that are
  /// bound to it stay, each later request is for the new ID, and for the rest of the session the former
  /// ID means this item. If an item with the new ID is known already, the two become one, and the
  /// components of both show one value. If the two values differ, the value is read. If both have
  /// pending intents, this happens once those of one are settled. The last failure of the item that
  /// becomes the other ends, and a removal that it has sent can't be undone. The events of a component
  /// keep the ID with which it was bound.
  var itemID: String? { get }
}

extension ServerAnswer {
  /// Returns `false`: parts may be missing.
  public var isComplete: Bool { false }

  /// Returns `nil`: there is no message.
  public var notice: String? { nil }

  /// Returns `nil`: the item has the ID with which the change was sent.
  public var itemID: String? { nil }
}

/// The service of one item.
///
/// The functions of a ``Transport`` retain it together, so that an item keeps its ID once.
final class ItemService<Service: Sendable>: Sendable {
  let service: Service
  let id: String

  init(_ service: Service, _ id: String) { (self.service, self.id) = (service, id) }
}
