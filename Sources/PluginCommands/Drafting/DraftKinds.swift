internal import InspectorKit
internal import JSONText
internal import Workbench

/// The kinds of objects in a draft, inferred from the values at each place of the documents.
///
/// - The elements of an array of objects form a kind, and so do the members of an object with arbitrary keys.
/// - A place joins a known kind if its objects have similar members; kinds may therefore be recursive.
/// - Other objects are plain values, whose members have key paths.
struct DraftKinds {
  private(set) var all: [DraftKind] = []
  private(set) var doubts: [DraftDoubt] = []

  /// The arrays with elements other than objects, by the identity of their places.
  private var mixed: Set<ObjectIdentifier> = []

  /// The kinds whose places must be visited again.
  private var waiting: [Int] = []

  /// The maximum number of kinds.
  static let mostKinds = 120
  private static let mostPlaces = 2_000
  private static let mostPlacesOfKind = 150
  private var places = 0

  /// The maximum number of keys in a key path.
  private static let mostLevels = 12

  /// The minimum number of numbers in an array of bulk data.
  private static let manyNumbers = 32

  /// The minimum length, in bytes, of a string of bulk data.
  private static let longTexts = 1_000

  /// Infers the kinds, starting at the root objects of documents.
  init(_ root: DocumentShape, named name: String) {
    all = [DraftKind(name: name, shape: root)]
    waiting = [0]
    while let kind = waiting.popLast() { visit(all[kind].shape, [], kind) }
    for kind in all.indices { visitEmptyLists(all[kind].shape, [], kind) }
  }

  // MARK: places

  private mutating func visit(_ shape: DocumentShape, _ path: [String], _ kind: Int) {
    guard path.count < Self.mostLevels else { return }
    // Key paths are compared as texts, in which two spellings of a letter are the same.
    var seen: Set<String> = []
    for key in shape.keys {
      guard seen.insert(key).inserted, let member = shape[key], FormatFiles.keyPath(path + [key]) != nil else {
        continue
      }
      switch member.rule {
      case .children(let child, let form): absorb(member, form, child)
      case .value: decide(member, path + [key], kind)
      case .list, .opaque, .hidden: break
      }
    }
  }

  /// Adds lists that are empty in all documents to a kind if their names suggest one, such as `subLayers` of a layer.
  private mutating func visitEmptyLists(_ shape: DocumentShape, _ path: [String], _ kind: Int) {
    guard path.count < Self.mostLevels, all[kind].places.count < Self.mostPlacesOfKind else { return }
    for key in shape.keys {
      guard let member = shape[key], member.rule == .value, FormatFiles.keyPath(path + [key]) != nil else { continue }
      if member.holdsObjectsOnly {
        visitEmptyLists(member, path + [key], kind)
      } else if member.arrays > 0, member.arrays + member.nulls == member.count, member.elements == nil,
        let child = kindOfEmptyList(key, kind)
      {
        let place = path + [key]
        let isWithin = all[kind].places.contains { $0.path.starts(with: place) || place.starts(with: $0.path) }
        guard !isWithin else { continue }
        give(member, .children(kind: child, .list), place, kind)
        mixed.insert(ObjectIdentifier(member))
        add(.emptyList(all[child].name), place, kind)
      }
    }
  }

  private func kindOfEmptyList(_ key: String, _ kind: Int) -> Int? {
    if kind > 0, all[kind].keys.contains(key) { return kind }
    let name = EnglishName.singular(of: key).lowercased()
    if kind > 0, name.ends(with: all[kind].name.lowercased()), all[kind].name.utf8.count > 3 { return kind }
    return all.indices.dropFirst().first { all[$0].keys.contains(key) && key.utf8.count > 3 }
  }

  /// Moves new children at a place, which a merge has added, to their kind.
  private mutating func absorb(_ place: DocumentShape, _ form: DraftForm, _ kind: Int) {
    switch form {
    case .list:
      guard let elements = place.takeElements() else { return }
      note(elements, at: place)
      all[kind].shape.merge(elements)
    case .keyed:
      guard !place.keys.isEmpty else { return }
      all[kind].shape.merge(place.takeMembers())
    case .single:
      guard !place.keys.isEmpty else { return }
      all[kind].shape.merge(place.takeObjects())
    }
    wait(for: kind)
  }

