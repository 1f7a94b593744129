extension Session {
  /// Reports every push of one kind as the server's value of its item.
  ///
  /// The push reaches every component that shows the item synchronously, by the rules of
  /// ``receive(_:of:for:asOf:)``: a pending tap is kept, and a version lower than the known one is
  /// ignored. It stops when the session ends.
  ///
  /// - Parameters:
  ///   - push: The kind.
  ///   - center: The center that posts the pushes.
  ///   - connection: The connection of the pushes; by default all.
  /// - Returns: A token that stops it sooner.
  @discardableResult
  public func follow<Push: ItemPush>(
    _ push: Push.Type, in center: ResponseCenter, from connection: ConnectionID? = nil
  ) -> ResponseToken {
    center.observe(push, from: connection, for: self) { session, push in
      session.receive(push.answer, of: Push.Intent.self, for: push.itemID)
    }
  }

  /// Ends the session when the server reports that its user is signed out.
  ///
  /// - Parameters:
  ///   - response: The kind of response that reports it.
  ///   - center: The center that posts the response.
  ///   - connection: The connection of the response; by default all.
  /// - Returns: A token that cancels the observation.
  @discardableResult
  public func end<Kind: Response>(
    on response: Kind.Type, in center: ResponseCenter, from connection: ConnectionID? = nil
  ) -> ResponseToken {
    center.observe(response, from: connection, for: self) { session, _ in session.end() }
  }
}
