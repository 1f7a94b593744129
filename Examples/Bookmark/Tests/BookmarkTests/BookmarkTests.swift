import Components
import Fakes
import SelfManaged
import Testing

@testable import Bookmark

@MainActor @Test func aFailedBookmarkIsRolledBack() async {
  let service = FakeBookmarks(), session = Session.fake(), button = BookmarkButton()
  let screen = Screen()
  screen.adopt(button)
  session.registerBookmarks(service)
  button.selfManagedConfigure(isOn: false, version: 0, pageID: "7", in: session)
  service.hold()
  button.tap()
  #expect(button.isOn)
  service.failNext(.offline)
  service.release()
  await session.settled()
  #expect(!button.isOn)
  #expect(screen.message == ServiceError.offline.message)
}

@MainActor @Test func aListFromBeforeATapIsIgnored() async {
  let service = FakeBookmarks(), session = Session.fake(), button = BookmarkButton()
  session.registerBookmarks(service)
  button.selfManagedConfigure(isOn: false, version: 0, pageID: "7", in: session)
  button.tap()
  await session.settled()
  button.tap()
  await session.settled()
  // The list was read between the two taps.
  button.selfManagedConfigure(isOn: true, version: 1, pageID: "7", in: session)
  #expect(!button.isOn)
  await session.settled()
  #expect(service.arrivals == 2)  // Nothing had to be read.
}

@MainActor @Test func aDetachedBookmarkWorksAlone() async {
  let service = FakeBookmarks(), session = Session.fake(), button = BookmarkButton()
  session.registerBookmarks(service)
  button.selfManagedConfigure(isOn: false, version: 0, pageID: "7", in: session)
  button.detach()
  button.tap()
  await session.settled()
  #expect(button.isOn)
  #expect(service.arrivals == 0)
}

@MainActor @Test func theBookmarksKeepTheContract() async throws {
  try await TransportContract(
    .bookmark(of: "7", by: FakeBookmarks()), startingAt: false,
    intents: [BookmarkIntent(isOn: true), BookmarkIntent(isOn: false)]
  ).check()
}

@MainActor @Test func theBookmarkSurvivesTheWorld() async throws {
  try await AdversarialWorld.bookmarks.check()
}

@MainActor final class Screen: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
  var message: String?

  init() {
    table.on(TapFailed.self) { [weak self] failed, _ in
      self?.message = failed.error.message
      return .stop
    }
  }
}

@MainActor final class FakeBookmarks: BookmarkService, WiredFake {
  let wire = FakeWire()
  /// The pages that were changed, with their versions.
  private var pages: [String: BookmarkAnswer] = [:]

  func setBookmark(
    _ isOn: Bool, pageID: String, _: RequestInfo
  ) async throws -> BookmarkAnswer {
    try await wire.carry { [self] in
      let answer = BookmarkAnswer(isOn: isOn, version: (pages[pageID]?.version ?? 0) + 1)
      pages[pageID] = answer
      return answer
    }
  }

  func bookmark(pageID: String) async throws -> BookmarkAnswer {
    try await wire.carry { [self] in pages[pageID] ?? BookmarkAnswer(isOn: false, version: 0) }
  }
}
