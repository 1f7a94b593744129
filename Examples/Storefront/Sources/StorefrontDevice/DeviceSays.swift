import Components

/// Words for the person, which rise to the device.
struct DeviceSays: TypedEvent {
  static let name = EventName("device.says")
  var words: String

  init(_ words: String) { self.words = words }

  var info: EventInfo { ["message": words] }
}
