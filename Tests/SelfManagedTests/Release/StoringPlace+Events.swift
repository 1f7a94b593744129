import Components
import SelfManaged
import Testing

// Closures that capture an object, to be stored in the places below.

private func handler(_ object: Calling) -> EventHandler {
  { _ in
    object.use()
    return .stop
  }
}

private func observer(
  _ object: Calling
) -> @MainActor (ResponderEvent, EventResult) -> Void {
  { _, _ in object.use() }
}

private func consumer<Input>(_ object: Calling) -> @MainActor (Input) -> Void {
  { _ in object.use() }
}

private func owned(_ object: Calling) -> @MainActor (ReleasedNode, LogIn) -> Void {
  { _, _ in object.use() }
}

extension StoringPlace {
  static let events: [Self] = [
    Self("EventTable.on") { probe in
      let table = EventTable()
      table.on("buy", handler(probe.object { table.replace("score") { _ in .stop } }))
      table.remove("buy")
      #expect(table.entries.map(\.name) == ["score"])
    },
    Self("EventTable.replace") { probe in
      let table = EventTable()
      table.on("buy", handler(probe.object { table.remove("buy") }))
      table.replace("buy") { _ in .ignored }
      #expect(table.entries.isEmpty)
    },
    .property("EventTable.decorator", { EventTable() }, { \.decorator }) { object in
      { _, _ in object.use() }
    },
    .property("EventTable.observer", { EventTable() }, { \.observer }, observer),
    Self("EventRouting.observe") { probe in
      let others = (0..<100).map { _ in EventRouting.observe { _, _ in } }
      let observation = EventRouting.observe(
        observer(
          probe.object {
            EventRouting.observe { _, _ in }.cancel()
            for other in others { other.cancel() }
          }))
      observation.cancel()
    },
    Self("EventRouting.observe, canceled during a delivery") { probe in
      let second = Late<EventObservation>()
      let first = EventRouting.observe { _, _ in second.value?.cancel() }
      second.value = EventRouting.observe(observer(probe.object { first.cancel() }))
      ReleasedNode().send("buy")
    },
    Self("EventRouting.onUnhandled") { probe in
      EventRouting.onUnhandled = consumer(probe.object { EventRouting.onUnhandled = nil })
      EventRouting.onUnhandled = nil
    },
    Self("EventRouting.trace") { probe in
      EventRouting.trace = consumer(probe.object { EventRouting.trace = nil })
      EventRouting.trace = nil
    },
    Self("a responder on the path of an event") { probe in
      let cell = ReleasedNode()
      let pages = Pages()
      cell.nextResponder = pages.page
      pages.page?.kept = probe.object { cell.send("score") }
      cell.table.on("buy") { _ in
        pages.page = nil
        return .stop
      }
      cell.send("buy")
    },
  ]

  static let responses: [Self] = [
    Self("ResponseCenter.observe, canceled") { probe in
      let (center, tokens) = (ResponseCenter(), Tokens())
      tokens.all.append(center.observe(LogIn.self, consumer(probe.object { tokens.cancel() })))
      tokens.cancel()
    },
    Self("ResponseCenter.observe, canceled while it is notified") { probe in
      let (center, tokens) = (ResponseCenter(), Tokens())
      tokens.all.append(
        center.observe(
          LogIn.self,
          canceling(
            tokens, probe.object { tokens.all.append(center.observe(LogIn.self) { _ in }) })))
      center.post(LogIn())
    },
    Self("ResponseCenter.observe, swept after its owner has gone") { probe in
      let center = ResponseCenter()
      @MainActor func fill() {
        for _ in 0..<40 { center.observe(LogIn.self, for: center) { _, _ in } }
      }
      center.observe(LogIn.self, for: ReleasedNode(), owned(probe.object { fill() }))
      fill()
    },
    Self("ResponseCenter.observe, its owner found gone by a post") { probe in
      let center = ResponseCenter()
      center.observe(
        LogIn.self, for: ReleasedNode(),
        owned(
          probe.object {
            center.observe(LogIn.self, for: center) { _, _ in }
            center.post(LogIn())
          }))
      center.post(LogIn())
    },
    Self("ResponseCenter.removeObservers") { probe in
      let (center, owner) = (ResponseCenter(), ReleasedNode())
      center.observe(
        LogIn.self, for: owner,
        owned(
          probe.object {
            center.removeObservers(of: owner)
            center.observe(LogIn.self, for: owner) { _, _ in }
          }))
      center.removeObservers(of: owner)
    },
    Self("ResponseCenter.close") { probe in
      let center = ResponseCenter()
      let connection = center.open()
      _ = center.observe(
        LogIn.self, from: connection,
        consumer(
          probe.object {
            center.close(connection)
            center.close(center.open())
          }))
      center.close(connection)
    },
    Self("ResponseCenter.observeAll") { probe in
      let center = ResponseCenter()
      center.observeAll(consumer(probe.object { _ = center.observeAll { _ in } })).cancel()
      center.post(LogIn())
    },
    Self("ResponseCenter.observe(id:)") { probe in
      let center = ResponseCenter()
      let id = LogIn.notificationID
      center.observe(id: id, consumer(probe.object { _ = center.observe(id: id) { _ in } }))
        .cancel()
      center.post(LogIn())
    },
    Self("a response that an observer posted") { probe in
      let center = ResponseCenter()
      var heard = 0
      _ = center.observe(LogIn.self) { [unowned center] _ in
        center.post(Parcel(probe.object { center.post(LogOut()) }))
      }
      _ = center.observe(LogOut.self) { _ in heard += 1 }
      center.post(LogIn())
      #expect(heard == 1, "a response posted by a release is delivered with the same post")
    },
  ]
}

/// Cancels all tokens when it is called.
@MainActor
private func canceling(
  _ tokens: Tokens, _ object: Calling
) -> @MainActor (LogIn) -> Void {
  { _ in
    object.use()
    tokens.cancel()
  }
}

@MainActor
private final class Tokens {
  var all: [ResponseObservation] = []
  func cancel() { for token in all { token.cancel() } }
}

@MainActor
private final class Pages {
  var page: ReleasedNode? = ReleasedNode()
}

@MainActor
private final class ReleasedNode: Responder {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
  var kept: AnyObject?
  var eventHandling: (any EventHandling)? { table }
}

/// A response that holds an object.
private struct Parcel: Response {
  static let wireType: WireType = 900
  static let notificationID: NotificationID = "test.parcel"
  let object: Calling?

  init(_ object: Calling) { self.object = object }
  init(from reader: inout ByteReader) throws { object = nil }
}
