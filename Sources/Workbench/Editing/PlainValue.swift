internal import InspectorKit

/// Tells values that are certainly right from those that must be looked at properly, by a glance at valid JSON.
enum PlainValue {
  /// Whether a value is of the type beyond doubt: no number near the limits, no name of a colour, no unusual key.
  static func fits(_ raw: UnsafeRawBufferPointer, _ type: PropertyType) -> Bool {
    let first = raw[0]
    switch type {
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .string: return first == UInt8(ascii: "\"")
    case .int: return raw.count < 18 && isWholeNumber(raw)
    case .double: return isNumber(raw)
    case .color: return isHexColor(raw)
    case .point: return hasNumbers(raw, "x", "y")
    case .size: return hasNumbers(raw, "width", "height")
    case .rect: return hasNumbers(raw, "x", "y", "width", "height")
    }
  }

  private static func isWholeNumber(_ raw: UnsafeRawBufferPointer) -> Bool {
    for byte in raw where byte &- UInt8(ascii: "0") >= 10 && byte != UInt8(ascii: "-") { return false }
    return true
  }

  /// A number without an exponent and with fewer digits than the range of a double has.
  private static func isNumber(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard raw.count < 200, raw[0] == UInt8(ascii: "-") || raw[0] &- UInt8(ascii: "0") < 10 else { return false }
    for byte in raw where byte | 0x20 == UInt8(ascii: "e") { return false }
    return true
  }

  private static func isHexColor(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard raw.count == 9 || raw.count == 11, raw[0] == UInt8(ascii: "\""), raw[1] == UInt8(ascii: "#") else {
      return false
    }
    for place in 2..<(raw.count - 1) {
      let byte = raw[place]
      guard byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 else { return false }
    }
    return true
  }

  /// An object with just these members, in this order, all plain numbers.
  private static func hasNumbers(_ raw: UnsafeRawBufferPointer, _ names: StaticString...) -> Bool {
    guard raw[0] == UInt8(ascii: "{") else { return false }
    var i = 1
    for (place, name) in names.enumerated() {
      if place > 0 {
        guard pass(UInt8(ascii: ","), raw, &i) else { return false }
      }
      guard pass(UInt8(ascii: "\""), raw, &i), i + name.utf8CodeUnitCount < raw.count else { return false }
      for letter in 0..<name.utf8CodeUnitCount where raw[i + letter] != name.utf8Start[letter] { return false }
      i += name.utf8CodeUnitCount
      guard raw[i] == UInt8(ascii: "\"") else { return false }
      i += 1
      guard pass(UInt8(ascii: ":"), raw, &i), passNumber(raw, &i) else { return false }
    }
    return pass(UInt8(ascii: "}"), raw, &i) && i == raw.count
  }

  /// Passes over blanks and a byte, where that comes next.
  @inline(__always)
  private static func pass(_ byte: UInt8, _ raw: UnsafeRawBufferPointer, _ i: inout Int) -> Bool {
    // The text is valid, so it does not end within a value.
    while raw[i] <= 0x20 { i += 1 }
    guard raw[i] == byte else { return false }
    i += 1
    return true
  }

  /// Passes over blanks and a number without an exponent.
  @inline(__always)
  private static func passNumber(_ raw: UnsafeRawBufferPointer, _ i: inout Int) -> Bool {
    while raw[i] <= 0x20 { i += 1 }
    let start = i
    while raw[i] &- UInt8(ascii: "0") < 10 || raw[i] == UInt8(ascii: ".") || raw[i] == UInt8(ascii: "-") { i += 1 }
    return i > start && i < start + 200 && raw[i] | 0x20 != UInt8(ascii: "e")
  }
}
