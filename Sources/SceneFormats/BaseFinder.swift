internal import JSONText
internal import SceneDocument

/// A search for the bases of an object, from which the object inherits missing values.
struct BaseFinder {
  let mapping: FormatMapping
  let files: ForeignFiles

  /// A document that refers to bases.
  struct Place {
    var root: TextValue
    var path: String
    var file: ForeignFiles.File?
  }

  /// The maximum number of bases of an object. The limit also ends cycles of bases.
  private static let most = 8

  /// Caches of the sets by document and key path, and of the bases in each set by number. Many objects share them.
  private var sets: [SetsPlace: [(first: Int, set: TextValue, name: TextValue?)]] = [:]
  private var lists: [SetPlace: [Int: TextValue]] = [:]

  private struct SetsPlace: Hashable {
    var path: String
    var keys: [String]
  }

  /// The location of a set: the path of its document, and its offset in that document.
  private struct SetPlace: Hashable {
    var path: String
    var offset: Int
  }

  init(mapping: FormatMapping, files: ForeignFiles) { (self.mapping, self.files) = (mapping, files) }

  /// Returns the bases of an object, the nearest first.
  ///
  /// - Parameter offset: the offset of the object in the foreign document.
  mutating func bases(of object: TextValue, kind: Int, in place: Place, at offset: Int) -> [ForeignBase] {
    var found: [ForeignBase] = []
    add(object, kind, place, offset, &found)
    return found
  }

  private mutating func add(
    _ object: TextValue, _ kind: Int, _ place: Place, _ offset: Int, _ found: inout [ForeignBase]
  ) {
    for rule in mapping.kinds[kind].bases where found.count < Self.most {
      guard let (base, inner) = base(of: object, rule, place, offset) else { continue }
      found.append(ForeignBase(offset: base.offset, kind: rule.kind, hasAll: rule.number == nil, in: inner.file))
      add(base, rule.kind, inner, offset, &found)
    }
  }

  private mutating func base(
    of object: TextValue, _ rule: BaseRule, _ place: Place, _ offset: Int
  ) -> (TextValue, Place)? {
    guard let number = rule.number else {
      guard let name = object.value(at: rule.file)?.string, !name.isEmpty,
        let file = file(name, place, object.value(at: rule.file)?.offset, offset),
        let base = file.root.value(at: rule.path), base.kind == .object
      else { return nil }
      return (base, Place(root: file.root, path: file.path, file: file))
    }
    guard let value = object.value(at: number.path), value.kind == .number, let written = JSONNumber.int(value.text)
    else { return nil }
    let wanted = written & number.mask
    guard let (first, found, name) = sets(number, rule, place).last(where: { $0.first <= wanted }) else { return nil }
    var (set, inner) = (found, place)
    if let name {
      guard let text = name.string, !text.isEmpty, let file = file(text, place, name.offset, offset) else { return nil }
      (set, inner) = (file.root, Place(root: file.root, path: file.path, file: file))
    }
    return bases(of: set, at: rule.path, number, inner)[wanted - first].map { ($0, inner) }
  }

  /// Returns the sets of a document in ascending order of their first numbers, each with its first number and the name
  /// of its file. The name is nil for a set that the document itself contains.
  private mutating func sets(
    _ number: BaseRule.Number, _ rule: BaseRule, _ place: Place
  ) -> [(first: Int, set: TextValue, name: TextValue?)] {
    let key = SetsPlace(path: place.path, keys: number.sets)
    if let known = sets[key] { return known }
    let list = place.root.value(at: number.sets)
    let found = (list.map { $0.kind == .array ? $0.elements : [$0] } ?? []).compactMap { set in
      set.member(number.first).flatMap { JSONNumber.int($0.text) }.map {
        (first: $0, set: set, name: set.value(at: rule.file))
      }
    }
    let sorted = found.sorted { $0.first < $1.first }
    sets[key] = sorted
    return sorted
  }

  /// Returns the bases in a set by their numbers within the set.
  private mutating func bases(
    of set: TextValue, at path: [String], _ number: BaseRule.Number, _ place: Place
  ) -> [Int: TextValue] {
    let key = SetPlace(path: place.path, offset: set.offset)
    if let known = lists[key] { return known }
    let bases = (set.value(at: path)?.elements ?? []).compactMap { base in
      base.member(number.id).flatMap { JSONNumber.int($0.text) }.map { ($0, base) }
    }
    let found = Dictionary(bases, uniquingKeysWith: { first, _ in first })
    lists[key] = found
    return found
  }

  /// Returns the file with a name; nil if it cannot be read. A problem is reported at the name if the foreign document
  /// contains the name, otherwise at the object.
  private func file(_ name: String, _ place: Place, _ nameOffset: Int?, _ offset: Int) -> ForeignFiles.File? {
    files.file(name, of: place.path, at: place.file == nil ? nameOffset ?? offset : offset)
  }
}
