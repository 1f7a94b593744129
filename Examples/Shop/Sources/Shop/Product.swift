import Foundation

/// A product as the list of the shop contains it.
///
/// The version is the back end's, so that a list from before a tap never undoes the tap.
struct Product: Hashable, Sendable, Decodable {
  var id: String
  var title: String
  var price: String
  var sellerID: String
  var avatar: URL?
  var isLiked: Bool
  var likes: Int
  var likesVersion: Int
}
