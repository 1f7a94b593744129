import Observation
import SelfManaged

/// A bookmark on a page: a component of the app's own, made self-managed in fifty lines.
@MainActor @Observable
final class BookmarkButton {
  private(set) var isOn = false
  @ObservationIgnored private var binding: ItemBinding<BookmarkIntent>?

  /// Binds the button to a page: it sends its taps and shows the server's value.
  ///
  /// On another page, or in another session, it unbinds first.
  func selfManagedConfigure(
    isOn: Bool, pageID: String, service: any BookmarkService, in session: Session
  ) {
    binding = session.bind(
      to: pageID, startingAt: isOn, knowing: BookmarkAnswer(isOn: isOn),
      through: Transport(
        send: { try await service.setBookmark($0.isOn, pageID: pageID, $1) },
        read: { try await service.bookmark(pageID: pageID) }),
      replacing: binding,
      show: { [weak self] in self?.isOn = $0.value })
  }

  /// Unbinds the button, as when its screen closes: it works alone again.
  func detach() {
    binding?.unbind()
    binding = nil
  }

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

/// What the user wants, and how it changes the value.
struct BookmarkIntent: OptimisticIntent {
  var isOn: Bool
  func applied(to value: Bool) -> Bool { isOn }
  static func value(from answer: BookmarkAnswer, over shown: Bool, before: Bool) -> Bool {
    answer.isOn ?? shown
  }
}

/// What the server reports of a page's bookmark; `nil` is unspecified.
struct BookmarkAnswer: ServerAnswer { var isOn: Bool?, version: Int? }
