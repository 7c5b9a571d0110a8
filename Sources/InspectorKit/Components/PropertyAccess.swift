/// How a property of an instance is reached: closures that are made for its very types, since they run for every value of
/// every object. Values are passed by their place in memory, so that none is copied to be looked at.
@usableFromInline
struct PropertyAccess {
  /// Reads the property.
  @usableFromInline var get: (Component) -> PropertyValue?

  /// Whether the property has the value of a cell.
  @usableFromInline var holds: (Component, UnsafePointer<StoredCell>) -> Bool

  /// Sets the property; false where the cell holds no value that fits its Swift type.
  @usableFromInline var set: (Component, UnsafePointer<StoredCell>) -> Bool = { _, _ in false }

  @inlinable
  init(
    get: @escaping (Component) -> PropertyValue?, holds: @escaping (Component, UnsafePointer<StoredCell>) -> Bool
  ) {
    self.get = get
    self.holds = holds
  }
}
