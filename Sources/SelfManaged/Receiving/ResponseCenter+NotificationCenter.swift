// The only file of this module that needs the whole of Foundation. On Apple's systems it is there
// anyway; elsewhere the package trait of this name brings it in, and leaving the trait out keeps an
// app from loading it.
#if canImport(Darwin) || NotificationCenter
  public import Foundation

  extension ResponseCenter {
    /// Where a notification's `userInfo` holds the response.
    nonisolated public static let userInfoKey = "SelfManaged.response"

    /// Posts each response to a `NotificationCenter` too, under its id, for those who listen there.
    ///
    /// ```swift
    /// _ = center.post(to: .default)
    /// // elsewhere, in code that knows nothing of this package's centre
    /// let name = LogIn.notificationName
    /// NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
    ///   if let response = LogIn($0) { … }
    /// }
    /// ```
    ///
    /// Posted on the main actor, in the order of the wire, with no object.
    ///
    /// - Parameters:
    ///   - notifications: Where.
    ///   - connection: Which responses; without it, from anywhere.
    /// - Returns: What ends it.
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
    /// The id, as a name of Foundation's.
    public static var notificationName: Notification.Name {
      Notification.Name(notificationID.rawValue)
    }

    /// Takes the response out of a notification; `nil` if it holds none of this kind.
    public init?(_ notification: Notification) {
      guard let response = notification.userInfo?[ResponseCenter.userInfoKey] as? Self
      else { return nil }
      self = response
    }
  }
#endif
