/// A product as the list of the shop contains it.
///
/// The version is the back end's, so that a list that was read before a tap does not undo it.
struct Product: Hashable, Sendable, Decodable {
  var id: String
  var title: String
  var price: String
  var sellerID: String
  var avatar: String?
  var isLiked: Bool
  var likes: Int
  var likesVersion: Int
}
