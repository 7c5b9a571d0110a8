import JSONText

extension PropertyValue {
  /// Reads the next value in its most common form: without whitespace, and with its members in the standard order.
  /// Returns nil for any other form. The position of `text` is then undefined, and the caller must discard it.
  @inline(__always)
  init?(compact text: inout CompactText, as type: PropertyType) {
    switch type {
    case .int:
      guard let number = text.integer() else { return nil }
      self = .int(number)
    case .string:
      guard let contents = text.string() else { return nil }
      self = .string(String(decoding: contents, as: UTF8.self))
    case .double:
      guard let number = text.number() else { return nil }
      self = .double(number)
    case .bool:
      let isTrue = text.pass("true")
      guard isTrue || text.pass("false") else { return nil }
      self = .bool(isTrue)
    case .color:
      guard let contents = text.string(), let color = Color(plain: contents) else { return nil }
      self = .color(color)
    case .point:
      guard text.pass(#"{"x":"#), let x = text.number(), text.pass(#","y":"#), let y = text.number(), text.pass("}")
      else { return nil }
      self = .point(Point(x: x, y: y))
    case .size:
      guard text.pass(#"{"width":"#), let width = text.number(), text.pass(#","height":"#), let height = text.number(),
        text.pass("}")
      else { return nil }
      self = .size(Size(width: width, height: height))
    case .rect:
      guard text.pass(#"{"x":"#), let x = text.number(), text.pass(#","y":"#), let y = text.number(),
        text.pass(#","width":"#), let width = text.number(), text.pass(#","height":"#), let height = text.number(),
        text.pass("}")
      else { return nil }
      self = .rect(Rect(x: x, y: y, width: width, height: height))
    }
  }
}
