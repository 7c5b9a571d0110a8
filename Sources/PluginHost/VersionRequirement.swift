/// The plugin versions that a scene accepts: a list of comparisons that must all be true, such as `>=1.0 <2`.
///
/// ```swift
/// VersionRequirement(">=1.0 <2")?.accepts("1.4.2")  // true
/// ```
///
/// `*` and the empty text accept every version; a version without an operator accepts only that version.
public struct VersionRequirement: Hashable, Sendable {
  private enum Operator: String, CaseIterable {
    // The longer operators precede their prefixes, which would match first.
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case equal = "="
  }

  private struct Comparison: Hashable {
    var relation: Operator
    var version: [Int]

    func accepts(_ other: [Int]) -> Bool {
      let isLess = other.lexicographicallyPrecedes(version)
      let isGreater = version.lexicographicallyPrecedes(other)
      return switch relation {
      case .atLeast: !isLess
      case .atMost: !isGreater
      case .above: isGreater
      case .below: isLess
      case .equal: !isLess && !isGreater
      }
    }
  }

  private let comparisons: [Comparison]

  /// Parses a requirement; nil if the text is not a valid requirement.
  public init?(_ text: String) {
    var comparisons: [Comparison] = []
    for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == UInt8(ascii: ",") })
    where !word.elementsEqual("*".utf8) {
      let relation = Operator.allCases.first { word.starts(with: $0.rawValue.utf8) }
      guard let version = Self.numbers(word.dropFirst(relation?.rawValue.utf8.count ?? 0)) else { return nil }
      comparisons.append(Comparison(relation: relation ?? .equal, version: version))
    }
    self.comparisons = comparisons
  }

  /// Returns true if a version satisfies all comparisons. An invalid version satisfies only a requirement without
  /// comparisons.
  public func accepts(_ version: String) -> Bool {
    guard let version = Self.numbers(version.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }) else {
      return comparisons.isEmpty
    }
    return comparisons.allSatisfy { $0.accepts(version) }
  }

  /// Returns true if at least one version satisfies both requirements.
  package func isCompatible(with other: VersionRequirement) -> Bool {
    let all = comparisons + other.comparisons
    // The smallest version that satisfies all comparisons is 0.0.0, a version in a comparison, or the next patch
    // version.
    let candidates = [[0, 0, 0]] + all.flatMap { [$0.version, [$0.version[0], $0.version[1], $0.version[2] &+ 1]] }
    return candidates.contains { version in all.allSatisfy { $0.accepts(version) } }
  }

  /// Returns the three numbers of a version, with 0 for each missing number; nil if the text is not a version.
  private static func numbers(_ text: Substring.UTF8View) -> [Int]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // `Int` also accepts signs.
    let numbers = parts.compactMap { part in part.allSatisfy { $0 &- 0x30 < 10 } ? Int(Substring(part)) : nil }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    return numbers + Array(repeating: 0, count: 3 - numbers.count)
  }
}
