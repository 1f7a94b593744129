import Components
import SelfManaged

/// Records the events of number editors.
@MainActor
final class LinesPage: Responder {
  weak var nextResponder: (any Responder)?
  private let table = EventTable()
  private(set) var wanted: [LinesWanted] = []
  /// The item and the label of the editor that sent the failure.
  private(set) var failed: [String] = []
  private(set) var codes: [ServiceError.Code] = []
  private(set) var dropped: [String] = []
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(LinesWanted.self) { [unowned self] event, _ in
      wanted.append(event)
      return .stop
    }
    table.on(TapFailed.self) { [unowned self] event, context in
      failed.append("\(event.itemID) \((context.sender as? NumberEditor)?.label ?? "")")
      codes.append(event.error.code)
      return .stop
    }
    table.on(TextDropped.self) { [unowned self] event, _ in
      dropped.append(event.text)
      return .stop
    }
  }
}
