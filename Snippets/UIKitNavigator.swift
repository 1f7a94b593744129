// A navigator that finds the controller on screen. The checks compile this file against declarations
// of Apple's API.

#if canImport(UIKit) && !os(watchOS)
  import SelfManaged
  import UIKit

  // snippet.navigator
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  @MainActor
  final class AppNavigator: Navigator {
    private let root: () -> UIViewController?  // usually the window's rootViewController
    private let screen: (Destination) -> UIViewController

    init(
      root: @escaping @MainActor () -> UIViewController?,
      screen: @escaping @MainActor (Destination) -> UIViewController
    ) {
      (self.root, self.screen) = (root, screen)
    }

    func show(_ destination: Destination) {
      guard let top = root()?.topController else { return }
      let screen = screen(destination)
      if destination != .signIn, let navigation = top.navigationController {
        navigation.pushViewController(screen, animated: true)
      } else {
        let sheet = UINavigationController(rootViewController: screen)
        let close = UIAction { [weak sheet] _ in sheet?.dismiss(animated: true) }
        screen.navigationItem.leftBarButtonItem = UIBarButtonItem(
          systemItem: .close, primaryAction: close)
        top.present(sheet, animated: true)
      }
    }
  }

  extension UIViewController {
    /// The controller on screen: the last one that was presented, selected or pushed.
    var topController: UIViewController {
      if let presented = presentedViewController, !presented.isBeingDismissed {
        return presented.topController
      }
      let tab = (self as? UITabBarController)?.selectedViewController
      let page = (self as? UINavigationController)?.topViewController
      return (tab ?? page)?.topController ?? self
    }
  }
// snippet.end
#endif
