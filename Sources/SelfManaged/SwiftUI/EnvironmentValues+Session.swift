#if SwiftUI && canImport(SwiftUI)
  public import SwiftUI

  /// What the views of the trait `SwiftUI` read from the environment.
  extension EnvironmentValues {
    /// The session that the views bind their components to; `nil` before sign-in.
    ///
    /// Pass it at the root of the scene: `.environment(\.session, session)`.
    public var session: Session? {
      get { self[SessionKey.self] }
      set { self[SessionKey.self] = newValue }
    }

    /// The language of failures and notices; by default English.
    public var messages: MessageLanguage {
      get { self[MessagesKey.self] }
      set { self[MessagesKey.self] = newValue }
    }
  }

  private struct SessionKey: EnvironmentKey {
    static var defaultValue: Session? { nil }
  }

  private struct MessagesKey: EnvironmentKey {
    static var defaultValue: MessageLanguage { .english }
  }
#endif
