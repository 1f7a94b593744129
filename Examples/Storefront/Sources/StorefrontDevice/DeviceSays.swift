import Components

/// An event with a message to the user, which rises to the device.
struct DeviceSays: TypedEvent {
  static let name = EventName("device.says")
  var words: String

  init(_ words: String) { self.words = words }

  var info: EventInfo { ["message": words] }
}
