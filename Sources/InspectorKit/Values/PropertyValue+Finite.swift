extension PropertyValue {
  /// The first number in it that is not finite, in words such as `its width is inf`; nil where all are finite, as a
  /// document can hold them.
  var notFinite: String? {
    switch self {
    case .double(let number): number.isFinite ? nil : "it is \(number)"
    case .color(let color):
      Self.notFinite([
        ("red", color.red), ("green", color.green), ("blue", color.blue), ("alpha", color.alpha),
      ])
    case .point(let point): Self.notFinite([("x", point.x), ("y", point.y)])
    case .size(let size): Self.notFinite([("width", size.width), ("height", size.height)])
    case .rect(let rect):
      Self.notFinite([("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height)])
    case .int, .string, .bool: nil
    }
  }

  private static func notFinite(_ numbers: [(name: String, value: Double)]) -> String? {
    numbers.first { !$0.value.isFinite }.map { "its \($0.name) is \($0.value)" }
  }
}
