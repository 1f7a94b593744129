import Foundation

/// A product as the app's list contains it.
///
/// The versions are the back end's, so that a list from before a tap never undoes the tap.
struct Product: Hashable, Sendable {
  var id: String
  var sellerID: String
  var avatar: URL?
  var isLiked: Bool
  var likes: Int
  var likesVersion: Int
  var quantity: Int
  var cartVersion: Int
}
