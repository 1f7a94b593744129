/// A component gives a hold up for another on the same item.
struct Exchange {
  /// Which item.
  let item: ObjectIdentifier
  /// Under which it observed the item until then, if it did.
  var former: Stamp?
}
