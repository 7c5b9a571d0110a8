internal import JSONText

/// Comparisons of places, used to recognise objects of the same kind.
enum Likeness {
  /// Returns the likeness of two places, from 0 to 1: the weight of their common members relative to the weight of all
  /// members.
  static func of(_ a: DocumentShape, _ b: DocumentShape) -> Double {
    // Objects with very many members are compared with those of their kind only.
    guard min(a.keys.count, b.keys.count) * 30 >= max(a.keys.count, b.keys.count) else { return 0 }
    var (shared, all) = (0.0, 0.0)
    for key in a.keys {
      let (first, second) = (a.share(of: key), b.share(of: key))
      all += max(first, second)
      if haveSameForm(a[key], b[key]) { shared += min(first, second) }
    }
    for key in b.keys where a[key] == nil { all += b.share(of: key) }
    return all == 0 ? 0 : shared / all
  }

  /// Returns the number of members that both places have in the same JSON type.
  static func common(_ a: DocumentShape, _ b: DocumentShape) -> Int {
    a.keys.count < b.keys.count
      ? a.keys.count { haveSameForm(a[$0], b[$0]) } : b.keys.count { haveSameForm(a[$0], b[$0]) }
  }

  private static func haveSameForm(_ a: DocumentShape?, _ b: DocumentShape?) -> Bool {
    guard let a, let b else { return false }
    return a.objects > 0 && b.objects > 0 || a.arrays > 0 && b.arrays > 0 || a.texts > 0 && b.texts > 0
      || a.numbers > 0 && b.numbers > 0 || a.truths > 0 && b.truths > 0 || a.nulls == a.count || b.nulls == b.count
  }

  /// Returns true if the class names at both places overlap.
  static func shareAClass(_ a: DocumentShape, _ b: DocumentShape) -> Bool {
    UsualNames.classes.contains { key in
      guard let first = a[key], let second = b[key] else { return false }
      return first.words.keys.contains { second.words[$0] != nil }
    }
  }

  /// Returns true if an object has arbitrary keys, and its members are objects of one kind.
  static func isKeyed(_ shape: DocumentShape) -> Bool {
    let members = shape.keys.compactMap { shape[$0] }
    guard members.count > 1, members.allSatisfy({ $0.holdsObjectsOnly && $0.nulls == 0 }) else { return false }
    var weights: [ExactText: Double] = [:]
    for member in members {
      for key in member.keys { weights[ExactText(key), default: 0] += 1 / Double(members.count) }
    }
    guard let most = weights.values.max(), most >= 0.7 else { return false }
    // A position, a rotation and a scale have the same members, but are not objects of a kind.
    guard weights.keys.contains(where: { !UsualNames.geometry.contains($0.text) }) else { return false }
    let all = weights.values.reduce(0, +)
    let alike = members.reduce(0.0) { sum, member in
      sum + member.keys.reduce(0) { $0 + (weights[ExactText($1)] ?? 0) } / all
    }
    let likeness = alike / Double(members.count)
    let share = Double(members.reduce(0) { $0 + $1.count }) / Double(members.count * shape.objects)
    let isOdd = shape.keys.contains { key in
      !key.utf8.allSatisfy {
        $0 == 0x5F || ("0"..."9").contains(UnicodeScalar($0)) || UnicodeScalar($0).properties.isAlphabetic
      }
    }
    if shape.objects > 1, share <= 0.7 { return likeness >= (share <= 0.5 ? 0.5 : 0.8) }
    if isOdd || members.count >= 8 { return likeness >= 0.7 }
    return shape.objects == 1 && members.count > 2 && likeness >= 0.8
  }

  /// Returns true if arrays are bulk data: long lists that contain only numbers.
  static func isBulk(_ list: DocumentShape) -> Bool {
    guard let longest = list.lengths?.upperBound, longest >= 100, let elements = list.elements else { return false }
    return areNumbers(elements)
  }

  /// Returns true if a place contains only numbers, possibly inside arrays and objects.
  static func areNumbers(_ shape: DocumentShape) -> Bool {
    shape.texts == 0 && shape.truths == 0 && !shape.hasMoreKeys
      && shape.keys.allSatisfy { shape[$0].map(areNumbers) ?? true }
      && shape.elements.map(areNumbers) ?? true
  }

  /// Returns the keys of the entries in a list of named values; nil for any other list.
  static func namedValues(_ elements: DocumentShape) -> DraftList? {
    guard elements.holdsObjectsOnly, elements.nulls == 0 else { return nil }
    let name = UsualNames.entryNames.first { key in
      elements[key].map { $0.texts == elements.objects && ($0.words.count > 1 || elements.objects == 1) } ?? false
    }
    let value = UsualNames.entryValues.first { elements.share(of: $0) >= 0.9 }
    guard let name, let value, let values = elements[value], name != value else { return nil }
    guard values.scalars * 2 >= values.count else { return nil }
    let type = UsualNames.entryTypes.first { elements[$0].map(\.holdsTextsOnly) ?? false }
    let others = elements.keys.filter { $0 != name && $0 != value && $0 != type }
    let areFew = others.count <= 1 && others.allSatisfy { elements[$0].map { $0.scalars == $0.count } ?? true }
    return areFew ? DraftList(name: name, value: value, type: type) : nil
  }
}

/// The names that members have in the documents of many programs.
enum UsualNames {
  /// The members that name an object's class, the most likely first.
  static let classes = [
    "class", "type", "kind", "__type__", "className", "_class", "__identifier", "objectType", "nodeType", "elementType",
    "resourceType", "ty", "category", "component", "shape", "__type",
  ]

  /// The members that contain an object's id, the most likely first.
  static let ids = ["id", "uid", "iid", "uuid", "guid", "_id", "ID", "persistentUuid", "key", "sid", "refId"]

  /// The members that contain an object's name, the most likely first.
  static let names = [
    "name", "title", "label", "displayName", "nm", "_name", "caption", "identifier", "__identifier", "alias",
  ]

  static let entryNames = ["name", "key", "property", "field", "id", "__identifier", "identifier"]
  static let entryValues = ["value", "val", "__value"]
  static let entryTypes = ["type", "__type", "kind", "valueType"]

  /// The members that identify a program's documents by their values.
  static let marks = [
    "type", "kind", "format", "app", "application", "generator", "program", "fileType", "contentType", "sceneType",
    "class",
  ]

  /// The members of positions, sizes and colors.
  static let geometry: Set<String> = [
    "x", "y", "z", "w", "h", "width", "height", "depth", "r", "g", "b", "a", "left", "right", "top", "bottom", "min",
    "max",
  ]

  /// The last words of names whose numbers are usually fractional.
  static let fractions: Set<String> = [
    "x", "y", "z", "w", "h", "width", "height", "opacity", "alpha", "rotation", "angle", "scale", "ratio", "speed",
    "left",
    "right", "top", "bottom", "radius", "weight", "factor", "zoom", "bearing", "pitch",
    "size", "spacing", "margin", "padding", "duration", "delay", "time", "gain", "volume",
  ]

  /// The names of arrays of two numbers that represent a point.
  static let points: Set<String> = [
    "position", "pos", "at", "offset", "anchor", "pivot", "point", "origin", "center", "translate", "location",
  ]

  /// The names of arrays of two numbers that represent a size.
  static let sizes: Set<String> = ["size", "dimensions", "dimension"]

  /// The names of arrays of four numbers that represent a rectangle.
  static let rects: Set<String> = ["rect", "frame"]

  /// The last words of the names of colors.
  static let colors: Set<String> = ["color", "colour", "tint", "fill", "stroke", "background", "foreground"]
}
