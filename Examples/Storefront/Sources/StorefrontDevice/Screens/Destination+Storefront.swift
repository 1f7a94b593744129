import SelfManaged

// The destinations of this app, beside those of the library.
extension Destination.Kind {
  static let feed = Self(rawValue: "feed")
  static let search = Self(rawValue: "search")
  static let category = Self(rawValue: "category")
  static let cart = Self(rawValue: "cart")
  static let account = Self(rawValue: "account")
  static let goods = Self(rawValue: "goods")
}

extension Destination {
  static let feed = Self(.feed)
  static let search = Self(.search)
  static let cart = Self(.cart)
  static let account = Self(.account)
  static func category(_ shelf: String) -> Self { Self(.category, shelf) }
  static func goods(_ productID: String) -> Self { Self(.goods, productID) }

  /// Creates the screen of the destination.
  @MainActor
  func screen(in context: ScreenContext) -> Screen {
    switch (kind, arguments.count) {
    case (.feed, 0): return FeedScreen(in: context)
    case (.search, 0): return SearchScreen(in: context)
    case (.cart, 0): return CartScreen(in: context)
    case (.account, 0): return FormScreen(in: context)
    case (.signIn, 0): return SignInScreen(in: context)
    case (.category, 1) where CategoryScreen.names[arguments[0]] != nil:
      return CategoryScreen(arguments[0], in: context)
    case (.product, 1): return ProductScreen(arguments[0], in: context)
    case (.userProfile, 1): return ProfileScreen(arguments[0], in: context)
    case (.goods, 1): return GoodsScreen(arguments[0], in: context)
    default: return UnknownScreen(self, title: "Not found", in: context)
    }
  }
}
