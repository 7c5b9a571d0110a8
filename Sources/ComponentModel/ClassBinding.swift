package import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// The identity of a class for use in tables: its name, its plugin and, if no plugin knows it, its base. Several
/// classes may share one name.
package struct ClassIdentity: Hashable {
  package let name: String
  package let plugin: String
  package let base: String?
}

/// A class of a scene, prepared for reading attributes. It knows the plugin that builds the objects, and finds
/// properties by the bytes of their keys.
///
/// Scenes share the binding of a class, unless the extensions of the class depend on the scene. A binding does not
/// change; the tables that it creates on first use have locks.
package final class ClassBinding: @unchecked Sendable {
  /// The plugin that registers the class or, if no plugin knows the class, its base class.
  package let owner: InstalledPlugin

  /// The plugin whose worker builds the objects of the class.
  package let plugin: InstalledPlugin
  package let definition: ComponentDefinition

  /// The definition from which the worker builds objects; its properties are the first properties of `definition`.
  package let built: ComponentDefinition

  /// The extensions applied to the class.
  package let extensions: [AppliedExtension]

  /// The indices of the properties whose setters are extension code.
  package let setters: [Int]

  /// The indices of the properties that an extension computes.
  package let getters: [Int]

  /// The indices of the properties that computed properties of extensions declare in `affectedBy`.
  package let affecting: Set<Int>

  /// The property names that several plugins add with equal precedence, and those plugins. None of these properties is
  /// added to the class.
  package let clashes: [String: [InstalledPlugin]]

  /// The base class that is used instead of the class if no plugin knows the class itself; otherwise nil.
  package let inspectedAs: String?

  /// The names of the properties, kept apart from the definitions for speed.
  private let names: [String]

  /// The keys of each property that has several, its own name first; empty for a property with only its own name.
  private let severalKeys: [[String]]
  package let types: [PropertyType]

  /// The canonical form of each property's stored values; nil if each value must be read and checked.
  private let forms: [CanonicalForm?]

  /// The condition under which each property is shown; nil if it is always shown.
  let visibility: [Condition?]

  /// The condition under which each property takes effect; nil if it always does.
  package let enabling: [Condition?]

  /// For each property, true if it has an `enabledWhen` condition.
  package let isConditional: [Bool]

  /// The indices of the properties that must have a value.
  let required: [Int]

  /// The indices of the properties that refer to objects.
  package let references: [Int]

  /// The indices of the properties that the class declares for text searches; empty for a search in all texts.
  package let searched: [Int]

  /// For each property, true if the text sent to a worker may differ from the stored text.
  let isRewritten: [Bool]

  /// The indices of the properties with options that have former values.
  package let renamedOptions: [Int]

  /// The indices of the properties that are stored through transformers, including those with a transformer for a
  /// former name only.
  package let transformed: Set<Int>

  /// The definitions for those former names that have a transformer of their own, in the definition's `storedAs`. The
  /// keys are the index of the property and the rank of the name.
  let formerForms: [Int: [Int: PropertyDefinition]]

  /// The indices of the properties whose values are file paths.
  let files: [Int]

  /// The index of the property `frame`, which positions an object in pictures; nil if the class has no such property.
  let framePlace: Int?

  /// The indices of the properties that are deprecated or have conditions. If one of them is stored, `check` may report
  /// it.
  let watched: [Int]

  /// True if the class has required, deprecated or conditional properties. A check must then examine more than the
  /// values.
  package var isIntricate: Bool { !required.isEmpty || !watched.isEmpty }

  private let buckets: [[Key]]

  /// The identity of the class, for tables of classes.
  package var identity: ClassIdentity {
    ClassIdentity(name: definition.name, plugin: owner.place, base: inspectedAs)
  }

  /// A key under which a property can be stored: the property's own name, a former name, or an alias from an extension.
  package struct Key {
    package var name: String
    package var place: Int

    /// The key's index among the keys of the property; 0 for the property's own name. If an object stores several of
    /// the keys, the property has the value under the key of the lowest rank.
    package var rank: Int

    /// True if the key is not the property's own name.
    package var isAlias: Bool { rank > 0 }

    /// The key's name if it is not the property's own name; otherwise nil.
    var aliasName: String? { isAlias ? name : nil }
  }

  /// Returns the binding of a class, and creates it for the first scene that needs it.
  static func of(_ entry: ComponentRegistry.Entry, _ whole: ComposedClass) -> ClassBinding {
    whole.derived.value { ClassBinding(entry, whole) }
  }

  init(_ entry: ComponentRegistry.Entry, _ whole: ComposedClass) {
    (owner, inspectedAs) = (entry.plugin, entry.described.inspectedAs)
    (plugin, definition, built) = (whole.builder, whole.definition, whole.built)
    (extensions, clashes) = (whole.extensions, whole.clashes)
    func places(_ isMeant: (PropertyDefinition) -> Bool) -> [Int] {
      whole.extensions.flatMap { found in
        zip(found.definition.properties, found.places).compactMap { property, place in
          property.aliasOf == nil && isMeant(property) ? place : nil
        }
      }
    }
    setters = places { $0.isObserved && !$0.isReadOnly }
    getters = places(\.isComputed)
    affecting = Set(
      whole.extensions.flatMap { found in
        found.definition.properties.filter(\.isComputed).flatMap(\.affectedBy).compactMap { name in
          found.definition.properties.firstIndex { $0.name == name }.flatMap { found.places[$0] }
        }
      })
    let properties = definition.properties
    // Properties are accessed by index, because a definition is large and a loop over the values would copy each of
    // them.
    let all = properties.indices
    let allKeys = all.map { [properties[$0].name] + properties[$0].otherKeys }
    names = allKeys.map { $0[0] }
    types = all.map { properties[$0].type }
    forms = all.map { CanonicalForm(of: properties[$0]) }
    // A condition that cannot be read was reported when the plugin was loaded.
    visibility = all.map { properties[$0].visibleWhen.flatMap { try? Condition(parsing: $0) } }
    enabling = all.map { properties[$0].enabledWhen.flatMap { try? Condition(parsing: $0) } }
    isConditional = enabling.map { $0 != nil }
    required = all.filter { properties[$0].isRequired }
    references = all.filter { properties[$0].references != nil && properties[$0].type == .string }
    searched = (definition.arrangement?.search ?? []).compactMap { name in all.first { properties[$0].name == name } }
    renamedOptions = all.filter { properties[$0].metadata.options?.haveAliases == true }
    let renamed = Set(renamedOptions)
    let transformed = Set(all.filter { properties[$0].storedAs != nil || !properties[$0].aliasTransformers.isEmpty })
    isRewritten = all.map { properties[$0].type == .color || transformed.contains($0) || renamed.contains($0) }
    self.transformed = transformed
    formerForms = Dictionary(uniqueKeysWithValues: transformed.map { ($0, properties[$0].formerForms) })
    files = all.filter { !properties[$0].file.isEmpty && properties[$0].type == .string }
    framePlace = all.first { properties[$0].type == .rect && properties[$0].name == "frame" }
    watched = all.filter {
      properties[$0].deprecated != nil || properties[$0].visibleWhen != nil || properties[$0].enabledWhen != nil
    }
    // There is about one bucket for each name, however many properties there are.
    let count = allKeys.reduce(0) { $0 + $1.count }
    var size = 64
    while size < count { size *= 2 }
    var buckets = [[Key]](repeating: [], count: size)
    func add(_ name: String, _ place: Int, _ rank: Int) -> Bool {
      var bytes = name
      let bucket = bytes.withUTF8 { Self.bucket(UnsafeRawBufferPointer($0), of: size) }
      if rank > 0, buckets[bucket].contains(where: { $0.name.isExactly(name) }) { return false }
      buckets[bucket].append(Key(name: name, place: place, rank: rank))
      return true
    }
    for (place, name) in names.enumerated() { _ = add(name, place, 0) }
    // A key that is the own name of any property, or the alias of an earlier one, cannot be an alias of this property.
    severalKeys = allKeys.enumerated().map { place, keys in
      guard keys.count > 1 else { return [] }
      return keys.prefix(1) + keys.indices.dropFirst().filter { add(keys[$0], place, $0) }.map { keys[$0] }
    }
    self.buckets = buckets
  }

  private static func bucket(_ key: UnsafeRawBufferPointer, of count: Int) -> Int {
    guard let first = key.first, let last = key.last else { return 0 }
    if count <= 64 { return (key.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63 }
    // With many names, the hash includes all letters (FNV-1a).
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
  }

  /// Returns the property key for the bytes of a key between its quotes; nil if the class has no such key.
  package func key(_ raw: UnsafeRawBufferPointer) -> Key? {
    for key in buckets[Self.bucket(raw, of: buckets.count)] where JSONString.equals(raw, key.name) { return key }
    // A key with escapes may name the same property.
    guard raw.contains(UInt8(ascii: "\\")) else { return nil }
    return key(named: JSONString.decode(raw))
  }

  /// Returns the property key with this unescaped name; nil if the class has no such key.
  package func key(named name: String) -> Key? {
    var name = name
    let bucket = name.withUTF8 { Self.bucket(UnsafeRawBufferPointer($0), of: buckets.count) }
    return buckets[bucket].first { $0.name.isExactly(name) }
  }

  /// Returns true if the bytes of a key are the property's own name, not an alias.
  func isKey(_ raw: UnsafeRawBufferPointer, of place: Int) -> Bool { JSONString.equals(raw, names[place]) }

  /// Returns the canonical form of the values stored under a key; nil if each value must be read and checked, for
  /// aliases, and for keys that the class lacks.
  ///
  /// Values stored under aliases are always read, because the property's own name takes precedence over them.
  package func form(ofKey raw: UnsafeRawBufferPointer) -> CanonicalForm? {
    key(raw).flatMap { $0.isAlias ? nil : forms[$0.place] }
  }

  /// Returns the stored cell for JSON text in canonical form; nil if the text must be read and checked.
  ///
  /// - Parameter rank: the rank of the key that stores the text.
  package func plainCell(_ raw: UnsafeRawBufferPointer, at place: Int, rank: Int = 0) -> StoredCell? {
    guard let form = forms[place], rank == 0 || formerForms[place]?[rank] == nil else { return nil }
    // For these types, reading the value also validates it.
    guard [.point, .size, .rect].contains(form.kind) || form.fits(raw) else { return nil }
    switch types[place] {
    case .bool: return .value(.bool(raw[0] == UInt8(ascii: "t")))
    case .int: return JSONNumber.int(raw).map { .value(.int($0)) }
    case .double: return JSONNumber.double(raw).map { .value(.double($0)) }
    default:
      var reader = JSONReader(raw)
      return (try? PropertyValue(json: &reader, as: types[place])).map { .value($0) }
    }
  }

  /// Returns the index of the property with exactly this name; nil if there is none, or if the name is an alias.
  package func place(of name: String) -> Int? { key(named: name).flatMap { $0.isAlias ? nil : $0.place } }

  /// Returns the index of the property to which a typed name refers. The name is an identifier, an alias or, in any
  /// letter case, the label of either. Returns nil if there is no such property.
  package func place(ofTyped name: String) -> Int? {
    let key = key(named: name)
    if let key, !key.isAlias { return key.place }
    return labels.withLock { $0.orMake(makeLabels)[ComponentDefinition.folded(name)] } ?? key?.place
  }

  /// The indices of the properties, keyed by their labels and the labels of their aliases. If several properties share
  /// a label, the first one takes precedence.
  private let labels = Mutex<[[[UInt8]]: Int]?>(nil)

  private func makeLabels() -> [[[UInt8]]: Int] {
    Dictionary(
      definition.properties.enumerated().map { (ComponentDefinition.folded($1.label), $0) }
        + definition.properties.enumerated().flatMap { place, property in
          property.otherLabels.map { (ComponentDefinition.folded($0), place) }
        },
      uniquingKeysWith: { first, _ in first })
  }

  /// The keys whose stored texts can title an object of the class, in order of precedence; see ``ObjectTitle``.
  var titleKeys: [String] { titles.withLock { $0.orMake(makeTitleKeys) } }

  private let titles = Mutex<[String]?>(nil)

  /// The value of ``titleTemplate``; nil until it is computed.
  let titleTexts = Mutex<TitleTemplate??>(nil)

  /// The aliases that extensions give to properties, with the indices of the properties. An alias has the names, labels
  /// and help of its own declaration, and the type and constraints of its property.
  package var extensionNames: [(place: Int, property: PropertyDefinition)] {
    extensions.flatMap { found in
      zip(found.definition.properties, found.places).compactMap { alias, place in
        guard alias.aliasOf != nil, let place, let key = key(named: alias.name), key.isAlias, key.place == place else {
          return nil
        }
        var property = definition.properties[place]
        (property.name, property.label, property.declaringClass) = (alias.name, alias.label, found.definition.name)
        (property.otherNames, property.aliases) = ([], alias.aliases)
        property.aliasOf = names[place]
        property.help = alias.help ?? property.help
        return (place, property)
      }
    }
  }

  /// Returns true if a scene may store the property under a key other than its own name.
  package func hasOtherKeys(_ place: Int) -> Bool { !severalKeys[place].isEmpty }

  /// Returns the keys under which a scene may store the property, in order of precedence: its own name, former names,
  /// aliases from extensions.
  package func keys(at place: Int) -> [String] {
    severalKeys[place].isEmpty ? [names[place]] : severalKeys[place]
  }

  func name(at place: Int) -> String { names[place] }

  /// Returns the value of a stored cell, or the property's default value if the cell is absent. Returns nil if the cell
  /// stores `null`, or if the property has no default value.
  package func value(of cell: StoredCell, at place: Int) -> PropertyValue? {
    switch cell {
    case .absent: definition.properties[place].defaultValue
    case .value(let value): value
    }
  }
}

extension CanonicalForm {
  /// Creates the canonical form of a property's values; nil if each value must be read and checked.
  fileprivate convenience init?(of property: PropertyDefinition) {
    guard !property.isReadOnly, property.storedAs == nil else { return nil }
    if !property.options.isEmpty {
      guard property.range == nil else { return nil }
      self.init(oneOf: property.options.map(\.value.jsonText))
      return
    }
    let bounds = property.range.flatMap { range in
      let (low, high) = (range.minimum ?? -.infinity, range.maximum ?? .infinity)
      return low <= high ? low...high : nil
    }
    guard property.range == nil || bounds != nil else { return nil }
    self.init(Self.kind(of: property.type), bounds)
  }

  private static func kind(of type: PropertyType) -> Kind {
    switch type {
    case .bool: .bool
    case .string: .string
    case .int: .whole
    case .double: .number
    case .color: .hexColor
    case .point: .point
    case .size: .size
    case .rect: .rect
    }
  }
}

extension PropertyPath {
  /// Resolves a name that the user typed for a property, with the name table of a class binding; nil if the class has
  /// no such property or component.
  package init?(_ name: String, of binding: ClassBinding) {
    self.init(name, binding.definition, binding.place(ofTyped:))
  }

  /// Splits a name such as `frame.x` into the index of the property and the name of the component; nil if the class has
  /// no such property. The property's type may lack that component.
  package static func owner(_ name: String, of binding: ClassBinding) -> (place: Int, component: String)? {
    guard let (owner, component) = parts(of: name), let place = binding.place(ofTyped: owner) else { return nil }
    return (place, component)
  }
}
