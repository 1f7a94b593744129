/// Keeps the previous value of a stored property alive until the access that replaced it has ended.
///
/// Swift releases a replaced value inside the exclusive access to its storage. A closure or an
/// object of the app can call back into the same storage while it is released, which ends the
/// process with "Simultaneous accesses". So code that stores a value of the app first moves the
/// previous value out, then ends the access, then releases the value:
/// - a property: `didSet { releaseAfterAccess(oldValue) }`. Naming `oldValue` also makes Swift
///   change parts of the property in a copy.
/// - a dictionary: `updateValue(_:forKey:)` and `removeValue(forKey:)`; not an assignment through
///   the subscript.
/// - an array: `remove(at:)`, or `exchange(_:with:)` with the elements that stay; not
///   `removeAll(where:)`, and not an assignment.
///
/// `ReleaseTests` checks each place that stores a value of the app.
@inline(__always)
package func releaseAfterAccess<Value>(_ oldValue: Value) { withExtendedLifetime(oldValue) {} }
