import Fakes
import SelfManaged
import Testing

@testable import Bookmark

@MainActor @Test func aFailedBookmarkIsRolledBack() async {
  let service = FakeBookmarks(), session = Session.fake(), button = BookmarkButton()
  button.selfManagedConfigure(isOn: false, pageID: "7", service: service, in: session)
  service.hold()
  button.tap()
  #expect(button.isOn)
  service.failNext(.offline)
  service.release()
  await session.settled()
  #expect(!button.isOn)
}

@MainActor final class FakeBookmarks: BookmarkService, WiredFake {
  let wire = FakeWire()
  func setBookmark(
    _ isOn: Bool, pageID: String, _: RequestInfo
  ) async throws -> BookmarkAnswer {
    try await wire.carry { BookmarkAnswer(isOn: isOn) }
  }
}
