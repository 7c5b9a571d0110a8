internal import JSONText
internal import SceneDocument

/// The search for the objects whose values an object has as long as it has none of its own.
struct BaseFinder {
  let mapping: FormatMapping
  let files: ForeignFiles

  /// A document in which bases are named.
  struct Place {
    var root: TextValue
    var path: String
    var file: ForeignFiles.File?
  }

  /// The greatest number of bases of an object.
  private static let most = 8

  /// Returns the bases of an object, the nearest first.
  ///
  /// - Parameter offset: the offset of the object in the foreign document.
  func bases(of object: TextValue, kind: Int, in place: Place, at offset: Int) -> [ForeignBase] {
    var found: [ForeignBase] = []
    add(object, kind, place, offset, &found)
    return found
  }

  private func add(
    _ object: TextValue, _ kind: Int, _ place: Place, _ offset: Int, _ found: inout [ForeignBase]
  ) {
    for rule in mapping.kinds[kind].bases where found.count < Self.most {
      guard let (base, inner) = base(of: object, rule, place, offset) else { continue }
      found.append(ForeignBase(offset: base.offset, kind: rule.kind, hasAll: rule.number == nil, in: inner.file))
      add(base, rule.kind, inner, offset, &found)
    }
  }

  private func base(
    of object: TextValue, _ rule: BaseRule, _ place: Place, _ offset: Int
  ) -> (TextValue, Place)? {
    guard let number = rule.number else {
      guard let name = object.value(at: rule.file)?.string, !name.isEmpty,
        let file = file(name, place, object.value(at: rule.file)?.offset, offset),
        let base = file.root.value(at: rule.path), base.kind == .object
      else { return nil }
      return (base, Place(root: file.root, path: file.path, file: file))
    }
    guard let value = object.value(at: number.path), value.kind == .number, let written = JSONNumber.int(value.text),
      let sets = place.root.value(at: number.sets)
    else { return nil }
    let wanted = written & number.mask
    var best: (set: TextValue, first: Int)?
    for set in sets.kind == .array ? sets.elements : [sets] {
      guard let first = set.member(number.first).flatMap({ JSONNumber.int($0.text) }), first <= wanted,
        first >= best?.first ?? .min
      else { continue }
      best = (set, first)
    }
    guard let best else { return nil }
    var (set, inner) = (best.set, place)
    if let name = set.value(at: rule.file) {
      guard let text = name.string, !text.isEmpty, let file = file(text, place, name.offset, offset) else { return nil }
      (set, inner) = (file.root, Place(root: file.root, path: file.path, file: file))
    }
    let base = set.value(at: rule.path)?.elements.first { base in
      base.member(number.id).flatMap { JSONNumber.int($0.text) } == wanted - best.first
    }
    return base.map { ($0, inner) }
  }

  /// Returns the document of a name. A problem is at the name if that is in the foreign document, else at the object.
  private func file(_ name: String, _ place: Place, _ nameOffset: Int?, _ offset: Int) -> ForeignFiles.File? {
    files.file(name, of: place.path, at: place.file == nil ? nameOffset ?? offset : offset)
  }
}
