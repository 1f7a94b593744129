public import SelfManaged

/// What an ``AdversarialWorld`` plays with in one schedule: screens, a session, and a server.
@MainActor
public struct AdversarialSubject<Intent: OptimisticIntent> {
  let itemIDs: [String]
  let screens: [AdversarialScreen<Intent>]
  let server: @MainActor (String) -> Transport<Intent>
  let elsewhere: [Intent]
  let session: @MainActor () -> Session

  /// Describes what is played with.
  ///
  /// - Parameters:
  ///   - itemIDs: The items; two are enough to find what goes wrong between them.
  ///   - screens: The components; three are enough to have two on one item.
  ///   - elsewhere: What other devices do to an item, straight on the server.
  ///   - server: The straight way to the server for an item, past the network: for other devices, for
  ///     the app's lists, and to compare with in the end. It must be able to read.
  ///   - session: Makes a session whose services go through the network. Called at the beginning and
  ///     after each sign-out; `AdversarialNetwork.session(likes:cart:)` makes a suitable one.
  public init(
    itemIDs: [String], screens: [AdversarialScreen<Intent>], elsewhere: [Intent],
    server: @escaping @MainActor (_ itemID: String) -> Transport<Intent>,
    session: @escaping @MainActor () -> Session
  ) {
    self.itemIDs = itemIDs
    self.screens = screens
    self.elsewhere = elsewhere
    self.server = server
    self.session = session
  }
}
