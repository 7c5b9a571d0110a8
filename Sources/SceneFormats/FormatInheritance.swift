internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The values that objects of a foreign document inherit from their bases, collected while the scene is built.
struct FormatInheritance {
  /// The inherited values, by the places to which bindings of the scene refer.
  private(set) var values: [String: ForeignInherited] = [:]

  /// The classes that the format does not describe, with the properties that their objects inherit.
  private(set) var classes: [String: FormatDefinitions.Inherited] = [:]

  let document: TextValue
  private let mapping: FormatMapping
  private var finder: BaseFinder
  private let files: ForeignFiles

  /// A cache of the places in the document, by offset.
  private var places: [Int: String] = [:]

  init(_ mapping: FormatMapping, _ files: ForeignFiles, _ document: TextValue) {
    (self.mapping, self.files, self.document) = (mapping, files, document)
    finder = BaseFinder(mapping: mapping, files: files)
  }

  /// Returns the bases of an object, the nearest first. The object inherits their values unless it has its own.
  mutating func bases(of object: TextValue, kind: Int) -> [ForeignBase] {
    guard !mapping.kinds[kind].bases.isEmpty else { return [] }
    return finder.bases(of: object, kind: kind, in: .init(root: document, path: files.path), at: object.offset)
  }

  /// Returns the class that an object or, failing that, its nearest base names; the default class if none of them names
  /// one.
  func className(of object: TextValue, kind: Int, _ bases: [ForeignBase]) -> String {
    let rule = mapping.kinds[kind].className
    let inherited = bases.lazy.compactMap { base in
      mapping.kinds[base.kind].className.name(in: base.value(in: document))
    }
    return rule.name(in: object) ?? inherited.first ?? rule.className(of: object)
  }

  /// Returns the names and places of the values that an object inherits from its bases.
  ///
  /// - Parameters:
  ///   - base: the class used to inspect the object if the format does not describe its own class.
  ///   - own: the object's own members. An inherited value of the same name is returned, too, in case an edit removes
  ///     the own value.
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
        // A composed value inherits each of its members separately.
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

/// Functions that infer types from JSON texts.
private enum UntypedText {
  /// Returns the name of the type of a JSON scalar; nil for `null`, arrays and objects.
  static func type(of text: [UInt8]) -> String? {
    switch text.first {
    case UInt8(ascii: "\""): PropertyType.string.rawValue
    case UInt8(ascii: "t"), UInt8(ascii: "f"): PropertyType.bool.rawValue
    case UInt8(ascii: "-"), .some(0x30...0x39): PropertyType.double.rawValue
    default: nil
    }
  }
}
