package import InspectorKit
internal import JSONText
internal import SceneDocument

/// The identity of a class for use in tables: its name, its plugin and, where no plugin knows it, its base. Several
/// classes may share one name.
package struct ClassIdentity: Hashable {
  package let name: String
  package let plugin: String
  package let base: String?
}

/// A class of a scene made ready for reading attributes: the plugin that builds it, and its properties by the bytes of
/// their keys.
package final class ClassBinding {
  /// The plugin that registers the class or, where no plugin knows it, its base.
  package let owner: InstalledPlugin

  /// The plugin whose worker builds its objects.
  package let plugin: InstalledPlugin
  package let definition: ComponentDefinition

  /// The definition that the worker builds; its properties are the first of `definition`.
  package let built: ComponentDefinition

  /// The extensions applied to the class.
  package let extensions: [AppliedExtension]

  /// The places of the properties whose setters are extension code.
  package let setters: [Int]

  /// The places of the properties that an extension computes.
  package let getters: [Int]

  /// The plugins that add properties of the same name, by that name. The class has none of these properties.
  package let clashes: [String: [InstalledPlugin]]

  /// The base class used to inspect its objects if no plugin knows the class; otherwise nil.
  package let inspectedAs: String?

  /// The names and types of the properties, kept apart from the definitions for speed.
  private let names: [String]

  /// The keys of each property that has several, its own name first; empty for the others.
  private let severalKeys: [[String]]
  package let types: [PropertyType]

  /// The canonical form of each property's stored values; nil where each value is read.
  private let forms: [CanonicalForm?]

  /// The conditions under which each property is shown and takes effect; nil for always.
  let visibility: [Condition?]
  package let enabling: [Condition?]

  /// Flags for the properties with an `enabledWhen` condition.
  package let isConditional: [Bool]

  /// The places of properties that must have a value.
  let required: [Int]

  /// The places of properties that are deprecated, or have conditions: a stored value of theirs may have no effect.
  let watched: [Int]

  /// True if `check` must examine more than values: required or deprecated properties, or conditions.
  package var isIntricate: Bool { !required.isEmpty || !watched.isEmpty }

  private let buckets: [[Key]]

  /// The identity of the class, for tables of classes.
  package var identity: ClassIdentity {
    ClassIdentity(name: definition.name, plugin: owner.place, base: inspectedAs)
  }

  /// A key that names a property: by its own name, by a former one, or by one that an extension gives it.
  package struct Key {
    package var name: String
    package var place: Int

    /// Its place among the keys of the property: 0 for the property's own name. Of several stored keys the one of the
    /// lowest rank carries the property.
    package var rank: Int

    /// True if it is not the property's own name.
    package var isAlias: Bool { rank > 0 }

    /// The key if it is not the property's own name; otherwise nil.
    var aliasName: String? { isAlias ? name : nil }
  }

  init(_ entry: ComponentRegistry.Entry, _ whole: ComposedClass) {
    owner = entry.plugin
    inspectedAs = entry.described.inspectedAs
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
    let properties = definition.properties
    var columns = Columns(count: properties.count)
    // By index: a definition is large, and a loop over the values would copy each.
    for place in properties.indices { columns.add(properties[place], at: place) }
    (names, types, forms) = (columns.keys.map { $0[0] }, columns.types, columns.forms)
    (visibility, enabling) = (columns.visibility, columns.enabling)
    isConditional = enabling.map { $0 != nil }
    (required, watched) = (columns.required, columns.watched)
    // About one bucket for each name, however many properties there are.
    let count = columns.keys.reduce(0) { $0 + $1.count }
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
    for (place, keys) in columns.keys.enumerated() { _ = add(keys[0], place, 0) }
    // A key that is some property's own name, or an earlier property's alias, cannot be an alias of this one.
    severalKeys = columns.keys.enumerated().map { place, keys in
      guard keys.count > 1 else { return [] }
      return keys.prefix(1) + keys.indices.dropFirst().filter { add(keys[$0], place, $0) }.map { keys[$0] }
    }
    self.buckets = buckets
  }

  /// The parts of the properties that are read often, each by the property's place.
  private struct Columns {
    /// The name, then the other keys.
    var keys: [[String]] = []
    var types: [PropertyType] = []
    var forms: [CanonicalForm?] = []
    var visibility: [Condition?] = []
    var enabling: [Condition?] = []
    var required: [Int] = []
    var watched: [Int] = []

    init(count: Int) {
      keys.reserveCapacity(count)
      types.reserveCapacity(count)
      forms.reserveCapacity(count)
      visibility.reserveCapacity(count)
      enabling.reserveCapacity(count)
    }

    mutating func add(_ property: PropertyDefinition, at place: Int) {
      keys.append([property.name] + property.otherKeys)
      types.append(property.type)
      forms.append(CanonicalForm(of: property))
      // A condition that cannot be read was reported when the plugin was loaded.
      visibility.append(property.visibleWhen.flatMap { try? Condition(parsing: $0) })
      enabling.append(property.enabledWhen.flatMap { try? Condition(parsing: $0) })
      if property.isRequired { required.append(place) }
      if property.deprecated != nil || property.visibleWhen != nil || property.enabledWhen != nil {
        watched.append(place)
      }
    }
  }

  private static func bucket(_ key: UnsafeRawBufferPointer, of count: Int) -> Int {
    guard let first = key.first, let last = key.last else { return 0 }
    if count <= 64 { return (key.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63 }
    // With many names, all letters count (FNV-1a).
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
  }

  /// Returns the property key that a raw key names, or nil.
  package func key(_ raw: UnsafeRawBufferPointer) -> Key? {
    for key in buckets[Self.bucket(raw, of: buckets.count)] where JSONString.equals(raw, key.name) { return key }
    // A key with escapes may name the same property.
    guard raw.contains(UInt8(ascii: "\\")) else { return nil }
    return key(named: JSONString.decode(raw))
  }

  /// Returns the property key with this unescaped name, or nil.
  package func key(named name: String) -> Key? {
    var name = name
    let bucket = name.withUTF8 { Self.bucket(UnsafeRawBufferPointer($0), of: buckets.count) }
    return buckets[bucket].first { $0.name.isExactly(name) }
  }

  /// True if a raw key is the property's present name.
  func isKey(_ raw: UnsafeRawBufferPointer, of place: Int) -> Bool { JSONString.equals(raw, names[place]) }

  /// The canonical form of the values stored under a key; nil where each value is read, and for keys that the class
  /// lacks.
  ///
  /// Of two keys for one property the present name takes precedence, so values under former names are always read.
  package func form(ofKey raw: UnsafeRawBufferPointer) -> CanonicalForm? {
    key(raw).flatMap { $0.isAlias ? nil : forms[$0.place] }
  }

  /// Returns the value of a raw text in canonical form; nil if the text must be read and checked.
  package func plainCell(_ raw: UnsafeRawBufferPointer, at place: Int) -> StoredCell? {
    guard let form = forms[place] else { return nil }
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

  /// Returns the place of the property that a raw key names, or nil.
  package func place(ofKey raw: UnsafeRawBufferPointer) -> Int? { key(raw)?.place }

  /// Returns the place of the property with exactly this name, or nil.
  package func place(of name: String) -> Int? { key(named: name).flatMap { $0.isAlias ? nil : $0.place } }

  /// Returns the property that a person named by its identifier, by its label in any case, or by a former name.
  package func place(ofTyped name: String) -> Int? {
    let key = key(named: name)
    if let key, !key.isAlias { return key.place }
    return labels[ComponentDefinition.folded(name)] ?? key?.place
  }

  /// The places of the properties by their labels and the labels of their aliases. The first property of a label takes
  /// precedence.
  private lazy var labels: [[[UInt8]]: Int] = Dictionary(
    definition.properties.enumerated().map { (ComponentDefinition.folded($1.label), $0) }
      + definition.properties.enumerated().flatMap { place, property in
        property.otherLabels.map { (ComponentDefinition.folded($0), place) }
      },
    uniquingKeysWith: { first, _ in first })

  /// The aliases that extensions give properties, with the places of these. Each is as its extension declares it, but
  /// with the value constraints of the property.
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

  /// True if a scene may store the property under several keys.
  package func hasOtherKeys(_ place: Int) -> Bool { !severalKeys[place].isEmpty }

  /// Returns the keys under which a scene may store the property, in order of precedence: its own name, former names,
  /// aliases from extensions.
  package func keys(at place: Int) -> [String] {
    severalKeys[place].isEmpty ? [names[place]] : severalKeys[place]
  }

  /// The present name of the property at a place.
  func name(at place: Int) -> String { names[place] }

  /// Returns the value of a stored cell; an absent key means the default.
  package func value(of cell: StoredCell, at place: Int) -> PropertyValue? {
    switch cell {
    case .absent: definition.properties[place].defaultValue
    case .value(let value): value
    }
  }
}

extension CanonicalForm {
  /// Creates the canonical form of a property's values; nil if each value must be read.
  fileprivate convenience init?(of property: PropertyDefinition) {
    guard !property.isReadOnly else { return nil }
    if !property.options.isEmpty {
      guard property.range == nil else { return nil }
      self.init(
        oneOf: property.options.map { option in
          var text: [UInt8] = []
          option.value.appendJSON(to: &text)
          return text
        })
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
  /// Resolves a person's name for a property, using the name table of a class binding.
  package init?(_ name: String, of binding: ClassBinding) {
    self.init(name, binding.definition, binding.place(ofTyped:))
  }

  /// Returns the property and the component that a name refers to. The property's type may lack that component.
  package static func owner(_ name: String, of binding: ClassBinding) -> (place: Int, component: String)? {
    guard let (owner, component) = parts(of: name), let place = binding.place(ofTyped: owner) else { return nil }
    return (place, component)
  }
}
