import Components
import Observation
import SelfManaged

/// A bookmark button for a page: the app's own component, self-managed in fifty lines.
@MainActor @Observable
final class BookmarkButton: ManagedComponent {
  private(set) var isOn = false
  let slot = BindingSlot<BookmarkIntent>()
  @ObservationIgnored weak var nextResponder: (any Responder)?

  /// Binds the button to a page: it sends its taps and shows the server's value.
  ///
  /// On another page, or in another session, it unbinds first.
  func selfManagedConfigure(isOn: Bool, pageID: String, in session: Session) {
    bind(to: pageID, startingAt: isOn, knowing: BookmarkAnswer(isOn: isOn), in: session)
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

extension Session {
  /// Registers bookmarks; call it once, where the session is created.
  func registerBookmarks(_ service: any BookmarkService) {
    register(BookmarkIntent.self) { pageID in
      Transport(
        send: { try await service.setBookmark($0.isOn, pageID: pageID, $1) },
        read: { try await service.bookmark(pageID: pageID) })
    }
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
struct BookmarkAnswer: ServerAnswer { var isOn: Bool?, version: Int? }
