/// The entries of a form's fields, in the order in which they are checked.
///
/// An entry is found by its ID and by its object without a search. A removed entry is returned, so
/// that it is released after the list is changed: its release may call back.
@MainActor
struct FieldRecords {
  private(set) var inOrder: [any FieldRecord] = []
  private var byID: [FieldID: any FieldRecord] = [:]
  private var byAddress: [ObjectIdentifier: any FieldRecord] = [:]

  /// The entry of a field; `nil` if the field is not in the form.
  subscript(id: FieldID) -> (any FieldRecord)? { byID[id] }

  /// The entry of an object; `nil` if there is none, or if it belongs to a released object with the
  /// same address.
  func record(of object: AnyObject) -> (any FieldRecord)? {
    byAddress[ObjectIdentifier(object)].flatMap { $0.object === object ? $0 : nil }
  }

  /// Inserts an entry at a place.
  mutating func insert(_ record: any FieldRecord, at place: Int) {
    inOrder.insert(record, at: place)
    byID[record.id] = record
    byAddress[record.address] = record
  }

  /// Removes and returns an entry; returns `nil` if the field is not in the form.
  mutating func remove(_ id: FieldID) -> (any FieldRecord)? {
    guard let place = inOrder.firstIndex(where: { $0.id == id }) else { return nil }
    let record = inOrder.remove(at: place)
    byID[id] = nil
    if byAddress[record.address] === record { byAddress[record.address] = nil }
    return record
  }
}
