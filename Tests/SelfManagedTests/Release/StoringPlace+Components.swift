import Components
import Fakes
import Foundation
import SelfManaged
import Testing

// Closures that capture an object, to be stored in the places below.

private func action(_ object: Calling) -> @MainActor () -> Void { { object.use() } }

private func consumer<Input>(_ object: Calling) -> @MainActor (Input) -> Void {
  { _ in object.use() }
}

private func pairConsumer(_ object: Calling) -> @MainActor (Int, String) -> Void {
  { _, _ in object.use() }
}

private func observer(_ object: Calling) -> FieldObserver {
  FieldObserver(changed: { _ in object.use() })
}

private func describing(_ object: Calling) -> @MainActor (Int) -> String {
  { _ in
    object.use()
    return ""
  }
}

private func rule(_ object: Calling) -> Rule<String> {
  Rule(
    "test",
    judge: { _ in
      object.use()
      return nil
    })
}

/// A rule that fails for "bad", with an argument that only the failure retains.
private func failing(with object: Calling) -> Rule<String> {
  let argument = Argument(object)
  return Rule(
    "test", judge: { $0 == "bad" ? argument.take().map { RuleFailure("test", $0) } : nil })
}

/// Unchecked, since the rules run on the main actor, one after the other.
private final class Argument: @unchecked Sendable {
  private var object: Calling?

  init(_ object: Calling) { self.object = object }

  func take() -> Calling? { object.take() }
}

private func phrase(_ object: Calling) -> @Sendable (MessageParts) -> String {
  { _ in
    object.use()
    return ""
  }
}

extension StoringPlace {
  static let components: [Self] = [
    .property("LikeButton.onTap", { LikeButton() }, { \.onTap }, action),
    .property("AvatarView.onTap", { AvatarView() }, { \.onTap }, action),
    .property("LikeButton.onFeedback", { LikeButton() }, { \.onFeedback }, consumer),
    .property("NumberEditor.onFeedback", { NumberEditor() }, { \.onFeedback }, consumer),
    .property("NumberEditor.onAdd", { NumberEditor() }, { \.onAdd }, action),
    .property("NumberEditor.onReduce", { NumberEditor() }, { \.onReduce }, action),
    .property(
      "NumberEditor.onInputComplete", { NumberEditor() }, { \.onInputComplete }, pairConsumer),
    .property("TitledTextField.onEdit", { TitledTextField() }, { \.onEdit }, consumer),
    .property("TitledTextField.onEndEditing", { TitledTextField() }, { \.onEndEditing }, consumer),
    .property("ValueField.onChange", { ValueField(title: "", value: 1) }, { \.onChange }, consumer),
    .property("ValueField.observer", { ValueField(title: "", value: 1) }, { \.observer }, observer),
    Self("ValueField.describe") { probe in
      let field = ValueField(title: "", value: 1)
      field.describe = describing(probe.object { field.describe = { "\($0)" } })
      field.describe = { "\($0)" }
    },
    Self("ValueField.state") { probe in
      let field = ValueField<Calling?>(title: "", value: nil)
      field.configure(
        title: "", value: probe.object { field.show(.init(title: "again", value: nil)) })
      field.configure(title: "", value: nil)
      #expect(field.state.title == "again")
    },
    Self("ValueField.state, with an observer") { probe in
      let field = ValueField<Calling?>(title: "", value: nil)
      field.observer = FieldObserver(changed: { _ in })
      field.configure(
        title: "", value: probe.object { field.show(.init(title: "again", value: nil)) })
      field.configure(title: "", value: nil)
      #expect(field.state.title == "again")
    },
    .property("SelectItem.onSelect", { SelectItem<Int>() }, { \.onSelect }, consumer),
    .property("NumberEditor.observer", { NumberEditor() }, { \.observer }, observer),
    .property("TitledTextField.observer", { TitledTextField() }, { \.observer }, observer),
    .property("SelectItem.observer", { SelectItem<Int>() }, { \.observer }, observer),
    Self("SelectItem.describe") { probe in
      let item = SelectItem<Int>()
      item.describe = describing(probe.object { item.describe = { "\($0)" } })
      item.describe = { "\($0)" }
    },
    Self("SelectItem.state") { probe in
      let item = SelectItem<Calling>()
      item.configure(title: "", options: [probe.object { item.show(.init(title: "again")) }])
      item.configure(title: "", options: [])
      #expect(item.state.title == "again")
    },
    Self("SelectItem.state, with an observer") { probe in
      let item = SelectItem<Calling>()
      item.observer = FieldObserver(changed: { _ in })
      item.configure(title: "", options: [probe.object { item.show(.init(title: "again")) }])
      item.configure(title: "", options: [])
      #expect(item.state.title == "again")
    },
    Self("AvatarView.state") { probe in
      let avatar = AvatarView()
      avatar.show(image: .loaded(LoadedImage(probe.object { avatar.show(image: .empty) })))
      avatar.show(image: .loading)
      #expect(avatar.state.image == .empty)
    },
    Self("LikeButton.attach") { probe in
      let like = LikeButton()
      like.attach(.init(tap: action(probe.object { like.attach(.init(tap: {})) })))
      like.detach()
      #expect(like.isManaged)
    },
    Self("AvatarView.attach") { probe in
      let avatar = AvatarView()
      avatar.attach(.init(tap: action(probe.object { avatar.attach(.init(tap: {})) })))
      avatar.detach()
      #expect(avatar.isManaged)
    },
    Self("NumberEditor.attach") { probe in
      let editor = NumberEditor()
      let other = NumberEditor.Behavior(step: { _ in }, set: { _ in })
      editor.attach(.init(step: consumer(probe.object { editor.attach(other) }), set: { _ in }))
      editor.detach()
      #expect(editor.isManaged)
    },
  ]

