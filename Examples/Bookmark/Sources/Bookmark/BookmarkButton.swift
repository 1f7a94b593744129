import Observation
import SelfManaged

/// A bookmark on a page: a component of the app's own, made self-managed in forty lines.
@MainActor @Observable
final class BookmarkButton {
  private(set) var isOn = false
  @ObservationIgnored private var hold: ManagedValue<BookmarkIntent>?

  /// From here on the button sends its taps, and shows what the server makes of them.
  func selfManagedConfigure(
    isOn: Bool, pageID: String, service: any BookmarkService, in session: Session
  ) {
    hold = session.bind(
      to: pageID, startingAt: isOn, knowing: BookmarkAnswer(isOn: isOn),
      through: Transport { try await service.setBookmark($0.isOn, pageID: pageID, $1) },
      replacing: { hold?.unbind() },
      show: { [weak self] in self?.isOn = $0.value })
  }

  func tap() {
    if let hold { hold.send(BookmarkIntent(isOn: !isOn)) } else { isOn.toggle() }
  }
}

/// The app's service; a struct over HTTP in the app, a fake in a test.
protocol BookmarkService: Sendable {
  func setBookmark(_ isOn: Bool, pageID: String, _: RequestInfo) async throws -> BookmarkAnswer
}

/// What the person wants, and what it makes of the value.
struct BookmarkIntent: OptimisticIntent {
  var isOn: Bool
  func applied(to value: Bool) -> Bool { isOn }
  static func value(from answer: BookmarkAnswer, over shown: Bool, before: Bool) -> Bool {
    answer.isOn ?? shown
  }
}

/// What the server says of a page's bookmark; it may say nothing.
struct BookmarkAnswer: ServerAnswer { var isOn: Bool?, version: Int? }
