import Fakes
import Foundation
import Observation
import SelfManaged

@testable import Shop

extension ShopPage {
  /// Opens the shop with two products, of which the cart contains 2 teas, and then plays a recording.
  static func open(
    _ recording: String, clock: FakeClock? = nil
  ) async throws -> (page: ShopPage, session: Session, server: RecordedServer) {
    let server = try RecordedServer("open", recording)
    let shop = ShopAPI(server)
    // With the real services. Without a clock all delays are skipped.
    let session = Session.fake(likes: shop, cart: shop, images: shop, policy: .shop, clock: clock)
    let page = ShopPage(shop, in: session)
    await page.reload()
    await session.settled()
    return (page, session, server)
  }

  var tea: ProductRow { rows[0] }
}

extension ShopAPI {
  @MainActor init(_ server: RecordedServer) {
    self.init(
      baseURL: server.baseURL, token: "secret", configuration: server.configuration)
  }
}

/// Returns when a condition on observable values is true.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  while !condition() {
    await withCheckedContinuation { changed in
      withObservationTracking {
        _ = condition()
      } onChange: {
        changed.resume()
      }
    }
  }
}
