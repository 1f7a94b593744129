public import Components

/// The cart of a session as a whole: its units, its lines and its amounts; observable.
///
/// ```swift
/// Text("\(session.cart.units)")                                             // the badge
/// Text(session.cart.total ?? "…").opacity(session.cart.isUpToDate ? 1 : 0.5)
/// ForEach(session.cart.lines) { CartRow($0) }                               // the cart page
/// ```
///
/// Units and lines are derived from the server's last known cart and from the quantities that the
/// editors of the session display. So they change synchronously with a tap, roll back with it, and
/// differ from the server's only by the user's own changes that have not settled. Amounts are the
/// server's and are never computed here.
///
/// A service that answers with the whole cart gets one lane for all products, see
/// <doc:TheCartAsAWhole>. With any other service, the cart has the products that the session knows.
///
/// Everything here happens on the main actor. One event of the session changes the cart at most once.
@MainActor
public struct SessionCart {
  private let session: Session
  private let model: CartModel

  init(_ session: Session) {
    self.session = session
    model = session.cartModel
    model.use()
  }

  /// The number of units in the cart, as the editors display them; at most `Int.max`.
  public var units: Int { model.units }

  /// The lines, in the server's order.
  ///
  /// A line that the user removed stays in its place while its removal can be undone or is in
  /// flight; its quantity is 0. A product that the user added is last until the server places it.
  public var lines: [Line] { model.lines }

  /// The total, as the server wrote it; `nil` if it is unknown.
  public var total: String? { model.cart?.total }

  /// The app's data about the cart, as the service reported it.
  public var payload: (any Hashable & Sendable)? { model.cart?.payload }

  /// Whether ``total`` and ``payload`` contain every change: `false` from a tap until an answer with
  /// the whole cart that contains it, and after a failed tap until the cart was read.
  ///
  /// If the service reads no whole cart, whether no change is pending.
  public var isUpToDate: Bool { model.isUpToDate }

  /// The server's last message about the cart, until the user's next change of the cart.
  public var notice: String? { model.notice }

  /// The server's messages about the cart from now on, until the session ends or is released.
  ///
  /// Each report that changes the known cart and has a message is one element, even if the words are
  /// the same. Each call creates a new stream, which buffers the last 100 messages that were not read.
  public func notices() -> AsyncStream<String> { model.notices.stream() }

  /// The status of all requests for products; its `failure` is always `nil`.
  public var status: RequestStatus { model.status }

  /// The cause of the last change; a view animates it if `animates` is `true`.
  public var change: ChangeCause { model.change }

  /// Reports a whole cart that the session did not read itself: a push, or a read by the app.
  ///
  /// It is a report for every product. After the session has ended, it is dropped.
  ///
  /// - Parameters:
  ///   - cart: The server's report.
  ///   - began: When the read began, from ``Session/beginRead()``; `nil` for a push.
  public func receive(_ cart: Cart, asOf began: LogicalTime? = nil) {
    model.receive(cart, session.context.source(asOf: began, or: .push))
  }

  /// Returns when no change and no read of the cart is pending, or when a limit has passed: the
  /// barrier before checkout.
  ///
  /// As ``Session/settled(within:)``, for the cart alone. The cart as a whole is in doubt, with the ID
  /// `"cart"`, if its amounts may be wrong.
  ///
  /// - Parameter limit: The longest wait; by default unlimited.
  /// - Returns: What is still pending, and what is in doubt or failed.
  @discardableResult
  public func settled(within limit: Duration? = nil) async -> SettledOutcome {
    await session.activity(of: QuantityIntent.self).settled(within: limit)
  }

  /// One line of the cart, as displayed.
  public struct Line: Identifiable, Sendable {
    /// The ID of the line; of a product that the server has not placed yet, the product's.
    public let id: String
    /// The ID of the product.
    public let productID: String
    /// The displayed quantity; 0 if the user removed the line.
    public let quantity: Int
    /// Whether a change of the line has not settled, or can be undone before it is sent.
    public let isPending: Bool
    /// The offer to undo the removal of the line; `nil` if it can't be undone before it is sent.
    public let undo: UndoOffer?
    /// The app's data about the line; `nil` if the server has not placed it yet.
    public let payload: (any Hashable & Sendable)?

    init(_ line: Cart.Line, _ shown: CartContents.Shown) {
      (id, productID, payload) = (line.id, line.productID, line.payload)
      (quantity, isPending, undo) = (shown.quantity, shown.isPending, shown.undo)
    }

    /// Whether the user removed the line.
    public var isRemoved: Bool { quantity == 0 }
  }
}

extension Session {
  /// The cart as a whole; observable.
  ///
  /// With its first use, the session begins to read the cart.
  public var cart: SessionCart { SessionCart(self) }
}
