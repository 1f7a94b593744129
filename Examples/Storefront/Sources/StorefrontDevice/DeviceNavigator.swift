import SelfManaged

/// Shows destinations on the stack of a device.
@MainActor
final class DeviceNavigator: Navigator {
  var open: @MainActor (Destination) -> Void = { _ in }

  func show(_ destination: Destination) { open(destination) }
}
