// The only file of this module that needs the whole of Foundation. Apple's systems include it.
// Elsewhere the package trait of this name adds it; an app without the trait does not load it.
#if canImport(Darwin) || NotificationCenter
  public import Foundation

  extension ResponseCenter {
    /// The key of the response in a notification's `userInfo`.
    nonisolated public static let userInfoKey = "SelfManaged.response"

    /// Posts each response to a `NotificationCenter` too, under its notification ID.
    ///
    /// ```swift
    /// _ = center.post(to: .default)
    /// // elsewhere, in code that does not use this package's center
    /// let name = LogIn.notificationName
    /// NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
    ///   if let response = LogIn($0) { … }
    /// }
    /// ```
    ///
    /// Posted on the main actor, in the order of the wire, with no object.
    ///
    /// - Parameters:
    ///   - notifications: The notification center to post to.
    ///   - connection: The connection of the responses; by default all.
    /// - Returns: A token that stops the posting.
    public func post(
      to notifications: NotificationCenter, from connection: ConnectionID? = nil
    ) -> ResponseToken {
      observeAll(from: connection) { received in
        guard case .response(let response) = received else { return }
        notifications.post(
          name: type(of: response).notificationName, object: nil,
          userInfo: [Self.userInfoKey: response])
      }
    }
  }

  extension Response {
    /// The notification ID as a Foundation notification name.
    public static var notificationName: Notification.Name {
      Notification.Name(notificationID.rawValue)
    }

    /// Creates a response from a notification; `nil` if it contains none of this kind.
    public init?(_ notification: Notification) {
      guard let response = notification.userInfo?[ResponseCenter.userInfoKey] as? Self
      else { return nil }
      self = response
    }
  }
#endif
