internal import JSONText

/// The canonical form of a property's values. JSON text of this form is valid for the property, and a quick check
/// recognises it.
///
/// Text of a different form may be valid, too (a number near the limits, the name of a colour, members in a different
/// order), and must be read and checked.
///
/// ```swift
/// CanonicalForm(.number, 0...64).fits(raw)  // true for `12.5`; false for `-1`, and for `1e1`, which is not parsed
/// ```
package final class CanonicalForm: Sendable {
  /// The kinds of values that a form describes.
  package enum Kind: UInt8, Sendable {
    case bool, string, whole, number, hexColor, point, size, rect
    /// The value is one of a list of texts.
    case listed
  }

  package let kind: Kind
  private let bounds: ClosedRange<Double>?
  private let texts: [[UInt8]]

  /// Creates the form of one kind of value.
  ///
  /// - Parameter bounds: the minimum and maximum for numbers; nil for no limits.
  init(_ kind: Kind, _ bounds: ClosedRange<Double>? = nil) {
    (self.kind, self.bounds, texts) = (kind, bounds, [])
  }

  /// Creates the form that only the given JSON texts have.
  init(oneOf texts: [[UInt8]]) {
    (kind, bounds, self.texts) = (.listed, nil, texts)
  }

  /// Returns true if a value's JSON text has this form.
  package func fits(_ raw: UnsafeRawBufferPointer) -> Bool {
    let first = raw[0]
    switch kind {
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .string: return first == UInt8(ascii: "\"")
    // A whole number with so few digits is also exact as a double.
    case .whole: return raw.count < 16 && Self.isWholeNumber(raw) && isWithinBounds(raw)
    case .number: return Self.isNumber(raw) && isWithinBounds(raw)
    case .hexColor: return Self.isHexColor(raw)
    case .point, .size, .rect: return hasCompactMembers(raw) || hasAnyMembers(raw)
    case .listed: return texts.contains { $0.count == raw.count && raw.elementsEqual($0) }
    }
  }

  /// Returns true if the value is an object with the expected members and no blanks, as most programs write it.
  private func hasCompactMembers(_ raw: UnsafeRawBufferPointer) -> Bool {
    var text = CompactText(raw)
    let isMeant =
      switch kind {
      case .point: text.pass(#"{"x":"#) && text.passPlainNumber() && text.pass(#","y":"#) && text.passPlainNumber()
      case .size:
        text.pass(#"{"width":"#) && text.passPlainNumber() && text.pass(#","height":"#) && text.passPlainNumber()
      default:
        text.pass(#"{"x":"#) && text.passPlainNumber() && text.pass(#","y":"#) && text.passPlainNumber()
          && text.pass(#","width":"#) && text.passPlainNumber() && text.pass(#","height":"#) && text.passPlainNumber()
      }
    return isMeant && text.pass("}") && text.isAtEnd && raw.count < 200
  }

  private func hasAnyMembers(_ raw: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .point: Self.hasNumbers(raw, "x", "y")
    case .size: Self.hasNumbers(raw, "width", "height")
    default: Self.hasNumbers(raw, "x", "y", "width", "height")
    }
  }

  private func isWithinBounds(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard let bounds else { return true }
    return JSONNumber.double(raw).map(bounds.contains) ?? false
  }

  private static func isWholeNumber(_ raw: UnsafeRawBufferPointer) -> Bool {
    for byte in raw where byte &- UInt8(ascii: "0") >= 10 && byte != UInt8(ascii: "-") { return false }
    return true
  }

  /// Returns true for a number without an exponent and with so few digits that a double can represent its magnitude.
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

  /// Returns true for an object with exactly these members, in this order, all numbers without an exponent.
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

  /// Skips blanks and then a given byte. Returns false if a different byte follows the blanks.
  @inline(__always)
  private static func pass(_ byte: UInt8, _ raw: UnsafeRawBufferPointer, _ i: inout Int) -> Bool {
    // The text is valid JSON, so it does not end within a value.
    while raw[i] <= 0x20 { i += 1 }
    guard raw[i] == byte else { return false }
    i += 1
    return true
  }

  /// Skips blanks and then a number. Returns false if there is no number, or if it has an exponent or too many
  /// digits.
  @inline(__always)
  private static func passNumber(_ raw: UnsafeRawBufferPointer, _ i: inout Int) -> Bool {
    while raw[i] <= 0x20 { i += 1 }
    let start = i
    while raw[i] &- UInt8(ascii: "0") < 10 || raw[i] == UInt8(ascii: ".") || raw[i] == UInt8(ascii: "-") { i += 1 }
    return i > start && i < start + 200 && raw[i] | 0x20 != UInt8(ascii: "e")
  }
}
