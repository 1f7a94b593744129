#if canImport(Darwin) || NotificationCenter
  import Foundation
  import SelfManaged
  import Testing

  @MainActor
  struct NotificationCenterTests {
    let center = ResponseCenter()
    let notifications = NotificationCenter()

    /// Written on the main actor, where notifications are posted.
    private final class Heard: @unchecked Sendable {
      var names: [String] = []
      var objects: [String] = []
    }

    @Test func eachResponseIsPostedUnderItsID() {
      let heard = Heard()
      let observer = notifications.addObserver(
        forName: LogIn.notificationName, object: nil, queue: nil
      ) { heard.names.append(LogIn($0)?.name ?? "none") }
      defer { notifications.removeObserver(observer) }
      let token = center.post(to: notifications)
      center.post([.response(LogIn()), .response(QueryInfo()), .response(LogIn(name: "Bo"))])
      center.post([.unknown(Frame(type: 9))])
      #expect(heard.names == ["Ann", "Bo"])
      token.cancel()
      center.post(LogIn())
      #expect(heard.names == ["Ann", "Bo"])
    }

    @Test func theObjectOfANotificationIsItsResponse() {
      let heard = Heard()
      let observer = notifications.addObserver(
        forName: LogIn.notificationName, object: nil, queue: nil
      ) { heard.objects.append(($0.object as? LogIn)?.name ?? "none") }
      defer { notifications.removeObserver(observer) }
      center.post(to: notifications)
      center.post([.response(LogIn()), .response(LogIn(name: "Bo"))])
      #expect(heard.objects == ["Ann", "Bo"])
    }

    @Test func objectOfANotificationThatTheAppPostsIsRead() {
      let name = LogIn.notificationName
      #expect(LogIn(Notification(name: name, object: LogIn(name: "Bo"))) == LogIn(name: "Bo"))
      #expect(QueryInfo(Notification(name: name, object: LogIn())) == nil)
      let other = Notification(
        name: name, object: LogIn(), userInfo: [ResponseCenter.userInfoKey: QueryInfo()])
      #expect(LogIn(other) == LogIn() && QueryInfo(other) == QueryInfo())
    }

    @Test func otherNotificationHasNoResponse() {
      let notification = Notification(
        name: LogIn.notificationName, object: nil,
        userInfo: [ResponseCenter.userInfoKey: QueryInfo()])
      #expect(LogIn(notification) == nil)
      #expect(QueryInfo(notification) == QueryInfo())
      #expect(LogIn(Notification(name: LogIn.notificationName)) == nil)
      #expect(LogIn.notificationName.rawValue == "account.log-in")
    }
  }
#endif
