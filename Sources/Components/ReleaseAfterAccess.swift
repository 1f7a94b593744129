/// Keeps the previous value of a stored property alive until the access that replaced it has ended.
///
/// Swift releases a replaced value during the exclusive access to its storage. A closure or an
/// object of the app can call back into the same storage while it is released, which ends the
/// process with "Simultaneous accesses". Code that stores a value of the app therefore moves the
/// previous value out, ends the access, and then releases the value:
/// - For a property, write `didSet { releaseAfterAccess(oldValue) }`. Because `didSet` reads
///   `oldValue`, Swift changes parts of the property in a copy.
/// - For a dictionary, use `updateValue(_:forKey:)` and `removeValue(forKey:)`, not an assignment
///   through the subscript.
/// - For an array, use `remove(at:)`, or `exchange(_:with:)` with the elements that stay, not
///   `removeAll(where:)` or an assignment.
///
/// `ReleaseTests` checks each place that stores a value of the app.
@inline(__always)
package func releaseAfterAccess<Value>(_ oldValue: Value) { withExtendedLifetime(oldValue) {} }
