public import Components
public import SelfManaged

extension AdversarialWorld where Intent == QuantityIntent {
  /// Creates a world of cart editors that use your own cart service.
  ///
  /// The badge and the lines of `session.cart` are checked as well; of a `WholeCartService`, the total
  /// too.
  ///
  /// - Parameters:
  ///   - productIDs: Products that exist in the service.
  ///   - honorsIdempotencyKeys: Whether it carries out a repeated key once.
  ///   - service: Creates a service for each schedule; a service with a back end may be the same
  ///     each time, as long as no other client changes this cart meanwhile.
  /// - Returns: The world.
  public static func cart(
    productIDs: [String] = ["tea", "milk"], honorsIdempotencyKeys: Bool = false,
    _ service: @escaping @MainActor () -> any CartService
  ) -> Self {
    Self(honorsIdempotencyKeys: honorsIdempotencyKeys) { network in
      let service = service()
      let whole = service as? any WholeCartService
      network.expectedLanes = whole == nil ? network.policy.lanes : .shared
      var subject = AdversarialSubject<QuantityIntent>(
        itemIDs: productIDs, screens: (0..<3).map { _ in .numberEditor() },
        otherDevices: [.set(0), .set(2), .set(4), .add(1)],
        server: { .direct(to: service, productID: $0) },
        session: { network.session(cart: service) })
      subject.showsCart = true
      if let whole { subject.cart = { try? await whole.cart() } }
      return subject
    }
  }
}

extension AdversarialScreen where Intent == QuantityIntent {
  /// Returns a screen of a number editor, whose failures and feedback the world checks too.
  ///
  /// - Parameter editor: The editor; its `nextResponder` and `onFeedback` are replaced.
  /// - Returns: The screen.
  public static func numberEditor(_ editor: NumberEditor = NumberEditor()) -> Self {
    let page = FailurePage()
    editor.nextResponder = page
    editor.onFeedback = { page.note($0) }
    let texts = [0, 2, 5, 9].map { quantity in
      { @MainActor in
        editor.edit("\(quantity)")
        editor.endEditing()
      }
    }
    return Self(
      bind: { productID, listed, session in
        editor.prepareForCart(productID: productID, quantity: listed?.quantity, in: session)
      },
      unbind: { editor.detach() },
      presses: [{ editor.add() }, { editor.add() }, { editor.reduce() }, { editor.undo() }] + texts,
      shown: { CartValue(quantity: editor.state.quantity) },
      isAnimated: { editor.state.isAnimated }
    ).reporting(to: page)
  }
}

/// Direct access to the service of a world of carts.
extension Transport where Intent == QuantityIntent {
  /// Returns the requests of a product to a cart service, without a network in between: the server
  /// of an ``AdversarialSubject``.
  public static func direct(to service: any CartService, productID: String) -> Self {
    Self(
      send: { intent, info in
        var info = info
        if let whole = service as? any WholeCartService {
          let cart = try await whole.cart()
          (info.version, info.tag) = (cart.version, cart.tag)
        }
        return switch intent {
        case .add(let amount): try await service.add(amount, of: productID, info)
        case .set(let quantity): try await service.set(quantity, of: productID, info)
        }
      },
      read: { try await service.quantity(of: productID) })
  }
}
