import Components

/// An event with a message to the user, which rises to the device.
struct DeviceSays: TypedEvent {
  static let name = EventName("device.says")
  var words: String
  /// The tag of the words' language.
  var language = "en"
}
