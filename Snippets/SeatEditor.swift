// A number editor for a kind of the app's own: the seats that the user holds at an event.

import Components
import Fakes
import SelfManaged

// snippet.seats
/// The seats that the user holds, and the most that the user can hold.
struct SeatValue: Hashable, Sendable {
  var seats = 0
  var maximum = Int.max
}

/// The user's change: to hold this number of seats.
struct SeatIntent: OptimisticIntent {
  var seats: Int

  func applied(to value: SeatValue) -> SeatValue {
    SeatValue(seats: seats, maximum: value.maximum)
  }

  func effective(on value: SeatValue) -> Self? {  // clamped; nil if it would change nothing
    let allowed = Self(seats: min(seats, value.maximum))
    return allowed.applied(to: value) == value ? nil : allowed
  }

  static func value(
    from answer: SeatAnswer, over predicted: SeatValue, before: SeatValue
  ) -> SeatValue {
    SeatValue(
      seats: answer.seats ?? predicted.seats, maximum: answer.maximum ?? predicted.maximum)
  }

  func answer(in error: ServiceError) -> SeatAnswer? {  // also the maximum of `.limit(5)`
    guard let maximum = error.maximum else { return error.answer as? SeatAnswer }
    var answer = error.answer as? SeatAnswer ?? SeatAnswer()
    answer.maximum = answer.maximum ?? maximum
    return answer
  }
}

struct SeatAnswer: ServerAnswer {
  var seats: Int?
  var maximum: Int?
  var version: Int?
  var isComplete: Bool { seats != nil && maximum != nil }
}
// snippet.end

// snippet.editor
extension NumberEditor {
  func editSeats(at eventID: String, in session: Session) {
    let item = [ObjectIdentifier(session), eventID] as [AnyHashable]
    endEditing(before: item)  // a text for another event is committed to that event
    let binding = session.bind(
      SeatIntent.self, to: eventID, startingAt: SeatValue(), knowing: nil,
      replacing: binding as? ItemBinding<SeatIntent>
    ) { [weak self] change in
      guard let self else { return }
      var next = state  // keeps a text that is being edited
      next.quantity = change.value.seats
      next.rules = QuantityRules(maximum: change.value.maximum)
      next.change = change.cause
      show(next)
      sendEvents(of: change, for: eventID)  // sends TapFailed, TapAdjusted or UndoOffered
    }
    attach(
      Behavior(
        step: { binding.send(SeatIntent(seats: binding.value.seats + $0)) },
        set: { binding.send(SeatIntent(seats: $0)) },
        item: item,
        binding: binding))
  }
}
// snippet.end

/// A seat service in memory.
@MainActor
final class Seats {
  let wire = FakeWire()
  var held = 0
  var maximum = 5

  func hold(_ seats: Int) async throws -> SeatAnswer {
    try await wire.carry { [self] in
      held = min(seats, maximum)
      return SeatAnswer(seats: held, maximum: maximum)
    }
  }

  func read() async throws -> SeatAnswer {
    try await wire.carry { [self] in SeatAnswer(seats: held, maximum: maximum) }
  }
}

@MainActor
func seatsAreClampedAndRolledBack() async {
  let seats = Seats(), session = Session.fake(), editor = NumberEditor(label: "Seats")
  session.register(SeatIntent.self) { _ in
    Transport(
      send: { intent, _ in try await seats.hold(intent.seats) }, read: { try await seats.read() })
  }
  editor.editSeats(at: "gala", in: session)
  await session.settled()
  precondition(editor.state.rules.maximum == 5)
  editor.edit("8")
  editor.endEditing()
  precondition(editor.state.quantity == 5 && editor.state.text == nil)
  await session.settled()
  precondition(seats.held == 5)
  seats.wire.hold()
  editor.reduce()
  precondition(editor.state.quantity == 4)
  seats.wire.failNext(.offline)
  seats.wire.release()
  await session.settled()
  precondition(editor.state.quantity == 5 && editor.requestStatus.failure != nil)
  editor.edit("2")
  session.receive(SeatAnswer(seats: 3, maximum: 3), of: SeatIntent.self, for: "gala")
  precondition(editor.state.text == "2" && editor.state.quantity == 3)
  editor.editSeats(at: "gala", in: session)  // bound again, while the text is edited
  precondition(editor.state.text == "2")
  seats.wire.hold()
  editor.endEditing()
  editor.editSeats(at: "gala", in: session)  // and while its request is pending
  precondition(editor.state.quantity == 2 && editor.requestStatus.isPending)
  seats.wire.failNext(.rejected("Sold out"))
  seats.wire.release()
  await session.settled()
  precondition(editor.state.quantity == 3 && editor.requestStatus.failure == "Sold out")
  editor.edit("1")
  editor.editSeats(at: "concert", in: session)  // another event: the text is committed first
  precondition(editor.state.text == nil)
  await session.settled()
  precondition(seats.held == 1)
  seats.wire.failNext(.limit(3))
  editor.edit("4")
  editor.endEditing()
  await session.settled()
  precondition(editor.state.quantity == 1 && editor.state.rules.maximum == 3)
}

await seatsAreClampedAndRolledBack()
