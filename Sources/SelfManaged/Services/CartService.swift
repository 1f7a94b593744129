/// A service that changes and reads cart quantities.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. All methods are called from the main
/// actor. The session waits for one change of a product at a time. After
/// ``OptimisticPolicy/timeout`` it stops waiting, so a further attempt can run while a call has not
/// returned. A read can run at the same time as a change.
///
/// Return the server's newest quantity, whatever was requested: a cart that clamps 100 to 5 returns
/// 5 and does not throw.
///
/// Throw a ``ServiceError`` that describes the outcome of the request. Any other error counts as
/// ``ServiceError/unknownOutcome``. An addition or a reduction with an unknown outcome is never
/// sent again unless the policy's ``OptimisticPolicy/honorsIdempotencyKeys`` is `true`.
public protocol CartService: Sendable {
  /// Adds an amount above 0 of a product; called once for each attempt.
  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Removes an amount above 0 of a product; called once for each attempt.
  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Sets the quantity of a product, where 0 removes the product; called once for each attempt.
  ///
  /// A repeated call must have the same result.
  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Reads the quantity of a product; 0 if the product is not in the cart.
  ///
  /// Called to read back an unknown outcome, when an editor is bound without a known quantity, and
  /// when the known quantity may be wrong: for example after ``Session/refresh()``. If it throws,
  /// or returns an older version than the known one, the read is repeated after
  /// ``OptimisticPolicy/retryDelays``; after ``ServiceError/busy(after:_:)``, not before the delay
  /// that the server asked for.
  ///
  /// Each call must send a request: a read that joins a request in flight can return a quantity
  /// from before a change that has succeeded meanwhile.
  func quantity(of productID: String) async throws -> CartAnswer
}

/// A cart service that reads the whole cart.
///
/// All reads of products that are wanted in one turn, and the read for ``Session/cart``, are one call
/// of ``cart()``. Return ``CartAnswer/init(cart:notice:)`` from the changes as well, if the back end
/// answers them with the whole cart.
public protocol WholeCartService: CartService {
  /// Reads the whole cart.
  ///
  /// Each call must send a request, as for ``CartService/quantity(of:)``.
  func cart() async throws -> Cart
}

extension WholeCartService {
  /// Reads the whole cart; the session calls ``cart()`` itself.
  public func quantity(of productID: String) async throws -> CartAnswer {
    CartContents(try await cart()).answer(for: productID)
  }
}

/// A cart service that reads the quantities of several products with one request.
public protocol BatchedCartService: CartService {
  /// Reads the quantities of all products that are wanted in one turn.
  ///
  /// A product that the result leaves out has the quantity 0; throw only if no product could be
  /// read. Each call must send a request, as for ``CartService/quantity(of:)``.
  func quantities(of productIDs: Set<String>) async throws -> [String: CartAnswer]
}

extension BatchedCartService {
  /// Reads the quantity of one product; the session calls ``quantities(of:)`` itself.
  public func quantity(of productID: String) async throws -> CartAnswer {
    try await quantities(of: [productID])[productID] ?? CartAnswer(quantity: 0)
  }
}

/// The server's report on one product in the cart, or on the whole cart.
public struct CartAnswer: ServerAnswer {
  /// The quantity of the product in the whole cart; `nil` if the server did not report it.
  public var quantity: Int?
  /// The version of the value; `nil` if the back end has none.
  public var version: Int?
  /// The quantity limits; `nil` if the server reported none.
  ///
  /// A reply without a limit keeps the known limit. A read, a push or adopted list data that
  /// reports the quantity without a limit removes it.
  public var limits: QuantityLimits?
  /// The server's message for the user about why the quantity differs from the requested one.
  ///
  /// It is shown with the result of the user's own change: from the reply, or from the read after a
  /// lost reply. The notice of a push that changes the displayed quantity is shown by the editor that
  /// was bound last, see ``ServerAnswer/notice``.
  public var notice: String?
  /// The whole cart, if the service answers with it; see ``init(cart:notice:)``.
  public var cart: Cart? {
    get { boxedCart?.cart }
    set { boxedCart = newValue.map(BoxedCart.init) }
  }
  /// Whether there is a cart, without a copy of it.
  var hasCart: Bool { boxedCart != nil }
  /// Boxed, since every item keeps answers.
  private var boxedCart: BoxedCart?

  /// Creates an answer; without arguments, it only confirms the request.
  public init(
    quantity: Int? = nil, version: Int? = nil, limits: QuantityLimits? = nil, notice: String? = nil
  ) {
    self.quantity = quantity
    self.version = version
    self.limits = limits
    self.notice = notice
  }

  /// Creates an answer with the whole cart.
  ///
  /// The session takes the quantity, the version and the limits of the product from the cart, and
  /// reports the cart to all other products. So an app needs only one lane and one version, and sets
  /// neither.
  ///
  /// - Parameters:
  ///   - cart: The whole cart after the request.
  ///   - notice: The server's message about why the quantity differs from the requested one.
  public init(cart: Cart, notice: String? = nil) {
    self.notice = notice
    self.cart = cart
  }

  /// Whether the answer reports the quantity.
  public var isComplete: Bool { quantity != nil }
}

/// A cart in an answer.
private final class BoxedCart: Hashable, Sendable {
  let cart: Cart

  init(_ cart: Cart) { self.cart = cart }

  static func == (first: BoxedCart, second: BoxedCart) -> Bool {
    first === second || first.cart == second.cart
  }

  func hash(into hasher: inout Hasher) { hasher.combine(cart) }
}

/// The limits of a product's quantity, as reported by the server.
public struct QuantityLimits: Hashable, Sendable {
  /// The smallest quantity above 0.
  public var minimum: Int?
  /// The greatest quantity that this user can have, not the quantity that is left; 0 if the product
  /// is sold out.
  ///
  /// A lower maximum without a quantity does not change the quantity.
  public var maximum: Int?

  /// Creates limits; `nil` means unspecified.
  ///
  /// To report that a limit was lifted, pass a minimum of `1` or a maximum of `Int.max`.
  public init(minimum: Int? = nil, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
