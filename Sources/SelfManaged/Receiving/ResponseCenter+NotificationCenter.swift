// This is the only file of the module that needs all of Foundation, which Apple's systems include.
// On other systems, the package trait NotificationCenter adds it. An app without the trait does not
// load it.
#if canImport(Darwin) || NotificationCenter
  public import Foundation

  extension ResponseCenter {
    /// The key of the response in the `userInfo` of a notification.
    nonisolated public static let userInfoKey = "SelfManaged.response"

    /// Also posts each response to a `NotificationCenter`, under its notification ID.
    ///
    /// ```swift
    /// center.post(to: .default)
    /// // elsewhere, in code that does not use the response center
    /// let name = LogIn.notificationName
    /// NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
    ///   if let response = LogIn($0) { … }
    /// }
    /// ```
    ///
    /// Notifications are posted on the main actor, in the order of the wire. The response is the
    /// notification's object, and in its `userInfo`.
    ///
    /// - Parameters:
    ///   - notifications: The notification center to post to.
    ///   - connection: The connection of the responses; by default all.
    /// - Returns: A token that ends the posting. Without it, the center posts permanently.
    @discardableResult
    public func post(
      to notifications: NotificationCenter, from connection: ConnectionID? = nil
    ) -> ResponseObservation {
      observeAll(from: connection) { received in
        guard case .response(let response) = received else { return }
        notifications.post(
          name: type(of: response).notificationName, object: response,
          userInfo: [Self.userInfoKey: response])
      }
    }
  }

  extension Response {
    /// The notification ID as a Foundation notification name.
    public static var notificationName: Notification.Name {
      Notification.Name(notificationID.rawValue)
    }

    /// Creates a response from a notification; `nil` if it contains no response of this kind.
    ///
    /// The response is read from the `userInfo`, or else it is the notification's object, as in a
    /// notification that the app posts itself.
    public init?(_ notification: Notification) {
      let posted = notification.userInfo?[ResponseCenter.userInfoKey] as? Self
      guard let response = posted ?? notification.object as? Self else { return nil }
      self = response
    }
  }
#endif