  private mutating func wait(for kind: Int) {
    if !waiting.contains(kind) { waiting.append(kind) }
  }

  private mutating func note(_ elements: DocumentShape, at place: DocumentShape) {
    if elements.objects < elements.count { mixed.insert(ObjectIdentifier(place)) }
  }

  /// Chooses the rule for a place.
  private mutating func decide(_ place: DocumentShape, _ path: [String], _ kind: Int) {
    if place.holdsObjectsOnly {
      if Likeness.isKeyed(place) {
        let members = place.keys.count
        add(.keyed(members: members), path, kind)
        let child = assign(place.takeMembers(), word(in: path), in: kind)
        if let child { give(place, .children(kind: child, .keyed), path, kind) }
      } else if isLikeItsChildren(place) {
        let child = assign(place.takeObjects(), word(in: path), in: kind)
        if let child { give(place, .children(kind: child, .single), path, kind) }
      } else {
        visit(place, path, kind)
      }
      return
    }
    if let elements = place.elements, place.arrays > 0 {
      if elements.objects > 0 { return decideList(place, elements, path, kind) }
      if isBulk(place, elements) {
        place.rule = .opaque
        all[kind].opaque.append(path)
        add(.opaque(longest: place.lengths?.upperBound ?? 0), path, kind)
        return
      }
    }
    if place.longestText >= Self.longTexts, place.holdsTextsOnly, place.words.isEmpty {
      place.rule = .hidden
      all[kind].hidden.append(path)
      add(.hidden(longest: place.longestText), path, kind)
      return
    }
    if place.objects > 0 { visit(place, path, kind) }
  }

  private func isBulk(_ place: DocumentShape, _ elements: DocumentShape) -> Bool {
    guard Likeness.areNumbers(elements), elements.nulls == 0, elements.count > 0 else { return false }
    let inner = elements.lengths?.upperBound ?? 1
    return (place.lengths?.upperBound ?? 0) * inner >= Self.manyNumbers
  }

  private mutating func decideList(_ place: DocumentShape, _ elements: DocumentShape, _ path: [String], _ kind: Int) {
    if Likeness.isBulk(place) {
      place.rule = .opaque
      all[kind].opaque.append(path)
      return add(.opaque(longest: place.lengths?.upperBound ?? 0), path, kind)
    }
    if elements.holdsObjectsOnly, place.objects == 0, let list = Likeness.namedValues(elements) {
      place.rule = .list(list)
      all[kind].lists.append((path, list, place))
      return add(.list(list), path, kind)
    }
    guard let taken = place.takeElements() else { return }
    note(taken, at: place)
    if let child = assign(taken, word(in: path), in: kind) {
      give(place, .children(kind: child, .list), path, kind)
    }
  }

  private mutating func give(_ place: DocumentShape, _ rule: DraftRule, _ path: [String], _ kind: Int) {
    place.rule = rule
    all[kind].places.append((path, place))
  }

  /// Returns true if an object contains a list of objects with similar members.
  private func isLikeItsChildren(_ place: DocumentShape) -> Bool {
    place.keys.contains { key in
      guard let list = place[key], list.arrays > 0, let elements = list.elements, elements.holdsObjectsOnly else {
        return false
      }
      return Likeness.common(elements, place) >= 3 && Likeness.of(elements, place) >= 0.4
    }
  }

  // MARK: kinds

  /// Returns the kind of the objects at a place, a known kind if the members are similar; nil if there are too many
  /// kinds or places.
  private mutating func assign(_ shape: DocumentShape, _ key: String, in parent: Int) -> Int? {
    places += 1
    guard places <= Self.mostPlaces, all[parent].places.count < Self.mostPlacesOfKind else { return nil }
    var best: (kind: Int, likeness: Double)?
    for kind in all.indices {
      let likeness = Likeness.of(shape, all[kind].shape)
      guard likeness >= least(shape, key, kind, parent), likeness > best?.likeness ?? 0 else { continue }
      best = (kind, likeness)
    }
    if let best {
      all[best.kind].shape.merge(shape)
      if best.kind != parent, !all[best.kind].keys.contains(key) {
        doubts.append(DraftDoubt(place: "\(all[parent].name).\(key)", reason: .sameKind(all[best.kind].name)))
      }
      all[best.kind].keys.insert(key)
      wait(for: best.kind)
      return best.kind
    }
    guard all.count < Self.mostKinds else { return nil }
    all.append(DraftKind(name: name(for: key, in: parent), shape: shape, keys: [key]))
    waiting.append(all.count - 1)
    return all.count - 1
  }

