package import Components

/// A binding to no item, which a test attaches to a component.
@MainActor
package final class FakeBinding: ComponentBinding {
  package let status: RequestStatus
  private let retried: () -> Void
  private let unbound: () -> Void

  package init(
    status: RequestStatus = RequestStatus(), unbound: @escaping () -> Void = {},
    retried: @escaping () -> Void = {}
  ) {
    (self.status, self.retried, self.unbound) = (status, retried, unbound)
  }

  package func retry() { retried() }
  package func undo() {}
  package func unbind() { unbound() }
}
