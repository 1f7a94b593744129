public import Foundation

/// An object that manages a hierarchy of views.
@MainActor
open class UIViewController: UIResponder {
  /// The title.
  open var title: String?
  /// The controller that contains this one.
  public private(set) weak var parent: UIViewController?
  /// The controllers that this one contains.
  public private(set) var children: [UIViewController] = []
  /// The controller that this one or its container presents.
  open var presentedViewController: UIViewController? {
    presented ?? parent?.presentedViewController
  }
  private var presented: UIViewController?
  /// The controller that presents this one or its container.
  public private(set) weak var presentingViewController: UIViewController?
  /// Whether the controller is being dismissed.
  open var isBeingDismissed: Bool { false }
  /// The item that the controller adds to a navigation bar.
  public let navigationItem = UINavigationItem()
  /// The window whose root controller this is.
  weak var window: UIWindow?
  private var loadedView: UIView?

  /// Creates a controller.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

  /// Creates a controller without a nib file.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller from an archive.
  public required init?(coder: NSCoder) { super.init() }

  /// The root view, which is created when it is needed.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      if loadedView == nil {
        loadView()
        viewDidLoad()
      }
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }

  /// Creates the root view, if it does not exist.
  open func loadViewIfNeeded() { _ = view }
  /// Creates the root view.
  open func loadView() { view = UIView(frame: .zero) }
  /// Called once, when the root view has been created.
  open func viewDidLoad() {}

  /// The superview of the root view, or the window, or the presenting controller.
  open override var next: UIResponder? {
    loadedView?.superview ?? window ?? presentingViewController
  }

  /// The container, if it is a navigation controller, or the container's.
  open var navigationController: UINavigationController? {
    (parent as? UINavigationController) ?? parent?.navigationController
  }

  /// Makes a controller a child of this one.
  open func addChild(_ child: UIViewController) {
    child.removeFromParent()
    child.parent = self
    children.append(child)
  }

  /// Called when the controller's container has changed.
  open func didMove(toParent parent: UIViewController?) {}

  /// Removes the controller from its container.
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  /// Presents a controller.
  open func present(
    _ controller: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    guard presentedViewController == nil else { return }
    presented = controller
    controller.presentingViewController = self
    completion?()
  }

  /// Dismisses the presented controller, or this one if it presents none.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    if let controller = presented {
      controller.presentingViewController = nil
      presented = nil
      completion?()
    } else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
    }
  }
}

/// The part of a navigation bar that belongs to one controller.
@MainActor
open class UINavigationItem: NSObject {
  /// The button at the leading edge.
  open var leftBarButtonItem: UIBarButtonItem?
}

/// A button of a bar.
@MainActor
open class UIBarButtonItem: NSObject {
  /// Creates a button of the system.
  public init(systemItem: SystemItem, primaryAction: UIAction? = nil) { super.init() }

  /// A kind of button of the system.
  public enum SystemItem: Int, Sendable {
    /// Closes a sheet.
    case close = 24
  }
}

/// A controller that contains a stack of controllers.
@MainActor
open class UINavigationController: UIViewController {
  /// The stack.
  open var viewControllers: [UIViewController] { children }
  /// The controller on top of the stack.
  open var topViewController: UIViewController? { viewControllers.last }

  /// Creates a stack with one controller.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    pushViewController(rootViewController, animated: false)
  }

  /// Creates a stack from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Pushes a controller, whose view moves into this controller's.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    topViewController?.view.removeFromSuperview()
    addChild(viewController)
    view.addSubview(viewController.view)
    viewController.didMove(toParent: self)
  }

  /// Pops the controller on top, unless it is the only one.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    top.view.removeFromSuperview()
    top.removeFromParent()
    if let next = topViewController { view.addSubview(next.view) }
    return top
  }
}

/// A controller that shows one of its children, chosen with tabs.
@MainActor
open class UITabBarController: UIViewController {
  /// The controllers of the tabs.
  open var viewControllers: [UIViewController]? {
    get { children }
    set {
      for child in children { child.removeFromParent() }
      for child in newValue ?? [] { addChild(child) }
      selectedIndex = 0
    }
  }
  /// The index of the selected tab.
  open var selectedIndex = 0 {
    didSet {
      for child in children { child.view.removeFromSuperview() }
      if let selectedViewController { view.addSubview(selectedViewController.view) }
    }
  }
  /// The controller of the selected tab.
  open var selectedViewController: UIViewController? {
    children.indices.contains(selectedIndex) ? children[selectedIndex] : nil
  }
}
