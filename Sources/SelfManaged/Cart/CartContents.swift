/// A whole cart, indexed by the IDs of its lines and products.
struct CartContents {
  let cart: Cart
  /// The position of the only line with that line ID or product ID; `nil` for a product with several
  /// lines.
  private var positions: [String: Int?] = [:]
  /// The products without units, according to later answers about them alone.
  private var removed: Set<String> = []

  init(_ cart: Cart) {
    self.cart = cart
    positions.reserveCapacity(cart.lines.count)
    for (position, line) in cart.lines.enumerated() {
      add(line.id, position)
      if line.productID != line.id { add(line.productID, position) }
    }
  }

  private mutating func add(_ id: String, _ position: Int) {
    let former = positions.updateValue(position, forKey: id)
    if former != nil { positions.updateValue(nil, forKey: id) }
  }

  /// Whether the cart has a line of a product, or a line with that ID.
  func contains(_ id: String) -> Bool { positions[id] != nil }

  /// The report on a product, or on one line of a product.
  ///
  /// A product with several lines has the sum of their quantities, and no limits.
  ///
  /// - Parameters:
  ///   - id: The ID of the product or the line.
  ///   - answer: The answer about it that contains the cart, which may say more.
  /// - Returns: The report.
  func answer(for id: String, over answer: CartAnswer? = nil) -> CartAnswer {
    var report = CartAnswer(quantity: 0, version: cart.version)
    if case .some(.some(let position)) = positions[id] {
      report.quantity = max(0, cart.lines[position].quantity)
      report.limits = cart.lines[position].limits
    } else {
      report.quantity = quantity(of: id)
    }
    guard let answer else { return report }
    report.quantity = answer.quantity ?? report.quantity
    report.limits = answer.limits ?? report.limits
    report.notice = answer.notice
    return report
  }

  /// The units of a product, or of one line of a product.
  func quantity(of id: String) -> Int {
    guard let position = positions[id] else { return 0 }
    if let position { return max(0, cart.lines[position].quantity) }
    return cart.lines.reduce(0) { sum, line in
      line.id == id || line.productID == id ? Self.sum(sum, max(0, line.quantity)) : sum
    }
  }

  /// The items whose displayed quantities count, and the units of all other lines.
  ///
  /// - Parameters:
  ///   - ids: The IDs of the products and lines that the session knows better.
  ///   - isKnown: Whether an ID is one of these.
  /// - Returns: The items and the units.
  func counted(among ids: [String], isKnown: (String) -> Bool) -> Counted {
    var counted = Counted(ids: ids.filter { !contains($0) })
    for line in cart.lines {
      if let id = item(of: line, isKnown) {
        counted.ids.append(id)
      } else {
        counted.units = Self.sum(counted.units ?? 0, max(0, line.quantity))
      }
    }
    return counted
  }

  /// The lines as displayed: the server's, and then the products that the user added.
  ///
  /// - Parameters:
  ///   - added: The IDs of products that may be missing in the cart, in order.
  ///   - shown: A product or a line that the session knows better, by its ID.
  /// - Returns: The lines.
  func lines(added: [String], _ shown: (String) -> Shown?) -> [SessionCart.Line] {
    var lines: [SessionCart.Line] = []
    for line in cart.lines {
      let item = item(of: line) { shown($0) != nil }.flatMap(shown)
      if let item, item.quantity > 0 || item.isPending {
        lines.append(SessionCart.Line(line, item))
      } else if item == nil, line.quantity > 0 {
        lines.append(SessionCart.Line(line, Shown(quantity: line.quantity)))
      }
    }
    for id in added where !contains(id) {
      guard let item = shown(id), item.quantity > 0 || item.isPending else { continue }
      lines.append(SessionCart.Line(Cart.Line(productID: id, quantity: item.quantity), item))
    }
    return lines
  }

  /// The item that a line is edited as: the product whose only line it is, or else the line.
  private func item(of line: Cart.Line, _ isKnown: (String) -> Bool) -> String? {
    [line.productID, line.id].first { positions[$0] != .some(nil) && isKnown($0) }
  }

  /// What an editor edits that is bound to a product or to a line.
  func place(of id: String) -> Place {
    guard let position = positions[id] else { return Place(itemID: id) }
    if let position {
      let product = cart.lines[position].productID
      return Place(itemID: positions[product] == .some(nil) ? id : product)
    }
    let lines = cart.lines.filter { $0.productID == id }.map(\.id)
    return Place(itemID: id, lineIDs: lines.contains(id) ? [] : lines)
  }

  /// The ID by which the service knows an item: its only line's, or else its own.
  func serviceID(of id: String) -> String {
    guard !removed.contains(id), case .some(.some(let position)) = positions[id] else { return id }
    return cart.lines[position].id
  }

  /// Records that a product has no units, so that the server no longer knows the line's ID.
  mutating func removeUnits(of id: String) {
    if contains(id) { removed.insert(id) }
  }

  /// Whether two carts have the same lines, perhaps with other quantities.
  func hasLines(of other: CartContents) -> Bool {
    cart.lines.elementsEqual(other.cart.lines) { $0.id == $1.id && $0.productID == $1.productID }
  }

  /// What an editor edits: one item, or a product with several lines.
  struct Place: Equatable {
    /// The ID of the item: a product with at most one line, or one of several lines.
    let itemID: String
    /// The IDs of the product's lines, if it has several; otherwise empty.
    var lineIDs: [String] = []
  }

  /// Displayed items, and the units of all lines without one.
  struct Counted {
    var ids: [String]
    /// The units of all lines without an item; `nil` if each line has one.
    var units: Int?
  }

  /// A product or a line, as its editors display it.
  struct Shown {
    let quantity: Int
    /// Whether a change of it has not settled, or can be undone before it is sent.
    var isPending = false
    /// The offer to undo its removal.
    var undo: UndoOffer?
  }

  /// A sum of units, at most `Int.max`.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let sum = first.addingReportingOverflow(second)
    return sum.overflow ? .max : sum.partialValue
  }
}
