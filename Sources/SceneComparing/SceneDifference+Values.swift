internal import Glibc
internal import JSONText
package import SceneDocument

extension SceneDifference {
  package static func attributes(
    _ old: SceneDocument, _ oldNode: NodeIndex, _ new: SceneDocument, _ newNode: NodeIndex
  ) -> [Attribute] {
    // Most objects are identical in both scenes, byte for byte.
    if let a = old.attributesText(of: oldNode), let b = new.attributesText(of: newNode), areEqual(a, b) { return [] }
    var (before, after): ([Span], [Span]) = ([], [])
    old.forEachAttribute(of: oldNode) { key, value in
      before.append((key, value))
      return true
    }
    new.forEachAttribute(of: newNode) { key, value in
      after.append((key, value))
      return true
    }
    return changes(before, after).map { key, old, value in
      Attribute(object: new.id(newNode), className: new.className(newNode), property: key, old: old, new: value)
    }
  }

  /// Returns the differences between the attributes that two scenes' own files store for an object. The object itself
  /// may come from a template.
  package static func writtenAttributes(
    _ old: SceneDocument, _ oldNode: NodeIndex, _ new: SceneDocument, _ newNode: NodeIndex
  ) -> [Attribute] {
    func list(_ document: SceneDocument, _ node: NodeIndex) -> [(key: String, text: String)] {
      var list: [(key: String, text: String)] = []
      document.forEachWrittenAttribute(of: node) { key, value in
        list.append((JSONString.decode(key), text(value)))
        return true
      }
      return list
    }
    if old.composition == nil, new.composition == nil { return attributes(old, oldNode, new, newNode) }
    return changes(list(old, oldNode), list(new, newNode)).map { key, old, value in
      Attribute(object: new.id(newNode), className: new.className(newNode), property: key, old: old, new: value)
    }
  }

  private typealias Span = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

  private static func changes(_ old: [Span], _ new: [Span]) -> [(key: String, old: String?, new: String?)] {
    guard old.count == new.count, zip(old, new).allSatisfy({ areEqual($0.key, $1.key) }) else {
      return changes(texts(old), texts(new))
    }
    // Usually both objects store the same keys in the same order.
    return zip(old, new).compactMap { old, new in
      if areEqual(old.value, new.value) { return nil }
      let (before, after) = (text(old.value), text(new.value))
      if !(isPlain(old.value) && isPlain(new.value)), isSame(before, after) { return nil }
      return (JSONString.decode(new.key), before, after)
    }
  }

  private static func texts(_ spans: [Span]) -> [(key: String, text: String)] {
    spans.map { (JSONString.decode($0.key), text($0.value)) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns true if the value can be spelled in only one way: an integer, or a string of ASCII without escapes.
  private static func isPlain(_ value: UnsafeRawBufferPointer) -> Bool {
    let isText = value.first == UInt8(ascii: "\"")
    return value.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: isText && byte < 0x80 && byte != UInt8(ascii: "\\")
      }
    }
  }

  package static func colors(_ old: SceneDocument, _ new: SceneDocument) -> [ColorChange] {
    func list(_ document: SceneDocument) -> [(key: String, text: String)] {
      document.palette.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }
    }
    return changes(list(old), list(new)).map { ColorChange(name: $0, old: $1, new: $2, uses: 0) }
  }

  package static func members(
    from old: (_ body: (String, UnsafeRawBufferPointer) -> Void) -> Void,
    to new: (_ body: (String, UnsafeRawBufferPointer) -> Void) -> Void, object: String?
  ) -> [Member] {
    changes(values(old), values(new)).map { Member(object: object, key: $0, old: $1, new: $2) }
  }

  private static func values(
    _ walk: (_ body: (String, UnsafeRawBufferPointer) -> Void) -> Void
  ) -> [(key: String, text: String)] {
    var list: [(key: String, text: String)] = []
    walk { key, value in list.append((key, text(value))) }
    return list
  }

  /// Returns the differences of two lists: new and changed entries in the order of the new list, then removed entries
  /// in the order of the old one.
  static func changes(
    _ old: [(key: String, text: String)], _ new: [(key: String, text: String)]
  ) -> [(key: String, old: String?, new: String?)] {
    var former = Dictionary(old.map { (ExactText($0.key), $0.text) }, uniquingKeysWith: { first, _ in first })
    var changes: [(key: String, old: String?, new: String?)] = []
    for (key, text) in new {
      let before = former.removeValue(forKey: ExactText(key))
      if let before, isSame(before, text) { continue }
      changes.append((key, before, text))
    }
    return changes + old.filter { former[ExactText($0.key)] != nil }.map { ($0.key, $0.text, nil) }
  }

  /// Returns true if two JSON texts have the same value, regardless of their formatting and of the escapes in their
  /// strings. False if the texts differ and one of them is not JSON.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    if a.isExactly(b) { return true }
    guard let a = try? JSON.parse(Array(a.utf8)), let b = try? JSON.parse(Array(b.utf8)) else { return false }
    // The operator `==` accepts strings that differ only in their Unicode normalisation, so the bytes are compared,
    // too.
    return a == b && a.text().isExactly(b.text())
  }

  private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else { return false }
    return memcmp(first, second, a.count) == 0
  }
}
