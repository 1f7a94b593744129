@_exported public import Dispatch
private import Foundation

/// An observer of the device's network.
public final class NWPathMonitor: @unchecked Sendable {  // the lock guards the handler
  private let lock = NSLock()
  private var handler: (@Sendable (_ newPath: NWPath) -> Void)?

  /// Called on the queue with the present path, and with each change.
  public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
    get { lock.withLock { handler } }
    set { lock.withLock { handler = newValue } }
  }

  /// Creates a monitor, which observes nothing until it is started.
  public init() {}

  /// Begins to observe the network.
  public func start(queue: DispatchQueue) {
    queue.async { self.pathUpdateHandler?(NWPath(status: .satisfied)) }
  }

  /// Ends the observation.
  public func cancel() { pathUpdateHandler = nil }
}

/// A path to the network.
public struct NWPath: Sendable {
  /// Whether a connection can be made.
  public let status: Status

  /// Whether a connection can be made.
  public enum Status: Sendable {
    /// The network is available.
    case satisfied
    /// The network is not available.
    case unsatisfied
    /// The network becomes available when a connection is made.
    case requiresConnection
  }
}
