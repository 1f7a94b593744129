// The components without a service: the app decides what a tap does.

import Components
import Foundation
import SelfManaged

/// The app's own requests.
@MainActor
protocol API {
  func like(_ postID: String, then failed: @escaping @MainActor (Bool) -> Void)
}

@MainActor
func show(_ like: LikeButton, postID: String, api: any API) {
  // snippet.like
  like.configure(isLiked: false, count: 10)  // not animated, as for any data
  like.onTap = { [unowned like] in
    like.configure(isLiked: true, count: 11, animated: true)
    api.like(postID) { failed in
      if failed { like.configure(isLiked: false, count: 10) }  // a rollback is not animated
    }
  }
  // snippet.end
}

@MainActor
func show(_ avatar: AvatarView, imageURL: URL?, open: @escaping @MainActor () -> Void) {
  // snippet.avatar
  avatar.configure(
    imageURL: imageURL, vip: VIPInformation(badge: .standard, label: "VIP"), onTap: open)
  // snippet.end
}

@MainActor
func show(_ editor: NumberEditor, save: @escaping @MainActor (Int) -> Void) {
  // snippet.editor
  editor.configure(quantity: 2, rules: QuantityRules(minimum: 2, maximum: 10, step: 2))
  editor.onAdd = { [unowned editor] in save(editor.state.quantity) }
  editor.onReduce = { [unowned editor] in save(editor.state.quantity) }
  editor.onInputComplete = { quantity, text in
    print("\(text) counts as \(quantity)")  // "11 counts as 10"
    save(quantity)
  }
  // snippet.end
}

@MainActor
func sellTea(_ editor: NumberEditor) {
  // snippet.units
  editor.configure(quantity: 3, rules: QuantityRules(minimum: 1, maximum: 20))  // units of 0.5 kg
  let weight = Double(editor.state.quantity) * 0.5  // 1.5 kg, drawn beside the editor
  // snippet.end
  precondition(weight == 1.5)
  editor.edit("0.5")
  editor.endEditing()
  precondition(editor.state.notice == .invalid(text: "0.5", problem: .fraction))
  precondition(editor.state.quantity == 3)
}

@MainActor
func fields(in form: ValidationManager, today: Date) -> [AnyObject] {
  // snippet.values
  let terms = ValueField(title: "Terms of use", key: "terms", value: false)
  let birthday = ValueField<Date?>(title: "Birthday", key: "birthday", value: nil)
  form.add(terms, [.accepted.saying("Please accept the terms")])
  form.add(birthday, [.selected, .ifPresent(.before(today))])
  let isFirst = form.objects.first === terms  // the fields in the order in which they are checked
  // snippet.end
  precondition(isFirst)
  return [terms, birthday]
}

// snippet.retry
@MainActor
func draw(_ like: LikeButton) -> String {
  let status = like.requestStatus  // of the requests for the button's item
  if status.failure != nil { return "Failed. Tap here to retry." }  // calls like.retry()
  if status.isWaiting { return "Waiting" }  // for the network, or for a busy server
  return status.isPending || status.isUncertain ? "Saving" : "Saved"
}
// snippet.end

final class NoRequests: API {
  func like(_ postID: String, then failed: @escaping @MainActor (Bool) -> Void) { failed(true) }
}

let like = LikeButton()
show(like, postID: "1", api: NoRequests())
like.tap()
precondition(like.state == .init(isLiked: false, count: 10))
let editor = NumberEditor()
var saved: [Int] = []
show(editor) { saved.append($0) }
editor.add()
editor.beginEditing()
editor.edit("11")
editor.endEditing()
precondition(saved == [4, 10])
sellTea(NumberEditor())
show(AvatarView(), imageURL: nil) {}
let form = ValidationManager()
let kept = fields(in: form, today: Date())
precondition(form.check().text == "Please accept the terms")
precondition(draw(like) == "Saved")
