public import SelfManaged

extension AdversarialWorld {
  /// Creates a world of a component of your own.
  ///
  /// ```swift
  /// AdversarialWorld(
  ///   itemIDs: ["ann", "bo"], screen: { .followButton(FollowButton()) },
  ///   otherDevices: [FollowIntent(isFollowing: true), FollowIntent(isFollowing: false)]
  /// ) {
  ///   let server = FakeFollowService()
  ///   return { .follow(of: $0, by: server) }
  /// }
  /// ```
  ///
  /// Each session registers the kind with these transports behind the network. The server's value is
  /// read with the same transports, bypassing the network.
  ///
  /// - Parameters:
  ///   - itemIDs: Items that exist in the service; two are enough to find faults between items.
  ///   - screen: Creates a screen; called three times for each schedule.
  ///   - otherDevices: The changes of an item by other devices.
  ///   - honorsIdempotencyKeys: Whether the service carries out a repeated key once.
  ///   - transports: Creates a service for each schedule, and returns the transport of an item. The
  ///     transport must be able to read.
  public init(
    itemIDs: [String], screen: @escaping @MainActor () -> AdversarialScreen<Intent>,
    otherDevices: [Intent], honorsIdempotencyKeys: Bool = false,
    _ transports: @escaping @MainActor () -> @MainActor (_ itemID: String) -> Transport<Intent>
  ) {
    self.init(honorsIdempotencyKeys: honorsIdempotencyKeys) { network in
      let transport = transports()
      network.expectedLanes = network.policy.lanes
      return AdversarialSubject(
        itemIDs: itemIDs, screens: (0..<3).map { _ in screen() }, otherDevices: otherDevices,
        server: transport,
        session: {
          let session = network.session()
          session.register(Intent.self, policy: network.policy) {
            network.transport(transport($0), of: $0)
          }
          return session
        })
    }
  }
}
