import Components
import Fakes
import SelfManaged
import Testing
import UIKit

@testable import UIKitNavigator

@MainActor
struct UIKitNavigatorTests {
  let window = UIWindow(frame: .zero)

  private var navigator: AppNavigator {
    AppNavigator(root: { [window] in window.rootViewController }) { destination in
      let screen = UIViewController()
      screen.title = destination.path
      return screen
    }
  }

  @Test func aDestinationIsPushedInTheSelectedTab() {
    let first = UINavigationController(rootViewController: UIViewController())
    let second = UINavigationController(rootViewController: UIViewController())
    let tabs = UITabBarController()
    tabs.viewControllers = [first, second]
    tabs.selectedIndex = 1
    window.rootViewController = tabs
    navigator.show(.userProfile("42"))
    #expect(second.topViewController?.title == "/user/42")
    #expect(first.viewControllers.count == 1)
  }

  @Test func aDestinationIsPushedInThePresentedSheet() {
    let sheet = UINavigationController(rootViewController: UIViewController())
    let page = UINavigationController(rootViewController: UIViewController())
    window.rootViewController = page
    page.present(sheet, animated: false)
    navigator.show(.product("7"))
    #expect(sheet.topViewController?.title == "/product/7")
    #expect(page.viewControllers.count == 1)
  }

  @Test func signInIsPresented() {
    let page = UINavigationController(rootViewController: UIViewController())
    window.rootViewController = page
    navigator.show(.signIn)
    #expect(page.viewControllers.count == 1)
    #expect(window.rootViewController?.topController.title == "/sign-in")
  }

  @Test func withoutANavigationControllerTheDestinationIsPresented() {
    window.rootViewController = UIViewController()
    navigator.show(.userProfile("42"))
    #expect(window.rootViewController?.topController.title == "/user/42")
  }

  @Test func anAvatarOpensTheProfile() {
    let page = UINavigationController(rootViewController: UIViewController())
    window.rootViewController = page
    let avatar = AvatarView()
    avatar.selfManagedConfigure(
      imageURL: nil, userID: "42", in: .fake(navigator: navigator))
    avatar.tap()
    #expect(page.topViewController?.title == "/user/42")
  }
}
