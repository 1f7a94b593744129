import Components
import Observation
import SelfManaged

/// A bookmark button for a page: the app's own component, self-managed in sixty lines.
@MainActor @Observable
final class BookmarkButton: ManagedComponent, AdoptableResponder {
  private(set) var isOn = false
  /// The screen, which shows the message of a tap that failed.
  @ObservationIgnored weak var nextResponder: (any Responder)?
  let slot = BindingSlot<BookmarkIntent>()

  /// Binds the button to a page: it sends its taps and shows the server's value.
  ///
  /// On another page, or in another session, it unbinds first. The version is the one of `isOn`, so
  /// that a list from before a tap never undoes the tap.
  func selfManagedConfigure(isOn: Bool, version: Int?, pageID: String, in session: Session) {
    bind(
      to: pageID, startingAt: isOn, knowing: BookmarkAnswer(isOn: isOn, version: version),
      in: session)
  }

  func show(_ change: ManagedChange<Bool>) { isOn = change.value }

  func tap() {
    if let binding { binding.send(BookmarkIntent(isOn: !isOn)) } else { isOn.toggle() }
  }
}

/// The app's service; a struct over HTTP in the app, a fake in a test.
protocol BookmarkService: Sendable {
  func setBookmark(_ isOn: Bool, pageID: String, _: RequestInfo) async throws -> BookmarkAnswer
  /// Reads the value back after a lost reply, and for a new user.
  func bookmark(pageID: String) async throws -> BookmarkAnswer
}

extension Transport where Intent == BookmarkIntent {
  /// The requests of one page's bookmark.
  static func bookmark(of pageID: String, by service: any BookmarkService) -> Self {
    Self(
      send: { try await service.setBookmark($0.isOn, pageID: pageID, $1) },
      read: { try await service.bookmark(pageID: pageID) })
  }
}

extension Session {
  /// Registers bookmarks; call it once, where the session is created.
  func registerBookmarks(_ service: any BookmarkService) {
    register(BookmarkIntent.self) { .bookmark(of: $0, by: service) }
  }
}

/// The user's intent, and its effect on the value.
struct BookmarkIntent: OptimisticIntent {
  var isOn: Bool
  func applied(to value: Bool) -> Bool { isOn }
  static func value(from answer: BookmarkAnswer, over shown: Bool, before: Bool) -> Bool {
    answer.isOn ?? shown
  }
}

/// The server's report of a page's bookmark; `nil` means unspecified.
struct BookmarkAnswer: ServerAnswer {
  var isOn: Bool?, version: Int?
  /// A whole answer that is newer is believed without a read.
  var isComplete: Bool { isOn != nil }
}
