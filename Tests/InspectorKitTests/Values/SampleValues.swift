import InspectorKit

/// Reproducible random values of all eight types, including arbitrary bit patterns.
enum SampleValues {
  static func all(seed: UInt64, count: Int) -> [PropertyValue] {
    var random = SplitMix(state: seed)
    return (0..<count).map { index in
      switch PropertyType.allCases[index % PropertyType.allCases.count] {
      case .int: .int(Int(truncatingIfNeeded: random.next() >> (random.next() % 64)))
      case .string: .string(string(&random))
      case .double: .double(double(&random))
      case .bool: .bool(random.next() % 2 == 0)
      case .color: .color(color(&random))
      case .point: .point(Point(x: double(&random), y: double(&random)))
      case .size: .size(Size(width: double(&random), height: double(&random)))
      case .rect:
        .rect(Rect(x: double(&random), y: double(&random), width: double(&random), height: double(&random)))
      }
    }
  }

  /// Returns the bit patterns of numbers, which distinguish `-0.0` from `0.0`.
  static func bits(_ value: PropertyValue) -> [UInt64] {
    switch value {
    case .double(let value): [value.bitPattern]
    case .point(let value): [value.x.bitPattern, value.y.bitPattern]
    case .size(let value): [value.width.bitPattern, value.height.bitPattern]
    case .rect(let value):
      [value.x.bitPattern, value.y.bitPattern, value.width.bitPattern, value.height.bitPattern]
    default: []
    }
  }

  private static func double(_ random: inout SplitMix) -> Double {
    switch random.next() % 4 {
    case 0: return Double(Int(random.next() % 4000) - 2000) / 4
    case 1: return [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi][Int(random.next() % 5)]
    default:
      let value = Double(bitPattern: random.next())
      return value.isFinite ? value : 1
    }
  }

  private static func color(_ random: inout SplitMix) -> Color {
    if random.next() % 2 == 0 {
      let bytes = (0..<4).map { _ in Double(random.next() % 256) / 255 }
      return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
    }
    let parts = (0..<4).map { _ in Double(random.next() >> 11) / Double(1 << 53) }
    return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }

  private static func string(_ random: inout SplitMix) -> String {
    let marks: [Unicode.Scalar] = [
      "a", "Z", " ", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "漢", "🎈", "\u{202E}", "{", "#",
    ]
    return (0..<random.next() % 8).reduce(into: "") { text, _ in
      text.unicodeScalars.append(marks[Int(random.next() % UInt64(marks.count))])
    }
  }
}

/// The generator of Steele, Lea and Flood, 2014 ("Fast splittable pseudorandom number generators").
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
