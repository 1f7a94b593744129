// What the tests and the adversarial world inspect.
extension Session {
  /// The number of items of one kind in memory.
  package func itemCount<Intent: OptimisticIntent>(of intent: Intent.Type) -> Int {
    kind(of: intent).any.anyStore?.count ?? 0
  }

  /// The policy with which a kind was registered.
  package func policy<Intent: OptimisticIntent>(of intent: Intent.Type) -> OptimisticPolicy? {
    kind(of: intent).any.policy
  }

  /// The object that holds an item's state; `nil` if the item is not in memory.
  package func object<Intent: OptimisticIntent>(of id: String, _: Intent.Type) -> AnyObject? {
    kind(of: Intent.self).any.anyStore?.object(of: id)
  }
}
