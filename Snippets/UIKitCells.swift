// Components in UIKit. The checks compile this file against declarations of Apple's API.

#if canImport(UIKit) && !os(watchOS)
  import Components
  import Observation
  import SelfManaged
  import UIKit

  struct Post {
    var id: String
    var isLiked: Bool
    var likes: Int
    var asOf: LogicalTime?  // when its list was requested, from session.beginRead()
  }

  // snippet.cell
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  final class PostCell: UICollectionViewCell, Responder {
    private let like = LikeButton()
    private let heart = UIButton(configuration: .plain())

    override init(frame: CGRect) {
      super.init(frame: frame)
      heart.frame = contentView.bounds
      heart.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      contentView.addSubview(heart)
      heart.addAction(UIAction { [weak self] _ in self?.like.tap() }, for: .touchUpInside)
      like.nextResponder = self  // its events rise from this cell
      follow()
    }

    required init?(coder: NSCoder) { nil }

    func configure(for post: Post, in session: Session) {
      like.selfManagedConfigure(
        isLiked: post.isLiked, count: post.likes, itemID: post.id, asOf: post.asOf, in: session)
      draw(like.state)  // at once, because observation may draw after this cell is reused
    }

    /// Draws again after each change of the state.
    private func follow() {
      withObservationTracking {
        draw(like.state)
      } onChange: { [weak self] in
        // Called once, before the change; a new task reads and follows again.
        Task { @MainActor [weak self] in self?.follow() }
      }
    }

    private func draw(_ state: LikeButton.State) {
      heart.configuration?.title = "\(state.count)"
      heart.configuration?.image = UIImage(systemName: state.isLiked ? "heart.fill" : "heart")
      heart.describe(like.accessibility)
    }
  }
  // snippet.end

  // snippet.accessibility
  extension UIView {
    /// Describes the view to VoiceOver.
    func describe(_ data: AccessibilityData) {
      accessibilityLabel = data.label
      accessibilityValue = data.value
      accessibilityTraits = UIAccessibilityTraits(data.traits)
    }
  }

  extension UIAccessibilityTraits {
    init(_ traits: AccessibilityData.Traits) {
      self = .none
      if traits.contains(.button) { insert(.button) }
      if traits.contains(.toggleButton) { insert(.toggleButton) }
      if traits.contains(.adjustable) { insert(.adjustable) }
      if traits.contains(.image) { insert(.image) }
      if traits.contains(.notEnabled) { insert(.notEnabled) }
    }
  }
  // snippet.end

  // snippet.controller
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  final class FeedController: UICollectionViewController, Responder {
    private let proxy: FeedProxy
    var eventHandling: (any EventHandling)? { proxy }

    init(proxy: FeedProxy) {
      self.proxy = proxy
      super.init(collectionViewLayout: UICollectionViewFlowLayout())
    }

    required init?(coder: NSCoder) { nil }
  }

  final class FeedProxy: EventProxy {
    let table = EventTable()
  }
  // snippet.end

  // snippet.send
  // UIKit; compiled against declarations of Apple's API, not run on Apple platforms
  final class ShareButton: UIButton {  // needs no conformance
    func press(on postID: String) { send("share", ["id": postID]) }
  }
// snippet.end
#endif
