import Foundation
import StorefrontDevice
package import StorefrontHarness
import StorefrontServer

/// The server that all devices share, controlled by the control strip.
@MainActor
package final class ShopControl {
  let server: ServerProcess
  private let shelf: StorefrontShelf
  private var isRunning = true
  private var listeners: [Int: @MainActor (Patch) -> Void] = [:]
  private var nextListener = 0
  private var last: Task<Void, Never>?
  /// The number of starts, which distinguishes the end of an earlier run from that of this one.
  private var run = 0

  package init(_ server: ServerProcess) throws {
    self.server = server
    shelf = try StorefrontShelf(databasePath: server.databasePath)
    watch()
  }

  /// Reports the state of the server to a listener, now and after each change, until it is removed.
  func listen(_ listener: @escaping @MainActor (Patch) -> Void) -> Int {
    nextListener += 1
    listeners[nextListener] = listener
    listener(present)
    return nextListener
  }

  func forget(_ listener: Int) { listeners[listener] = nil }

  /// Performs a press on the control strip, after the earlier ones.
  func press(_ press: Press.Shop) {
    last = Task { [last] in
      await last?.value
      switch press {
      case .stop:
        await server.kill()
        isRunning = false
      case .start:
        guard !isRunning else { break }
        // If the start fails, the server stays stopped, and the strip continues to show that.
        isRunning = (try? await server.restart()) != nil
        if isRunning { watch() }
      case .stock(let product, let count): try? shelf.setStock(count, ofProduct: product)
      }
      report()
    }
  }

  /// Reports the end of the server, whatever its cause.
  private func watch() {
    run += 1
    Task { [weak self, weak server, run] in
      guard let ending = await server?.ending else { return }
      _ = await ending.value
      self?.ended(run)
    }
  }

  private func ended(_ run: Int) {
    guard run == self.run, isRunning else { return }
    isRunning = false
    report()
  }

  private func report() {
    for listener in listeners.values { listener(present) }
  }

  private var present: Patch {
    let products = (try? shelf.products()) ?? []
    return .shop(
      isRunning: isRunning,
      products: products.map { .init(id: $0.id, name: $0.name, stock: $0.stock) })
  }
}
