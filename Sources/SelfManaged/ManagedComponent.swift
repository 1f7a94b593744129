public import Components

/// A component of the app's own that shows an item's value.
///
/// A component has a place for its binding and shows a change; the rest comes with the protocol:
///
/// ```swift
/// @MainActor @Observable
/// final class BookmarkButton: ManagedComponent {
///   private(set) var isOn = false
///   let slot = BindingSlot<BookmarkIntent>()
///   @ObservationIgnored weak var nextResponder: (any Responder)?
///
///   func show(_ change: ManagedChange<Bool>) { isOn = change.value }
///
///   func selfManagedConfigure(isOn: Bool, pageID: String, in session: Session) {
///     bind(to: pageID, startingAt: isOn, knowing: BookmarkAnswer(isOn: isOn), in: session)
///   }
/// }
/// ```
///
/// Everything here happens on the main actor.
public protocol ManagedComponent: Responder {
  /// The user's change of the item.
  associatedtype Intent: OptimisticIntent

  /// The place of the component's binding; declare it as a constant.
  var slot: BindingSlot<Intent> { get }

  /// Shows a change of the value.
  ///
  /// Called with the current value during
  /// ``bind(to:startingAt:knowing:asOf:in:)``, and then once for each change, until the component is
  /// unbound. The feedback is given and the events are sent after it.
  func show(_ change: ManagedChange<Intent.Value>)

  /// Called after a change by a tap on this component, its adjustment or its failure was shown; by
  /// default `nil`.
  ///
  /// See ``ManagedChange/feedback(_:_:)``.
  var onFeedback: (@MainActor (Feedback) -> Void)? { get }

  /// The words of announcements; by default English.
  var words: AccessibilityWords { get }

  /// Returns a value as VoiceOver speaks it; by default Swift's description of it.
  func spoken(_ value: Intent.Value) -> String
}

extension ManagedComponent {
  /// Returns `nil`: changes give no feedback.
  public var onFeedback: (@MainActor (Feedback) -> Void)? { nil }

  /// Returns the English words.
  public var words: AccessibilityWords { AccessibilityWords() }

  /// Returns Swift's description of the value.
  public func spoken(_ value: Intent.Value) -> String { "\(value)" }

  /// The binding to the item; `nil` without one; observable.
  public var binding: ItemBinding<Intent>? { slot.binding }

  /// Binds the component to an item, in place of the item that it was bound to.
  ///
  /// It works as ``Session/bind(_:to:startingAt:knowing:asOf:replacing:show:)``, and:
  /// - A component that is bound to the same item again keeps its pending taps. Their outcome is reported
  ///   once the new ``binding`` is set, so a handler can retry.
  /// - Each failure, adjustment and undo offer of a tap on this component rises along the responder chain
  ///   as ``TapFailed``, ``TapAdjusted`` or ``UndoOffered``, after the change was shown.
  /// - ``onFeedback`` is called before that.
  /// - The component is not retained.
  ///
  /// - Parameters:
  ///   - id: The item's ID; unique within the kind.
  ///   - guess: The value to show while no report of the value is known.
  ///   - answer: The app's data on the item, for example from a list. With `nil`, the server's value
  ///     is read unless the session knows it.
  ///   - began: When the app began to read its data, from ``Session/beginRead()``; `nil` if unknown.
  ///   - session: Sends the intents.
  /// - Returns: The binding.
  @discardableResult
  public func bind(
    to id: String, startingAt guess: Intent.Value, knowing answer: Intent.Answer? = nil,
    asOf began: LogicalTime? = nil, in session: Session
  ) -> ItemBinding<Intent> {
    let notices = HeldNotices()
    defer { notices.open() }
    let former = slot.unobserved
    let new = bind(
      to: id, as: id, startingAt: guess, knowing: answer, asOf: began, replacing: former,
      in: session, notices,
      feedback: { component, change in
        guard let onFeedback = component.onFeedback else { return }
        change.feedback(component.words, component.spoken).map(onFeedback)
      },
      show: { $0.show($1) })
    // An observer may have bound the component meanwhile. It was notified before this change, so this
    // binding is the newer one.
    if let meanwhile = slot.replace(with: new), meanwhile !== former {
      meanwhile.unbind()
      show(ManagedChange(value: new.value, cause: .bind))
    }
    return new
  }

  /// Ends the binding synchronously; the component then works without a service.
  public func detach() { slot.replace(with: nil)?.unbind() }

  /// The status of the item's requests; observable.
  public var requestStatus: RequestStatus { binding?.status ?? RequestStatus() }

  /// The message for the user about the last failure, in a language; `nil` if there is none.
  public func requestFailure(in language: MessageLanguage) -> String? {
    requestStatus.failure(of: binding, in: language)
  }

  /// Sends the last failed tap again; does nothing without a failure.
  public func retry() { binding?.retry() }
}
