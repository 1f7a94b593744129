/// A service in an object, so that each reference to it takes one word.
final class Injected<Service: Sendable>: Sendable {
  let service: Service

  init(_ service: Service) { self.service = service }
}

/// A service and an item ID in one object.
///
/// A closure that captures only this object needs no allocation. A list has two such closures for
/// each row.
final class ItemService<Service: Sendable>: Sendable {
  private let injected: Injected<Service>
  let id: String

  var service: Service { injected.service }

  init(injected: Injected<Service>, id: String) {
    self.injected = injected
    self.id = id
  }
}
