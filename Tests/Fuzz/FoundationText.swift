import Foundation
import JSONText

/// The JSON parser of Foundation, as the second reference parser.
enum FoundationText {
  static func tree(_ text: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed])
  }

  /// The known leniencies of Foundation's parser.
  enum Leniency {
    case keyTwice, otherEncodings, commaAtTheEnd
  }

  static func leniency(_ error: JSONSyntaxError, in text: [UInt8]) -> Leniency? {
    switch error.kind {
    case .duplicateKey: .keyTwice
    // After the last element of an array, and after the last member of an object.
    case .syntax where error.remedy == "remove the ',' before it": .commaAtTheEnd
    // UTF-16 and byte order marks; Foundation guesses by the first four bytes.
    default: text.prefix(4).contains { $0 == 0 || $0 >= 0xEF } ? .otherEncodings : nil
    }
  }

  /// Returns true if two numbers are nearly equal, since Foundation loses digits of long numbers. Another law compares
  /// values exactly.
  private static func isNear(_ theirs: Double, _ ours: Double) -> Bool {
    theirs == ours || abs(theirs - ours) <= abs(ours) * 1e-6
  }

  /// Returns true if two strings are equal apart from U+FEFF, which Foundation loses at the beginning of a string and
  /// after an escape.
  private static func isSame(_ theirs: String, _ ours: String) -> Bool {
    if theirs.utf8.elementsEqual(ours.utf8) { return true }
    let kept = { (text: String) in text.unicodeScalars.filter { $0 != "\u{FEFF}" } }
    return ours.unicodeScalars.contains("\u{FEFF}") && kept(theirs).elementsEqual(kept(ours))
  }

  /// Returns true if both trees are equal, apart from differences that Foundation cannot represent.
  static func equal(_ ours: JSON, _ theirs: Any) -> Bool {
    switch ours {
    case .null: return theirs is NSNull
    case .bool(let value): return (theirs as? NSNumber)?.boolValue == value
    case .int(let value): return (theirs as? NSNumber)?.int64Value == Int64(value)
    case .double(let value): return (theirs as? NSNumber).map { isNear($0.doubleValue, value) } ?? false
    case .string(let value): return (theirs as? String).map { isSame($0, value) } ?? false
    case .array(let elements):
      guard let others = theirs as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { equal($0, $1) }
    case .object(let members):
      guard let others = theirs as? [String: Any] else { return false }
      // Foundation merges keys that are canonically equivalent, and keys lose U+FEFF, too.
      let keys = Set(members.map(\.key))
      guard keys.count == members.count, !keys.contains(where: { $0.unicodeScalars.contains("\u{FEFF}") }) else {
        return true
      }
      return others.count == members.count
        && members.allSatisfy { member in others[member.key].map { equal(member.value, $0) } ?? false }
    }
  }
}
