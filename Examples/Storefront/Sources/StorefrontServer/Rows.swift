import GRDB
import StorefrontWire

// The messages that are decoded from rows.
extension LikeBody: FetchableRecord {}
extension StorefrontCart.Line: FetchableRecord {}
extension StorefrontProduct: FetchableRecord {}
extension StorefrontProfile: FetchableRecord {}
extension UserBody: FetchableRecord {}
