import Fakes
import SelfManaged
import Testing

@testable import Bookmark

@MainActor @Test func aFailedBookmarkIsRolledBack() async {
  let service = FakeBookmarks(), session = Session.fake(), button = BookmarkButton()
  session.registerBookmarks(service)
  button.selfManagedConfigure(isOn: false, pageID: "7", in: session)
  service.hold()
  button.tap()
  #expect(button.isOn)
  service.failNext(.offline)
  service.release()
  await session.settled()
  #expect(!button.isOn)
}

@MainActor @Test func aDetachedBookmarkWorksAlone() async {
  let service = FakeBookmarks(), session = Session.fake(), button = BookmarkButton()
  session.registerBookmarks(service)
  button.selfManagedConfigure(isOn: false, pageID: "7", in: session)
  button.detach()
  button.tap()
  await session.settled()
  #expect(button.isOn)
  #expect(service.arrivals == 0)
}

@MainActor @Test func theBookmarkSurvivesTheWorld() async throws {
  try await AdversarialWorld.bookmarks.check()
}

@MainActor final class FakeBookmarks: BookmarkService, WiredFake {
  let wire = FakeWire()
  private var pages: Set<String> = []

  func setBookmark(
    _ isOn: Bool, pageID: String, _: RequestInfo
  ) async throws -> BookmarkAnswer {
    try await wire.carry { [self] in
      if isOn { pages.insert(pageID) } else { pages.remove(pageID) }
      return BookmarkAnswer(isOn: isOn)
    }
  }

  func bookmark(pageID: String) async throws -> BookmarkAnswer {
    try await wire.carry { [self] in BookmarkAnswer(isOn: pages.contains(pageID)) }
  }
}
