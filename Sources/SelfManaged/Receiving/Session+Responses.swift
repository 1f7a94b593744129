extension Session {
  /// Takes every push of one kind as the server's truth of its item.
  ///
  /// It reaches every component that shows the item, in the same turn, by the rule of
  /// ``receive(_:of:for:asOf:)``: a pending tap survives it, and a lower version than the one known
  /// is not believed. It ends with the session.
  ///
  /// - Parameters:
  ///   - push: The kind.
  ///   - center: Where it is posted.
  ///   - connection: Where it comes from; without it, from anywhere.
  /// - Returns: What ends it sooner.
  @discardableResult
  public func follow<Push: ItemPush>(
    _ push: Push.Type, in center: ResponseCenter, from connection: ConnectionID? = nil
  ) -> ResponseToken {
    center.observe(push, from: connection, for: self) { session, push in
      session.receive(push.answer, of: Push.Intent.self, for: push.itemID)
    }
  }

  /// Ends the session when the server says that its user is signed out.
  ///
  /// - Parameters:
  ///   - response: The kind of response that says so.
  ///   - center: Where it is posted.
  ///   - connection: Where it comes from; without it, from anywhere.
  /// - Returns: What takes this back.
  @discardableResult
  public func end<Kind: Response>(
    on response: Kind.Type, in center: ResponseCenter, from connection: ConnectionID? = nil
  ) -> ResponseToken {
    center.observe(response, from: connection, for: self) { session, _ in session.end() }
  }
}
