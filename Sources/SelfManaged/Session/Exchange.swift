/// The replacement of a component's binding by another one to the same item.
struct Exchange {
  /// The item.
  let item: ObjectIdentifier
  /// The token of the replaced binding, if it was to the item.
  var former: Stamp?
}
