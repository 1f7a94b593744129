/// Starts the tasks of sessions, forms and image loads.
package enum ImmediateTask {
  /// Whether tasks start synchronously, which needs the system's `Task.immediate`.
  package static var isAvailable: Bool {
    #if !NO_IMMEDIATE_TASKS
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return true }
    #endif
    return false
  }

  /// Starts a task: synchronously up to its first suspension where the system can, else later.
  ///
  /// The parameter has the exact type of a task's closure, since a closure of another type would be
  /// wrapped twice. So each operation declares that it runs on the main actor.
  @inline(__always) @MainActor @discardableResult
  static func start<Success: Sendable>(
    _ operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    #if !NO_IMMEDIATE_TASKS  // Set by the checks, to test the behavior of older systems.
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: operation)
      }
    #endif
    return Task(operation: operation)
  }
}
