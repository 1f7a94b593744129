import Components
import Fakes
import SwiftUI
import Testing

@testable import SelfManaged

/// The values of the views; the views themselves are compiled and not run.
@MainActor
struct SwiftUIViewsTests {
  @Test func theEnvironmentPassesTheSession() {
    let session = Session.fake()
    var values = EnvironmentValues()
    #expect(values.session == nil)
    values.session = session
    #expect(values.session === session)
  }

  @Test func theTraitsOfAComponentArePassed() {
    let like = AccessibilityTraits(LikeButton().accessibility.traits)
    #expect(like == [.isButton, .isToggle])
    let avatar = AccessibilityTraits(AvatarView().accessibility.traits)
    #expect(avatar == [.isButton, .isImage])
  }
}
