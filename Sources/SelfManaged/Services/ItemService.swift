/// The service of one item.
///
/// The functions of a ``Transport`` retain it together, so that an item keeps its ID once.
final class ItemService<Service: Sendable>: Sendable {
  let service: Service
  let id: String

  init(_ service: Service, _ id: String) { (self.service, self.id) = (service, id) }
}
