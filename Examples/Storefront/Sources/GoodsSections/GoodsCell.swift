public import Components

/// A row of buttons; it lets every event through without a line of code.
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
