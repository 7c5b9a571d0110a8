/// What is stored for one property.
public enum StoredCell: Hashable, Sendable {
  /// The key is not there.
  case absent

  /// A value, or nil where `null` is stored.
  case value(PropertyValue?)

  /// Whether the cell holds this value; inlined where the value's type is known, it is one comparison.
  @inlinable @inline(__always)
  func holds(_ value: PropertyValue?) -> Bool {
    switch (value, self) {
    case (.int(let own)?, .value(.int(let other)?)): own == other
    case (.string(let own)?, .value(.string(let other)?)): own == other
    case (.double(let own)?, .value(.double(let other)?)): own == other
    case (.bool(let own)?, .value(.bool(let other)?)): own == other
    case (.color(let own)?, .value(.color(let other)?)): own == other
    case (.point(let own)?, .value(.point(let other)?)): own == other
    case (.size(let own)?, .value(.size(let other)?)): own == other
    case (.rect(let own)?, .value(.rect(let other)?)): own == other
    case (nil, .value(nil)): true
    default: false
    }
  }
}
