/// A member that differs between two JSON objects.
package struct MemberDifference: Hashable {
  /// The keys that lead to the member, each after a dot.
  package let path: String

  /// The text of the old value; nil if the old object lacks the member.
  package let old: String?

  /// The text of the new value; nil if the new object lacks the member.
  package let new: String?

  /// Returns the members, at any depth, that differ between two texts of JSON objects. Returns nil if one of the texts
  /// is not an object, if the objects are equal, or if they have no equal member.
  ///
  /// ```swift
  /// MemberDifference.list(#"{"x": 1, "y": 2}"#, #"{"x": 1, "y": 3}"#)  // .y: 2 → 3
  /// ```
  package static func list(_ old: String, _ new: String) -> [MemberDifference]? {
    guard let old = members(old), let new = members(new) else { return nil }
    let (oldValues, newValues) = (values(old), values(new))
    let keys = old.map(\.key) + new.map(\.key).filter { oldValues[ExactText($0)] == nil }
    let pairs = keys.map { ($0, oldValues[ExactText($0)], newValues[ExactText($0)]) }
    let differing = pairs.filter { _, old, new in old.map(ExactText.init) != new.map(ExactText.init) }
    guard !differing.isEmpty, differing.count < pairs.count else { return nil }
    return differing.flatMap { key, old, new in
      guard let old, let new, let inner = list(old, new) else {
        return [MemberDifference(path: ".\(key)", old: old, new: new)]
      }
      return inner.map { MemberDifference(path: ".\(key)\($0.path)", old: $0.old, new: $0.new) }
    }
  }

  /// Returns the values of members, keyed by name; of several members with one name, the first.
  private static func values(_ members: [(key: String, value: String)]) -> [ExactText: String] {
    Dictionary(members.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the members of a JSON object with the texts of their values; nil for any other text.
  private static func members(_ text: String) -> [(key: String, value: String)]? {
    guard text.utf8.first == UInt8(ascii: "{") else { return nil }
    return Array(text.utf8).withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      var members: [(key: String, value: String)] = []
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          members.append((JSONString.decode(key), String(decoding: try reader.rawValue(), as: UTF8.self)))
        }
        return members
      } catch {
        return nil
      }
    }
  }
}
