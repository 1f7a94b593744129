import ByHand
import Components
import Harness
import SelfManaged

/// A number editor in the cart beside the same by hand.
@MainActor
struct CartSuite: Suite {
  let name = "cart"

  func comparisons() -> [Comparison] {
    [
      cycle("cart, confirmed", .atOnce, isObserved: false),
      cycle("cart, confirmed, one observer", .atOnce, isObserved: true),
      cycle("cart, refused and rolled back", .refusal, isObserved: false),
    ]
  }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    Cycle.goals(results, atMost: 3)
  }

  /// A plus and a minus, each confirmed before the next; or both refused.
  private func cycle(
    _ title: String, _ answer: InstantLikes.Answer, isObserved: Bool
  ) -> Comparison {
    let cart = InstantCart()
    let session = Session(cart: cart)
    let careful = CarefulCart(productID: "sku/1", service: cart, keyPrefix: Cycle.keyPrefix)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "sku/1", quantity: 1, in: session)
    // The first addition goes alone, and all later ones find a cart.
    editor.add()
    editor.reduce()
    cart.answer = answer
    let now = HandCart(productID: "sku/1", service: cart, departure: .immediate)
    let later = HandCart(productID: "sku/1", service: cart, departure: .nextTurn)
    func tracker(_ read: @escaping @MainActor () -> Void) -> Tracker? {
      isObserved ? Tracker(read) : nil
    }
    let ours = tracker { _ = editor.state }
    let nows = tracker { _ = now.quantity }
    let laters = tracker { _ = later.quantity }
    let carefuls = tracker { _ = careful.quantity }
    return Comparison(
      title, parts: 2, expected: answer == .atOnce ? 3 : 2,
      [
        Contestant(Cycle.byHand) {
          now.add()
          nows?.update()
          let more = now.quantity
          now.reduce()
          nows?.update()
          return more + now.quantity
        },
        Contestant(Cycle.carefully) {
          careful.add()
          carefuls?.update()
          let more = careful.quantity
          careful.reduce()
          carefuls?.update()
          return more + careful.quantity
        },
        Contestant(Cycle.ours) {
          editor.add()
          ours?.update()
          let more = editor.state.quantity
          editor.reduce()
          ours?.update()
          return more + editor.state.quantity
        },
        .later(Cycle.nextTurn) {
          later.add()
          laters?.update()
          await later.settled()
          laters?.update()
          let more = later.quantity
          later.reduce()
          laters?.update()
          await later.settled()
          laters?.update()
          return more + later.quantity
        },
      ])
  }
}
