internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The values that the objects of a foreign document have from other objects, while its scene is built.
struct FormatInheritance {
  /// The values by the places that bindings of the scene name.
  private(set) var values: [String: ForeignInherited] = [:]

  /// The classes that no description of the format has, with the properties that their objects have from others.
  private(set) var classes: [String: FormatDefinitions.Inherited] = [:]

  let document: TextValue
  private let mapping: FormatMapping
  private var finder: BaseFinder
  private let files: ForeignFiles

  /// The places of offsets in the document.
  private var places: [Int: String] = [:]

  init(_ mapping: FormatMapping, _ files: ForeignFiles, _ document: TextValue) {
    (self.mapping, self.files, self.document) = (mapping, files, document)
    finder = BaseFinder(mapping: mapping, files: files)
  }

  /// Returns the objects whose values an object has as long as it has none of its own, the nearest first.
  mutating func bases(of object: TextValue, kind: Int) -> [ForeignBase] {
    guard !mapping.kinds[kind].bases.isEmpty else { return [] }
    return finder.bases(of: object, kind: kind, in: .init(root: document, path: files.path), at: object.offset)
  }

  /// Returns the class that an object names, or else one of its bases.
  func className(of object: TextValue, kind: Int, _ bases: [ForeignBase]) -> String {
    let rule = mapping.kinds[kind].className
    let inherited = bases.lazy.compactMap { base in
      mapping.kinds[base.kind].className.name(in: base.value(in: document))
    }
    return rule.name(in: object) ?? inherited.first ?? rule.className(of: object)
  }

  /// Returns the values that an object has from its bases, with their places.
  ///
  /// - Parameters:
  ///   - base: the class as which the object is inspected if nothing describes its own.
  ///   - own: the object's own values. An object may lose them, and has those of its bases then.
  mutating func inherited(
    by object: ForeignObject, _ base: String?, besides own: ForeignMembers
  ) -> [(name: String, place: String)] {
    var known = Set(own.others.map { ExactText($0.name) })
    var found: [(name: String, place: String)] = []
    for source in object.bases {
      let (kind, value) = (mapping.kinds[source.kind], source.value(in: document))
      let description = mapping.description(of: object.className, value, kind)
      let leaves = FormatWalk(value, kind, of: mapping, description, in: document).members.leaves
      for leaf in leaves where source.hasAll || leaf.isCustom {
        // A value that is composed of members has them from the base one by one.
        guard leaf.parts.isEmpty || own.leaf(leaf.name) == nil, known.insert(ExactText(leaf.name)).inserted else {
          continue
        }
        let text = leaf.text ?? Array(value.text(leaf.value))
        let place = place(of: leaf.value.lowerBound, source.file)
        values[place] = ForeignInherited(text: text, path: source.file?.path ?? files.path)
        found.append((leaf.name, place))
        if leaf.isCustom, let base, mapping.classes[object.className] == nil { add(leaf, text, object.className, base) }
      }
    }
    return found
  }

  private mutating func add(_ leaf: ForeignLeaf, _ text: [UInt8], _ className: String, _ base: String) {
    guard let type = leaf.type ?? UntypedText.type(of: text) else { return }
    var known = classes[className] ?? FormatDefinitions.Inherited(base: base)
    if known.names.insert(ExactText(leaf.name)).inserted { known.properties.append((leaf.name, type)) }
    classes[className] = known
  }

  private mutating func place(of offset: Int, _ file: ForeignFiles.File?) -> String {
    if let file { return files.place(of: offset, in: file) }
    if let known = places[offset] { return known }
    let place = files.place(of: offset, in: document)
    places[offset] = place
    return place
  }
}

/// The types of JSON texts.
private enum UntypedText {
  /// Returns the name of the type that a scalar has; nil for null and for other values.
  static func type(of text: [UInt8]) -> String? {
    switch text.first {
    case UInt8(ascii: "\""): PropertyType.string.rawValue
    case UInt8(ascii: "t"), UInt8(ascii: "f"): PropertyType.bool.rawValue
    case UInt8(ascii: "-"), .some(0x30...0x39): PropertyType.double.rawValue
    default: nil
    }
  }
}
