import JSONText
import TestSupport

@testable import SceneDocument
@testable import SceneFormats

/// A generator of random valid attribute values, as JSON texts.
struct LegalValues {
  var random: SeededGenerator

  /// True if colours must be opaque.
  private let areOpaque: Bool

  init(seed: UInt64, of mapping: any ForeignFormat) {
    (random, areOpaque) = (
      SeededGenerator(seed: seed), (mapping as? FormatMapping)?.spelling.colors.form == .opaque
    )
  }

  mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Returns a random sample of a list, in order.
  mutating func sample<Element>(_ list: [Element], _ count: Int) -> [Element] {
    guard list.count > count else { return list }
    return Set((0..<count).map { _ in roll(0...list.count - 1) }).sorted().map { list[$0] }
  }

  mutating func number() -> String {
    ["0", "-0", "1", "7.25", "1e2", "-12.50", "0.1", "1E-3", "12345678901", "3.0"][roll(0...9)]
  }

  mutating func string() -> String {
    [
      "\"plain\"", "\"\"", "\"sl\\/ash \\\\ \\\" \\n\"", "\"\\u00e9\"", "\"é🙂\"", "\"{\\\"a\\\": [1]}\"", "\"a,b:c\"",
      "\"none\"",
    ][roll(0...7)]
  }

  mutating func color() -> String {
    if areOpaque {
      return ["\"#123456\"", "\"tomato\"", "\"#fA0\"", "\"hsl(200, 50%, 25%)\"", "\"#0b00Ff\""][roll(0...4)]
    }
    return [
      "\"#123456\"", "\"#ABCDEF80\"", "\"#fA0\"", "\"tomato\"", "\"rgb(1, 2, 3)\"", "\"rgba(10,20,30,0.25)\"",
      "\"hsl(200, 50%, 25%)\"", "\"#00000000\"", "\"#FFFFFFFF\"",
      "\"#\(String(roll(0x100000...0xFFFFFF), radix: 16))\"",
    ][roll(0...9)]
  }

  /// Returns a value of a type; for nil, a value of the same kind as the old text.
  ///
  /// - Parameter isWhole: true if the numbers of a point, a size or a rectangle must be integers.
  mutating func value(of type: String?, like old: [UInt8] = [], isWhole: Bool = false) -> String {
    func number() -> String { isWhole ? "\(roll(-9...99))" : self.number() }
    return switch type {
    case "Double": number()
    case "Int": "\(roll(-9...99))"
    case "Bool": roll(0...1) == 0 ? "true" : "false"
    case "String": string()
    case "Color": color()
    case "Point": "{\"x\": \(number()), \"y\": \(number())}"
    case "Size": "{\"width\": \(number()), \"height\": \(number())}"
    case "Rect": "{\"x\": \(number()), \"y\": \(number()), \"width\": \(number()), \"height\": \(number())}"
    default:
      switch old.first {
      case UInt8(ascii: "t"), UInt8(ascii: "f"): value(of: "Bool")
      case UInt8(ascii: "\""): string()
      default: number()
      }
    }
  }
}
