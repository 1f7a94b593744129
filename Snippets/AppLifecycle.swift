// A session that follows the app's lifecycle and the network. The checks compile this file against
// declarations of Apple's API.

#if canImport(Network)
  import Network
  import SelfManaged

  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  // snippet.lifecycle
  // Compiled against declarations of Apple's API, not run on Apple platforms
  @MainActor
  final class SessionLifecycle {
    let session: Session
    private let monitor = NWPathMonitor()
    private var settling: Task<Void, Never>?

    init(_ session: Session) {
      self.session = session
      monitor.pathUpdateHandler = { [weak session] path in
        let isReachable = path.status == .satisfied
        Task { @MainActor [weak session] in session?.isReachable = isReachable }
      }
      monitor.start(queue: .main)
    }

    func enterBackground() {
      session.flush()
      settling?.cancel()
      settling = runInBackground { [session] in await session.settled() }
    }

    func enterForeground() {
      settling?.cancel()
      session.refresh()
    }

    /// Call it when the user signs out.
    func end() {
      monitor.cancel()
      settling?.cancel()
      session.end()
    }
  }
  // snippet.end

  // snippet.background
  /// Runs work that may continue in the background until the system needs the time back.
  @MainActor
  func runInBackground(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let task = Task { await work() }
    #if canImport(UIKit) && !os(watchOS)
      let time = UIApplication.shared.beginBackgroundTask(withName: "Session") { task.cancel() }
      Task {
        await task.value
        UIApplication.shared.endBackgroundTask(time)
      }
    #endif
    return task
  }
// snippet.end
#endif

#if canImport(Network) && canImport(SwiftUI)
  import SwiftUI

  // snippet.phase
  // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
  struct ScenePhaseObserver: ViewModifier {
    let lifecycle: SessionLifecycle
    @Environment(\.scenePhase) private var scenePhase

    func body(content: Content) -> some View {
      content.onChange(of: scenePhase) { former, phase in
        if phase == .background { lifecycle.enterBackground() }
        if former == .background { lifecycle.enterForeground() }
      }
    }
  }
// snippet.end
#endif

#if canImport(Network) && canImport(UIKit) && !os(watchOS)
  // snippet.scene
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    var lifecycle: SessionLifecycle?  // set at sign-in

    func sceneDidEnterBackground(_ scene: UIScene) { lifecycle?.enterBackground() }

    func sceneWillEnterForeground(_ scene: UIScene) { lifecycle?.enterForeground() }
  }
// snippet.end
#endif
