import Fakes
import SelfManaged

@testable import Bookmark

/// The service behind the adversarial world's network.
@MainActor struct NetworkedBookmarks: BookmarkService {
  let server: FakeBookmarks, network: AdversarialNetwork

  func setBookmark(
    _ isOn: Bool, pageID: String, _ info: RequestInfo
  ) async throws -> BookmarkAnswer {
    try await network.change(of: pageID, info) { [server] in
      try await server.setBookmark(isOn, pageID: pageID, info)
    }
  }

  func bookmark(pageID: String) async throws -> BookmarkAnswer {
    try await network.read(of: pageID) { [server] in try await server.bookmark(pageID: pageID) }
  }
}

/// Three screens with a bookmark button each, two pages, another device, and a faulty network.
extension AdversarialWorld where Intent == BookmarkIntent {
  static var bookmarks: Self {
    Self { network in
      let server = FakeBookmarks()
      let service = NetworkedBookmarks(server: server, network: network)
      return AdversarialSubject(
        itemIDs: ["7", "8"],
        screens: (0..<3).map { _ in screen(BookmarkButton()) },
        otherDevices: [BookmarkIntent(isOn: true), BookmarkIntent(isOn: false)],
        server: { pageID in
          Transport(
            send: { try await server.setBookmark($0.isOn, pageID: pageID, $1) },
            read: { try await server.bookmark(pageID: pageID) })
        },
        session: {
          let session = network.session()
          session.registerBookmarks(service)
          return session
        })
    }
  }

  private static func screen(_ button: BookmarkButton) -> AdversarialScreen<BookmarkIntent> {
    AdversarialScreen(
      bind: { pageID, listed, session in
        button.selfManagedConfigure(
          isOn: listed?.isOn ?? false, version: listed?.version, pageID: pageID, in: session)
      },
      unbind: { button.detach() }, presses: [{ button.tap() }], shown: { button.isOn })
  }
}
