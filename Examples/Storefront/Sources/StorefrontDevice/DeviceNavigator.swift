import SelfManaged

/// Shows places on a device's stack.
@MainActor
final class DeviceNavigator: Navigator {
  var open: @MainActor (Destination) -> Void = { _ in }

  func show(_ destination: Destination) { open(destination) }
}