  /// Returns the minimum likeness at which objects at a place belong to a kind.
  private func least(_ shape: DocumentShape, _ key: String, _ kind: Int, _ parent: Int) -> Double {
    let known = all[kind].shape
    let common = Likeness.common(shape, known)
    if Likeness.shareAClass(shape, known), common >= 2 { return 0.3 }
    if all[kind].keys.contains(key) { return common >= 3 ? 0.4 : 0.7 }
    if kind == parent, common >= 3 { return 0.4 }
    return common >= 4 ? 0.8 : 2
  }

  /// Returns the last key of a path that resembles a word, used to name a kind; the last key if no key does.
  private func word(in path: [String]) -> String {
    path.last { key in
      let digits = key.utf8.count { (0x30...0x39).contains($0) }
      return digits * 3 <= key.utf8.count && EnglishName.identifier(of: key).first?.isLetter == true
    } ?? path.last ?? ""
  }

  private func name(for key: String, in parent: Int) -> String {
    let base = EnglishName.singular(of: key)
    let taken = Set(all.map(\.name))
    if !taken.contains(base) { return base }
    let owned = "\(all[parent].name)-\(base)"
    var (name, number) = (owned, 2)
    while taken.contains(name) { (name, number) = ("\(owned)-\(number)", number + 1) }
    return name
  }

  private mutating func add(_ reason: DraftDoubt.Reason, _ path: [String], _ kind: Int) {
    doubts.append(DraftDoubt(place: "\(all[kind].name).\(path.joined(separator: "."))", reason: reason))
  }

  /// Returns true if objects of a kind are members of a keyed object.
  func isKeyed(_ kind: Int) -> Bool {
    all.contains { $0.places.contains { $0.place.rule == .children(kind: kind, .keyed) } }
  }

  /// Returns true if a place of children also contains values of another form.
  func isMixed(_ place: DocumentShape, _ form: DraftForm) -> Bool {
    switch form {
    case .list: place.objects + place.scalars > 0 || mixed.contains(ObjectIdentifier(place))
    case .keyed, .single: place.arrays + place.scalars > 0
    }
  }
}

/// A kind of objects in a draft.
struct DraftKind {
  var name: String
  var shape: DocumentShape

  /// The last keys of the places that contain these objects.
  var keys: Set<String> = []

  /// The places of the children.
  var places: [(path: [String], place: DocumentShape)] = []
  var lists: [(path: [String], list: DraftList, place: DocumentShape)] = []
  var opaque: [[String]] = []
  var hidden: [[String]] = []
}

/// Names of kinds and classes, derived from keys.
enum EnglishName {
  /// Returns the singular of a key: `layers` becomes `layer`.
  static func singular(of key: String) -> String {
    let word = identifier(of: key)
    let irregular = [
      "children": "child", "vertices": "vertex", "indices": "index", "matrices": "matrix", "axes": "axis",
      "yaxes": "axis",
    ]
    if let known = irregular[word] { return known }
    for (ending, end) in [("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x")]
    where word.ends(with: ending) && word.utf8.count > ending.utf8.count + 1 {
      return String(word.dropLast(ending.count)) + end
    }
    let isPlural = word.utf8.count > 3 && word.ends(with: "s") && !["ss", "us", "is"].contains(where: word.ends(with:))
    return isPlural ? String(word.dropLast()) : word
  }

  /// Returns an identifier derived from a key: `text-font` becomes `textFont`.
  static func identifier(of key: String) -> String { FormatFiles.identifier(of: key) }

  /// Returns the class name of a kind: `source-layer` becomes `SourceLayer`.
  static func className(of kind: String) -> String {
    let name = identifier(of: kind)
    guard let first = name.unicodeScalars.first(where: { $0 != "_" }) else { return "Object" }
    let rest = name.unicodeScalars.drop { $0 == "_" }.dropFirst()
    let begin = first.properties.uppercaseMapping
    let whole = begin + String(String.UnicodeScalarView(rest))
    return PropertyDefinition.isKeyPath(whole) ? whole : "Object"
  }
}
