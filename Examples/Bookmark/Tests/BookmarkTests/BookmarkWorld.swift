import Fakes
import SelfManaged

@testable import Bookmark

/// Three screens with a bookmark button each, two pages, another device, and a faulty network.
extension AdversarialWorld where Intent == BookmarkIntent {
  static var bookmarks: Self {
    Self(
      itemIDs: ["7", "8"], screen: { screen(BookmarkButton()) },
      otherDevices: [BookmarkIntent(isOn: true), BookmarkIntent(isOn: false)]
    ) {
      let service = FakeBookmarks()
      return { .bookmark(of: $0, by: service) }
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
