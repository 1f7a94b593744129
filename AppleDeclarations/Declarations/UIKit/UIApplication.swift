public import Foundation

/// The app.
@MainActor
open class UIApplication: UIResponder {
  /// The only app.
  public class var shared: UIApplication { theApp }
  private static let theApp = UIApplication()

  /// The delegate.
  open weak var delegate: (any UIApplicationDelegate)?
  /// The handlers of the background tasks that have begun and not ended; only in these declarations.
  public private(set) var backgroundTasks:
    [UIBackgroundTaskIdentifier: (@MainActor @Sendable () -> Void)?] = [:]
  private var lastTask = 0

  /// The delegate, if it is a responder.
  open override var next: UIResponder? { delegate as? UIResponder }

  /// Requests time in the background.
  ///
  /// - Parameters:
  ///   - taskName: The name, for debugging.
  ///   - handler: Called shortly before the time ends; it has to end the task.
  /// - Returns: The task; `.invalid` if the app can't run in the background.
  open func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    lastTask += 1
    let task = UIBackgroundTaskIdentifier(rawValue: lastTask)
    backgroundTasks[task] = .some(handler)
    return task
  }

  /// Ends a background task.
  open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks[identifier] = nil
  }
}

/// The identifier of a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: Int

  /// Creates an identifier.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No task.
  public static let invalid = Self(rawValue: 0)
}

/// The delegate of the app.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {}

/// One instance of the app's interface.
@MainActor
open class UIScene: UIResponder {
  /// What the system passes to a new scene.
  @MainActor
  open class ConnectionOptions: NSObject {}

  /// The app.
  open override var next: UIResponder? { UIApplication.shared }
}

/// A scene with windows.
@MainActor
open class UIWindowScene: UIScene {}

/// The system's record of a scene.
@MainActor
open class UISceneSession: NSObject {}

/// The delegate of a scene; every method is optional.
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  /// The scene was added to the app.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// The scene is about to be visible.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The scene is no longer visible.
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The delegate of a scene with windows.
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The main window.
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  /// `nil`: there is no main window.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

/// The view that contains all views of a scene.
@MainActor
open class UIWindow: UIView {
  /// The scene of the window.
  open weak var windowScene: UIWindowScene?
  /// The controller of the window's content.
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.window = nil
      oldValue?.view.removeFromSuperview()
      guard let rootViewController else { return }
      rootViewController.window = self
      addSubview(rootViewController.view)
    }
  }

  /// Creates a window.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a window of a scene.
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: .zero)
    self.windowScene = windowScene
  }

  /// Creates a window from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The window itself.
  open override var window: UIWindow? { self }

  /// The scene, or else the app.
  open override var next: UIResponder? { windowScene ?? UIApplication.shared }

  /// Shows the window.
  open func makeKeyAndVisible() { isHidden = false }
}
