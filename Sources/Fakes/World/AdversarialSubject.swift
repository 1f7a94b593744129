public import SelfManaged

/// The subject of one schedule in an ``AdversarialWorld``: screens, a session, and a server.
@MainActor
public struct AdversarialSubject<Intent: OptimisticIntent> {
  let itemIDs: [String]
  let screens: [AdversarialScreen<Intent>]
  let server: @MainActor (String) -> Transport<Intent>
  let otherDevices: [Intent]
  let session: @MainActor () -> Session
  /// Whether the app shows the cart as a whole, so that its badge and its lines are checked.
  var showsCart = false
  /// Reads the server's whole cart, bypassing the network; `nil` if the service can't.
  var cart: (@MainActor () async -> Cart?)?

  /// Describes a subject.
  ///
  /// - Parameters:
  ///   - itemIDs: The items; two are enough to find faults between items.
  ///   - screens: The components; three are enough to have two on one item.
  ///   - otherDevices: The changes of an item by other devices, sent directly to the server.
  ///   - server: Direct access to the server for an item, bypassing the network: for other devices,
  ///     for the app's lists, and for the final comparison. It must be able to read.
  ///   - session: Creates a session whose services go through the network. Called at the beginning
  ///     and after each sign-out; `AdversarialNetwork.session(likes:cart:)` creates a suitable
  ///     session.
  public init(
    itemIDs: [String], screens: [AdversarialScreen<Intent>], otherDevices: [Intent],
    server: @escaping @MainActor (_ itemID: String) -> Transport<Intent>,
    session: @escaping @MainActor () -> Session
  ) {
    self.itemIDs = itemIDs
    self.screens = screens
    self.otherDevices = otherDevices
    self.server = server
    self.session = session
  }
}
