import JSONText

extension PropertyValue: Hashable {
  /// Whether both are the same value. Texts are the same where their bytes are: "é" as one scalar and as two are not, as in
  /// documents.
  public static func == (first: PropertyValue, second: PropertyValue) -> Bool {
    switch (first, second) {
    case (.int(let left), .int(let right)): left == right
    case (.string(let left), .string(let right)): left.isExactly(right)
    case (.double(let left), .double(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.color(let left), .color(let right)): left == right
    case (.point(let left), .point(let right)): left == right
    case (.size(let left), .size(let right)): left == right
    case (.rect(let left), .rect(let right)): left == right
    default: false
    }
  }

  /// Hashes the value so that equal values have equal hashes; of a text its bytes count.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .int(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactText(value))
    case .double(let value): hasher.combine(value)
    case .bool(let value): hasher.combine(value)
    case .color(let value): hasher.combine(value)
    case .point(let value): hasher.combine(value)
    case .size(let value): hasher.combine(value)
    case .rect(let value): hasher.combine(value)
    }
  }
}
