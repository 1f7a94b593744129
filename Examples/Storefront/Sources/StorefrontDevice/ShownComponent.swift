package import Components
import Foundation
import SelfManaged
import StorefrontWire

/// A component on a screen: its states, and the actions on it.
@MainActor
package final class ShownComponent {
  let id: String
  private let read: @MainActor () -> StatePatch
  private let act: @MainActor (Press.Action) -> Void
  private var watcher: StateWatcher?
  private var reported: StatePatch?

  private init(
    _ id: String, _ read: @escaping @MainActor () -> StatePatch,
    _ act: @escaping @MainActor (Press.Action) -> Void
  ) {
    self.id = id
    self.read = read
    self.act = act
  }

  /// Reports every change from now on.
  package func watch(_ report: @escaping @MainActor (StatePatch) -> Void) {
    watcher = StateWatcher(read) { [weak self] patch in
      guard let self, patch != reported else { return }
      reported = patch
      report(patch)
    }
  }

  /// Reports the current state, if it was not reported yet.
  package func flush() { watcher?.flush() }

  /// Returns the current state without an animation, for a page that draws the screen again.
  func snapshot() -> StatePatch {
    var patch = read()
    reported = patch
    patch.isAnimated = false
    return patch
  }

  func act(on action: Press.Action) { act(action) }
}

extension ShownComponent {
  package convenience init(_ id: String, _ avatar: AvatarView) {
    self.init(id) {
      let (image, phase): (String?, String) =
        switch avatar.state.image {
        case .empty: (nil, "empty")
        case .loading: (nil, "loading")
        case .loaded(let image): (image.content(as: Data.self)?.dataURL, "loaded")
        case .failed: (nil, "failed")
        }
      return StatePatch(
        id: id, state: .avatar(image: image, phase: phase, badge: avatar.state.vip?.badge.rawValue),
        accessibility: ["": .init(avatar.accessibility)])
    } _: { action in
      guard action == .tap else { return }
      if case .failed = avatar.state.image { avatar.retryImage() }
      avatar.tap()
    }
  }

  package convenience init(_ id: String, _ like: LikeButton) {
    self.init(id) {
      StatePatch(
        id: id, state: .like(isLiked: like.state.isLiked, count: like.state.count),
        cause: "\(like.state.change)", isAnimated: like.state.isAnimated,
        accessibility: ["": .init(like.accessibility)])
    } _: { action in
      if action == .tap { like.tap() }
    }
  }

  package convenience init(_ id: String, _ editor: NumberEditor) {
    self.init(id) {
      let state = editor.state
      let maximum = state.rules.maximum
      let isSoldOut = maximum < max(state.rules.minimum, 1)
      var plus = editor.plusAccessibility
      if isSoldOut { plus.label = "\(editor.label), sold out" }
      return StatePatch(
        id: id,
        state: .number(
          .init(
            title: editor.label, quantity: state.quantity, text: state.shownText,
            isEditing: state.text != nil, isCollapsed: state.isCollapsed,
            minimum: state.rules.zero == .removes ? 0 : state.rules.minimum,
            maximum: maximum == .max ? nil : maximum,
            notice: state.notice?.message() ?? (isSoldOut ? "Sold out" : nil),
            failure: state.checkFailure)),
        cause: "\(state.change)", isAnimated: state.isAnimated,
        accessibility: [
          "": .init(editor.accessibility), "plus": .init(plus),
          "minus": .init(editor.minusAccessibility),
        ])
    } _: { action in
      switch action {
      case .add: editor.add()
      case .reduce: editor.reduce()
      case .begin: editor.beginEditing()
      case .edit(let text): editor.edit(text)
      case .end: editor.endEditing()
      case .cancel: editor.cancelEditing()
      case .tap, .select: break
      }
    }
  }

  package convenience init(
    _ id: String, _ field: TitledTextField, isSecret: Bool = false, autocomplete: String = "off"
  ) {
    self.init(id) {
      let state = field.state
      return StatePatch(
        id: id,
        state: .field(
          .init(
            title: state.title, text: state.text, placeholder: state.placeholder,
            isSecret: isSecret, autocomplete: autocomplete, isFocused: state.isFocused,
            isPending: state.isPending, failure: state.failure)),
        accessibility: ["": .init(field.accessibility)])
    } _: { action in
      switch action {
      case .begin: field.focus()
      case .edit(let text): field.edit(text)
      case .end: field.endEditing()
      case .tap, .add, .reduce, .cancel, .select: break
      }
    }
  }

  package convenience init(_ id: String, _ item: SelectItem<String>, autocomplete: String = "off") {
    self.init(id) {
      let state = item.state
      return StatePatch(
        id: id,
        state: .field(
          .init(
            title: state.title, text: state.selection.map { item.describe($0) } ?? "",
            options: state.options.map { item.describe($0) }, autocomplete: autocomplete,
            isFocused: state.isFocused, isPending: state.isPending, failure: state.failure)),
        accessibility: ["": .init(item.accessibility)])
    } _: { action in
      switch action {
      case .begin: item.focus()
      case .select(let option): item.select(option)
      case .end: item.endEditing()
      case .tap, .add, .reduce, .cancel, .edit: break
      }
    }
  }

  convenience init(_ id: String, _ cart: SessionCart) {
    self.init(id) {
      StatePatch(
        id: id,
        state: .total(
          .init(
            total: cart.total,
            parts: cart.shown.map { "Subtotal \($0.subtotal), delivery \($0.delivery)" },
            isUpToDate: cart.isUpToDate, notice: cart.notice)),
        cause: "\(cart.change)", accessibility: ["": .init(AccessibilityData(label: "Total"))])
    } _: { _ in
    }
  }

  convenience init(
    button id: String, label: @escaping @autoclosure @MainActor () -> String, isMain: Bool = false,
    _ tap: @escaping @MainActor () -> Void
  ) {
    self.init(id) {
      StatePatch(
        id: id, state: .button(isMain: isMain),
        accessibility: ["": .init(AccessibilityData(label: label(), traits: .button))])
    } _: { action in
      if action == .tap { tap() }
    }
  }

  /// The same component, whose texts are in the language with this tag.
  convenience init(_ component: ShownComponent, in language: @escaping @MainActor () -> String) {
    self.init(
      component.id,
      {
        var patch = component.read()
        patch.language = language()
        return patch
      }, component.act)
  }
}

extension Data {
  /// The bytes of a PNG as a data URL, which needs no further request.
  fileprivate var dataURL: String { "data:image/png;base64," + base64EncodedString() }
}
