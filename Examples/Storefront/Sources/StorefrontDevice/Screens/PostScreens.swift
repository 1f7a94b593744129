import Components
import SelfManaged
import StorefrontServices

/// All posts, each with its author's avatar and a like button.
final class FeedScreen: Screen {
  init(in context: ScreenContext) { super.init(.feed, title: "Feed", in: context) }

  override func load() async throws {
    let began = context.session.beginRead()
    let rows = try await context.posts().map { post in
      ScreenPatch.Row(
        id: post.id, title: post.author.name, text: post.text, art: post.id,
        lead: avatar(of: post.author, name: "\(post.id)/avatar"),
        trail: [likeButton(on: post, asOf: began)])
    }
    lay([.init(title: nil, style: .cards, rows: rows)])
  }
}

/// A user and the user's posts, which the feed shows as well.
final class ProfileScreen: Screen {
  private let userID: String

  init(_ userID: String, in context: ScreenContext) {
    self.userID = userID
    super.init(.userProfile(userID), title: "Profile", in: context)
  }

  override func load() async throws {
    let began = context.session.beginRead()
    let user = try await context.user(userID)
    let own = try await context.posts().filter { $0.author.id == userID }
    let hero = ScreenPatch.Row(
      id: user.id, title: user.name, text: user.vip?.label ?? "No membership",
      lead: avatar(of: user))
    let rows = own.map { post in
      ScreenPatch.Row(
        id: post.id, title: nil, text: post.text, art: post.id,
        trail: [likeButton(on: post, asOf: began)])
    }
    lay(
      [
        .init(title: nil, style: .hero, rows: [hero]),
        .init(title: rows.isEmpty ? "No posts yet" : "Posts", style: .cards, rows: rows),
      ], title: user.name)
  }
}

/// The page that the navigator opens when no user is signed in; any visitor may open it.
final class SignInScreen: Screen {
  init(in context: ScreenContext) { super.init(.signIn, title: "Sign in", in: context) }

  override func load() async throws {
    let people: [(id: String, name: String)] = [("ada", "Ada"), ("ben", "Ben"), ("cleo", "Cleo")]
    let rows = people.map { id, name in
      ScreenPatch.Row(id: id, title: name, text: "Sign in as \(name)", link: "/feed?user=\(id)")
    }
    lay([.init(title: "Who are you?", style: .links, rows: rows)])
  }
}

/// The screen of an unknown deep link.
final class UnknownScreen: Screen {
  override func load() async throws {
    lay([
      .init(
        title: "No page at \(destination.path)", style: .links,
        rows: [.init(id: "feed", title: "Feed", text: "All posts", link: "/feed")])
    ])
  }
}