  static let forms: [Self] = [
    .property(
      "ValidationManager.onFeedback", { ValidationManager.fake() }, { \.onFeedback }, consumer),
    Self("ValidationManager.remove") { probe in
      let (form, field) = (ValidationManager.fake(), TitledTextField(key: "name"))
      form.add(field, [rule(probe.object { form.add(field, [.required]) })])
      form.remove(field)
    },
    Self("rules attached to an object") { probe in
      let (field, other) = (TitledTextField(key: "name"), TitledTextField(key: "name"))
      field.attach([rule(probe.object { other.attach([.required]) })])
      field.attach([.required])
    },
    Self("ValidationManager.setRules") { probe in
      let (form, field) = (ValidationManager.fake(), TitledTextField(key: "name"))
      let handle = Late<FieldHandle<String>>()
      handle.value = form.add(
        field,
        [
          rule(
            probe.object {
              if let handle = handle.value { form.setRules([.required], of: handle) }
              _ = form.check()
            })
        ])
      if let handle = handle.value { form.setRules([.required, .length(1...2)], of: handle) }
    },
    Self("ValidationManager.language") { probe in
      let form = ValidationManager.fake()
      form.language = MessageLanguage(
        "test", otherwise: phrase(probe.object { form.language = .english }))
      form.language = .simplifiedChinese
      #expect(form.language.identifier == "en")
    },
    Self("ValidationManager.language, one phrase") { probe in
      let form = ValidationManager.fake()
      form.language[.required] = phrase(probe.object { form.language = .simplifiedChinese })
      form.language[.required] = nil
      #expect(form.language.identifier == "zh-Hans")
    },
    Self("a failure that a form does not show") { probe in
      let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))
      let field = TitledTextField(key: "name")
      form.add(field, [failing(with: probe.object { _ = form.check() })])
      field.edit("bad")
      field.edit("good")
    },
    Self("a failure from the server that a form does not show") { probe in
      let (form, field) = (ValidationManager.fake(), TitledTextField(key: "name"))
      form.add(field, [.required])
      form.disable(field)
      form.receive(["name": RuleFailure("taken", probe.object { _ = form.check() })])
      field.edit("good")
    },
    Self("a field's value, as a form last read it") { probe in
      let (form, item) = (ValidationManager.fake(), SelectItem<Calling>())
      form.add(item, [.selected])
      item.configure(title: "", options: [], selection: probe.object { form.changed(item) })
      item.configure(title: "", options: [])
      _ = form.check()
    },
  ]

  static let sessions: [Self] = [
    Self("an image that is shown no more") { probe in
      let (loader, avatar) = (FakeImageLoader(), AvatarView())
      let session = Session.fake(images: loader)
      guard let url = URL(string: "https://example.com/a.png") else { return }
      let again = AvatarView()
      loader.images[url] = LoadedImage(
        probe.object {
          again.selfManagedConfigure(imageURL: url, userID: "bo", in: session)
        })
      avatar.selfManagedConfigure(imageURL: url, userID: "ada", in: session)
      await session.imagesLoaded()
      loader.images = [:]
      avatar.configure(imageURL: nil)
    },
    Self("an image of a session that ends") { probe in
      let (loader, avatar) = (FakeImageLoader(), AvatarView())
      let session = Session.fake(images: loader)
      guard let url = URL(string: "https://example.com/a.png") else { return }
      loader.images[url] = LoadedImage(
        probe.object { avatar.selfManagedConfigure(imageURL: url, userID: "bo", in: session) })
      avatar.selfManagedConfigure(imageURL: url, userID: "ada", in: session)
      await session.imagesLoaded()
      loader.images = [:]
      avatar.show(image: .empty)
      session.end()
    },
    Self("FakeImageLoader.images") { probe in
      let loader = FakeImageLoader()
      guard let url = URL(string: "https://example.com/a.png") else { return }
      loader.images[url] = LoadedImage(probe.object { loader.images = [:] })
      loader.images = [:]
    },
    Self("an item's transport, forgotten with its item") { probe in
      let items = Items()
      items.bind("first", probe.object { items.bind("second").unbind() }).unbind()
    },
    Self("an item's transport, forgotten for a newer item") { probe in
      var policy = SessionPolicy()
      policy.rememberedItemLimit = 1
      let items = Items(policy)
      for id in ["first", "second"] {
        let binding = items.bind(
          id, id == "first" ? probe.object { items.bind("third").unbind() } : Calling {})
        binding.send(LikeIntent(isLiked: true))
        await items.session.settled()
        binding.unbind()
      }
    },
    Self("what shows an item's changes") { probe in
      let items = Items()
      let kept = items.bind("first")
      let binding = items.bind(
        "first", show: consumer(probe.object { items.bind("first").unbind() }))
      binding.unbind()
      kept.unbind()
    },
  ]
}

/// The items of a session whose transports keep objects.
@MainActor
private final class Items {
  let session: Session
  /// The object of the next transport.
  private var next: Calling?

  init(_ policy: SessionPolicy = SessionPolicy()) {
    session = Session(policy: policy, clock: .withoutDelays)
    session.register(LikeIntent.self) { [unowned self] _ in
      let object = next.take()
      return Transport(
        send: { _, _ in
          object?.use()
          return LikeAnswer(isLiked: false)
        })
    }
  }

  @discardableResult
  func bind(
    _ id: String, _ object: Calling? = nil,
    show: @escaping @MainActor (ManagedChange<LikeValue>) -> Void = { _ in }
  ) -> ItemBinding<LikeIntent> {
    next = object
    return session.bind(
      LikeIntent.self, to: id, startingAt: LikeValue(isLiked: false, count: 0),
      knowing: LikeAnswer(isLiked: false, count: 0), show: show)
  }
}
