// A product with several cart lines: its card shows the sum, and the page opens the lines.

import Components
import Fakes
import SelfManaged

/// The page of the card, whose table handles the card's events.
final class ShelfPage: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
}

@MainActor
func prepare(
  _ editor: NumberEditor, _ table: EventTable, in session: Session,
  open: @escaping @MainActor ([String]) -> Void
) {
  // snippet.lines
  editor.prepareForCart(productID: "shirt", lineIDs: ["shirt-red", "shirt-blue"], in: session)
  table.on(LinesWanted.self) { wanted, _ in
    open(wanted.lineIDs)  // each line gets an editor
    return .stop
  }
  // snippet.end
}

@MainActor
func theCardFollowsItsLines() async {
  let cart = FakeCartService(), session = Session.fake(cart: cart)
  (cart["shirt-red"], cart["shirt-blue"]) = (2, 1)
  let card = NumberEditor(label: "Shirt"), page = ShelfPage()
  card.nextResponder = page
  var lines: [NumberEditor] = []
  prepare(card, page.table, in: session) { lineIDs in
    lines = lineIDs.map { lineID in
      let line = NumberEditor(label: lineID)
      line.prepareForCart(productID: lineID, in: session)
      return line
    }
  }
  await session.settled()
  precondition(card.state.quantity == 3)
  card.add()
  precondition(card.state.quantity == 3 && lines.count == 2)
  lines[1].add()
  precondition(card.state.quantity == 4)
  await session.settled()
  precondition(cart["shirt-blue"] == 2 && cart.sent == ["+1"])
}

await theCardFollowsItsLines()
