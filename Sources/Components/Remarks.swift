/// What a field seldom has to say, kept outside its state: where nothing is said it costs a word.
struct Remarks: Hashable, Sendable {
  /// `nil` where nothing is said, so that equal remarks are equal.
  private var said: Aside<Said>?

  private struct Said: Hashable, Sendable {
    var notice: QuantityNotice?
    var failure: String?
    var isPending = false
  }

  init(notice: QuantityNotice? = nil, failure: String? = nil, isPending: Bool = false) {
    guard notice != nil || failure != nil || isPending else { return }
    said = Aside(Said(notice: notice, failure: failure, isPending: isPending))
  }

  var notice: QuantityNotice? {
    get { said?.value.notice }
    set { self = Self(notice: newValue, failure: failure, isPending: isPending) }
  }

  var failure: String? {
    get { said?.value.failure }
    set { self = Self(notice: notice, failure: newValue, isPending: isPending) }
  }

  var isPending: Bool {
    get { said?.value.isPending ?? false }
    set { self = Self(notice: notice, failure: failure, isPending: newValue) }
  }
}
