package import Components

/// A row of buttons; every event passes it without any code.
@MainActor
package final class GoodsCell: Responder {
  /// The section that contains it.
  package weak var nextResponder: (any Responder)?
  /// Its buttons, from left to right.
  package let buttons: [GoodsButton]

  init(_ buttons: GoodsButton...) {
    self.buttons = buttons
    for button in buttons { button.nextResponder = self }
  }
}
