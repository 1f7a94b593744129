public import Components

/// A row of buttons; every event passes it without any code.
@MainActor
public final class GoodsCell: Responder {
  /// The section that contains it.
  public weak var nextResponder: (any Responder)?
  /// Its buttons, from left to right.
  public let buttons: [GoodsButton]

  init(_ buttons: GoodsButton...) {
    self.buttons = buttons
    for button in buttons { button.nextResponder = self }
  }
}
