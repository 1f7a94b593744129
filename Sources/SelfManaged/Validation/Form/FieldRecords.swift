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

  /// Whether a rule reads another field.
  var readFields: Bool { inOrder.contains { !$0.reads.isEmpty } }

  /// Inserts an entry before another one, at the former place of a replaced one, or last.
  ///
  /// - Parameters:
  ///   - record: The entry.
  ///   - other: The field before which it is inserted; ignored if it is not in the form.
  ///   - place: The former place of the field that it replaces, if any.
  /// - Returns: The place of the entry.
  mutating func insert(_ record: any FieldRecord, before other: FieldID?, or place: Int?) -> Int {
    let next = other.flatMap { other in inOrder.firstIndex { $0.id == other } }
    let index = next ?? place ?? inOrder.count
    inOrder.insert(record, at: index)
    byID[record.id] = record
    byAddress[record.address] = record
    return index
  }

  /// Removes an entry.
  ///
  /// - Returns: The entry and its former place; `nil` if the field is not in the form.
  mutating func remove(_ id: FieldID) -> (record: any FieldRecord, place: Int)? {
    guard let place = inOrder.firstIndex(where: { $0.id == id }) else { return nil }
    let record = inOrder.remove(at: place)
    byID[id] = nil
    if byAddress[record.address] === record { byAddress[record.address] = nil }
    return (record, place)
  }
}
