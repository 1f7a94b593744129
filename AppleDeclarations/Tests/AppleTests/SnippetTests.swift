import Components
import Fakes
import SelfManaged
import Testing
import UIKit

@testable import AppLifecycle
@testable import UIKitCells
@testable import UIKitFields
@testable import UIKitNavigator

/// The views and controllers to copy, on declarations of UIKit.
@MainActor
struct CellTests {
  @Test func aFailureRisesFromTheCellToTheController() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes)
    let proxy = FeedProxy(), feed = FeedController(proxy: proxy)
    let cell = PostCell(frame: .zero)
    feed.collectionView.addSubview(cell)
    var failures: [String] = []
    proxy.table.on(TapFailed.self) { failure, _ in
      failures.append(failure.itemID)
      return .stop
    }
    cell.configure(for: Post(id: "p1", isLiked: false, likes: 10), in: session)
    likes.failNext(.rejected("No"))
    let heart = cell.contentView.subviews.compactMap { $0 as? UIButton }.first
    heart?.sendActions(for: .touchUpInside)
    await session.settled()
    #expect(failures == ["p1"])
  }

  @Test func aReusedCellShowsItsNewPostAtOnce() {
    let session = Session.fake(), cell = PostCell(frame: .zero)
    let heart = cell.contentView.subviews.compactMap { $0 as? UIButton }.first
    cell.configure(for: Post(id: "p1", isLiked: false, likes: 10), in: session)
    #expect(heart?.configuration?.title == "10")
    cell.configure(for: Post(id: "p2", isLiked: true, likes: 3), in: session)
    #expect(heart?.configuration?.title == "3")
    #expect(heart?.accessibilityValue == "On, 3")
    #expect(heart?.accessibilityTraits == [.button, .toggleButton])
  }
}

@MainActor
struct NavigatorTests {
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

@MainActor
@Suite(.serialized)  // there is one app
struct LifecycleTests {
  @Test func theBackgroundTaskLastsUntilTheSessionIsSettled() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let lifecycle = SessionLifecycle(session)
    likes.hold()
    like.tap()
    lifecycle.enterBackground()
    await Task { @MainActor in }.value
    #expect(UIApplication.shared.backgroundTasks.count == 1)
    likes.release()
    await session.settled()
    await lifecycle.settling?.value
    #expect(UIApplication.shared.backgroundTasks.isEmpty)
    lifecycle.end()
  }

  @Test func theBackgroundTaskEndsWhenItsTimeEnds() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let lifecycle = SessionLifecycle(session)
    likes.hold()
    like.tap()
    lifecycle.enterBackground()
    await Task { @MainActor in }.value
    for handler in UIApplication.shared.backgroundTasks.values { handler?() }
    await lifecycle.settling?.value
    #expect(UIApplication.shared.backgroundTasks.isEmpty)
    #expect(!session.hasEnded)
    likes.release()
    await session.settled()
    lifecycle.end()
  }
}

@MainActor
@Suite(.serialized)  // there is one first responder
struct FieldTests {
  let window = UIWindow(frame: .zero)
  let controller = ProfileController()

  private func field<Field: UIView>(_ type: Field.Type) throws -> Field {
    window.rootViewController = controller
    let stack = try #require(controller.view.subviews.first as? UIStackView)
    return try #require(stack.arrangedSubviews.compactMap { $0 as? Field }.first)
  }

  @Test func typingEditsTheField() throws {
    let text = try field(FormTextField.self)
    text.becomeFirstResponder()
    text.text = "A"
    text.sendActions(for: .editingChanged)
    #expect(controller.name.state.text == "A")
    #expect(controller.name.state.failure == nil)
    text.resignFirstResponder()
    #expect(controller.name.state.failure != nil)
  }

  @Test func theFormMovesTheFocusToItsFirstInvalidField() async throws {
    let text = try field(FormTextField.self)
    _ = await controller.form.submit()
    #expect(controller.name.state.isFocused)
    await until { text.isFirstResponder }
    text.resignFirstResponder()
    #expect(!controller.name.state.isFocused)
  }

  @Test func aTextOfTheAppIsShown() async throws {
    let text = try field(FormTextView.self)
    controller.about.configure(title: "About", text: "Tea")
    await until { text.text == "Tea" }
    text.text = "Tea!"
    text.textViewDidChange(text)
    #expect(controller.about.state.text == "Tea!")
  }

  @Test func aSwitchEndsEditing() throws {
    let terms = try field(FormSwitch.self)
    controller.terms.focus()
    terms.isOn = true
    terms.sendActions(for: .valueChanged)
    #expect(controller.terms.state.value)
    #expect(!controller.terms.state.isFocused)
  }

  @Test func aSegmentSelectsItsOption() async throws {
    let city = try field(FormSegmentedControl<String>.self)
    #expect(city.numberOfSegments == 2)
    #expect(city.selectedSegmentIndex == UISegmentedControl.noSegment)
    city.selectedSegmentIndex = 1
    city.sendActions(for: .valueChanged)
    #expect(controller.city.state.selection == "Shanghai")
    controller.city.select("Beijing")
    await until { city.selectedSegmentIndex == 0 }
  }

  @Test func aDateChangesTheField() throws {
    let birthday = try field(FormDatePicker.self)
    birthday.date = Date(timeIntervalSince1970: 0)
    birthday.sendActions(for: .valueChanged)
    #expect(controller.birthday.state.value == birthday.date)
  }

  @Test func aFailureIsShownUnderItsField() async throws {
    let label = try field(FailureLabel.self)
    #expect(label.isHidden)
    _ = await controller.form.submit()
    await until { !label.isHidden }
    #expect(label.text == controller.name.state.failure)
  }

  /// Runs the tasks of observation until a condition holds.
  private func until(_ condition: () -> Bool) async {
    for _ in 0..<100 where !condition() { await Task { @MainActor in }.value }
    #expect(condition())
  }
}
