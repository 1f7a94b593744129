public import Foundation

/// A view that shows a collection of cells.
@MainActor
open class UICollectionView: UIScrollView {
  /// Creates a collection view.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame)
  }

  /// Creates a collection view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// A layout of a collection.
@MainActor
open class UICollectionViewLayout: NSObject {
  /// Creates a layout.
  public override init() { super.init() }
}

/// A layout in lines.
@MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {}

/// A view that a collection view reuses.
@MainActor
open class UICollectionReusableView: UIView {
  /// Called before the view is used again.
  open func prepareForReuse() {}
}

/// A cell of a collection view.
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  /// The view that contains the content of the cell.
  public let contentView = UIView(frame: .zero)

  /// Creates a cell.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.frame = bounds
    addSubview(contentView)
  }

  /// Creates a cell from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }
}

/// A controller that manages a collection view.
@MainActor
open class UICollectionViewController: UIViewController {
  private let layout: UICollectionViewLayout?

  /// Creates a controller with a layout.
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    self.layout = layout
    super.init(nibName: nil, bundle: nil)
  }

  /// Creates a controller from an archive.
  public required init?(coder: NSCoder) {
    layout = nil
    super.init(coder: coder)
  }

  /// The collection view, which is the root view.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var collectionView: UICollectionView! {
    get { view as? UICollectionView }
    set { view = newValue }
  }

  /// Creates the collection view.
  open override func loadView() {
    view = UICollectionView(
      frame: .zero, collectionViewLayout: layout ?? UICollectionViewFlowLayout())
  }
}
