internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A rule that locates class definitions in documents, with the types, ranges, options and default values of
/// properties.
struct DefinitionRule: Sendable {
  /// The key path of the list of classes in the document or, without a ``className``, of the list of properties.
  var path: [String]

  /// The suffix of the name of the file that contains the list, in the document's folder or an enclosing one; nil for
  /// the document itself.
  var file: String?

  /// The members by which entries of the list are recognised. Other entries are ignored.
  var marks = FormatMarks()

  /// The key path of a class's name, and the base class used to inspect its objects; nil if ``extends`` is set.
  var className: [String]?
  var base: String?

  /// The class to which the properties belong; nil if the document defines classes.
  var extends: String?

  /// The key path of the list of properties in a class.
  var properties: [String]?

  /// The key paths of a property's name and of the format's name for its type.
  var name: [String]
  var type: [String]

  /// The key paths of a property's default value, and of its minimum and maximum.
  var standard: [String]?
  var range: (minimum: [String], maximum: [String])?
  var options: [Options] = []

  /// A rule that locates the values of an enumeration.
  struct Options: Sendable {
    /// The pattern of the type names. If ``member`` is nil, the `*` stands for the enumeration's name.
    var types: NamePattern

    /// The key path of the enumeration's name in a property; nil if the type name contains it.
    var member: [String]?

    /// The key path of the list of enumerations in the document.
    var path: [String]

    /// The keys of an enumeration's name, of its values, and of a value's text. The last is nil if the values are
    /// strings.
    var name: String
    var values: String
    var value: String?
  }

  init(path: [String], name: [String], type: [String]) { (self.path, self.name, self.type) = (path, name, type) }
}

/// The classes that a document defines, converted to the description of a plugin without code.
struct FormatDefinitions {
  /// The description; nil if the document defines no class.
  private(set) var text: [UInt8]?

  /// A class whose objects inherit properties from base objects.
  struct Inherited {
    /// The format's class that is used to inspect the objects.
    var base: String
    var properties: [(name: String, type: String)] = []
    var names: Set<ExactText> = []

    init(base: String) { self.base = base }
  }

  private let mapping: FormatMapping

  /// - Parameter inherited: the classes whose objects inherit properties from base objects, by name.
  init(of mapping: FormatMapping, in document: TextValue, _ files: ForeignFiles, _ inherited: [String: Inherited]) {
    self.mapping = mapping
    var components: [JSON.Member] = []
    var extensions: [JSON] = []
    var names: Set<ExactText> = Set(mapping.classes.keys.map { ExactText($0) })
    for rule in mapping.definitions {
      guard let root = rule.file == nil ? document : rule.file.flatMap({ files.nearest($0)?.root }) else { continue }
      let list = root.value(at: rule.path)
      if let file = rule.file, root.kind != .object || list.map({ $0.kind != .array }) == true {
        let fault = ForeignRefusal.wrongMember(
          rule.path.joined(separator: "."), expected: "an array", found: (list ?? root).kind.words)
        files.note(.unreadFile("*\(file)", AnyRefusal(fault)), at: 0)
      }
      let found = (list?.elements ?? []).filter(rule.marks.fit)
      if let target = rule.extends {
        let properties = properties(found, rule, of: target, in: root)
        if !properties.isEmpty { extensions.append(Self.extending(target, properties)) }
        continue
      }
      for entry in found {
        guard let path = rule.className, let base = rule.base, let name = entry.value(at: path)?.string,
          Self.isClassName(name), names.insert(ExactText(name)).inserted
        else { continue }
        let list = rule.properties.flatMap { entry.value(at: $0) }?.elements ?? []
        components.append(.init(name, Self.component(name, base, properties(list, rule, of: base, in: root))))
      }
    }
    let places = Dictionary(
      components.enumerated().map { (ExactText($1.key), $0) }, uniquingKeysWith: { first, _ in first })
    for (name, inherited) in inherited.sorted(by: { $0.key < $1.key }) where Self.isClassName(name) {
      add(inherited, to: name, at: places[ExactText(name)], &components)
    }
    guard !components.isEmpty || !extensions.isEmpty else { return }
    text = Array(
      JSON.object([
        .init("format", "inspector-plugin/1"), .init("name", .string("\(mapping.name)-definitions")),
        .init("version", .string(mapping.version)), .init("protocol", [1, 1]),
        .init("components", .array(components.map(\.value))), .init("extensions", .array(extensions)),
      ]).text().utf8)
  }

  /// Returns true if a name is valid for a plugin's class. A document's classes with other names, such as `my torch`,
  /// are left out, because they would invalidate the whole description.
  private static func isClassName(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      FormatWalk.identifier(String(part)).isExactly(String(part))
    }
  }

  private static func component(_ name: String, _ base: String, _ properties: [JSON]) -> JSON {
    .object([.init("name", .string(name)), .init("base", .string(base)), .init("properties", .array(properties))])
  }

  private static func extending(_ target: String, _ properties: [JSON]) -> JSON {
    .object([
      .init("name", .string("\(target)Definitions")), .init("label", "Fields"), .init("extends", .string(target)),
      .init("properties", .array(properties)),
    ])
  }

  /// Adds the inherited properties that a class does not declare itself.
  private func add(
    _ inherited: Inherited, to name: String, at place: Int?, _ components: inout [JSON.Member]
  ) {
    var known = Set((mapping.classes[inherited.base]?.paths.keys ?? [:].keys).map { ExactText($0) })
    let own = place.flatMap { components[$0].value["properties"]?.arrayValue } ?? []
    for property in own { known.insert(ExactText(property["name"]?.stringValue ?? "")) }
    let new = inherited.properties.filter { known.insert(ExactText($0.name)).inserted }.map { property in
      JSON.object([
        .init("name", .string(property.name)), .init("type", .string(property.type)), .init("optional", true),
      ])
    }
    guard !new.isEmpty else { return }
    let component = Self.component(name, inherited.base, own + new)
    if let place { components[place].value = component } else { components.append(.init(name, component)) }
  }

  /// Returns the descriptions of a class's properties. Omits properties whose names are already taken by the format's
  /// own properties.
  private func properties(
    _ list: [TextValue], _ rule: DefinitionRule, of base: String, in root: TextValue
  ) -> [JSON] {
    var names = Set((mapping.classes[base]?.paths.keys ?? [:].keys).map { ExactText($0) })
    return list.compactMap { entry in
      guard let key = entry.value(at: rule.name)?.string, let typeName = entry.value(at: rule.type)?.string,
        let type = mapping.type(typeName)
      else { return nil }
      let name = FormatWalk.identifier(key)
      guard names.insert(ExactText(name)).inserted else { return nil }
      var members: [JSON.Member] = [.init("name", .string(name)), .init("type", .string(type))]
      let (range, options) = (
        range(entry, rule, type), type == PropertyType.string.rawValue ? options(typeName, entry, rule, root) : []
      )
      // A default value that breaks the rules of its own definition is ignored.
      if let value = standard(entry, rule, type), Self.isWithin(value, range, options) {
        members.append(.init("default", value))
      } else {
        members.append(.init("optional", true))
      }
      if let range { members.append(.init("range", range)) }
      if !options.isEmpty {
        members.append(.init("options", .array(options.map { .object([.init("value", .string($0))]) })))
      }
      return .object(members)
    }
  }

  /// Returns the default value of a property; nil if the document specifies none, or one of a different type.
  private func standard(_ entry: TextValue, _ rule: DefinitionRule, _ type: String) -> JSON? {
    guard let value = rule.standard.flatMap({ entry.value(at: $0) }), value.isScalar, value.kind != .null,
      let json = try? JSON.parse(value.text)
    else { return nil }
    switch (PropertyType(rawValue: type), json) {
    case (.int, .int), (.double, .int), (.double, .double), (.bool, .bool), (.string, .string): return json
    case (.color, .int):
      return mapping.spelling.colors.sceneText(ofNumber: value.text).flatMap { text in
        text.withUnsafeBytes { try? JSON.parse($0) }
      }
    default: return nil
    }
  }

  private static func isWithin(_ value: JSON, _ range: JSON?, _ options: [String]) -> Bool {
    if let text = value.stringValue { return options.isEmpty || options.contains(text) }
    guard let number = value.doubleValue, case .object(let limits)? = range else { return true }
    return limits.allSatisfy { limit in
      limit.value.doubleValue.map { limit.key == "minimum" ? number >= $0 : number <= $0 } ?? true
    }
  }

  private func range(_ entry: TextValue, _ rule: DefinitionRule, _ type: String) -> JSON? {
    guard let range = rule.range, type == PropertyType.int.rawValue || type == PropertyType.double.rawValue else {
      return nil
    }
    func limit(_ path: [String]) -> JSON? {
      guard let value = entry.value(at: path), value.kind == .number, let number = try? JSON.parse(value.text) else {
        return nil
      }
      // The limits of an Int are whole numbers.
      guard type == PropertyType.int.rawValue, case .double(let double) = number else { return number }
      return Int(exactly: double.rounded()).map(JSON.int)
    }
    let (minimum, maximum) = (limit(range.minimum), limit(range.maximum))
    // Limits that no value can satisfy are a fault of the document, and are ignored.
    if let least = minimum?.doubleValue, let most = maximum?.doubleValue, least > most { return nil }
    let members = [("minimum", minimum), ("maximum", maximum)].compactMap { key, value in
      value.map { JSON.Member(key, $0) }
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// Returns the values of an enumeration; empty if the type is not an enumeration.
  private func options(
    _ typeName: String, _ entry: TextValue, _ rule: DefinitionRule, _ root: TextValue
  ) -> [String] {
    for options in rule.options {
      guard let rest = options.types.rest(of: typeName),
        let name = options.member == nil ? rest : options.member.flatMap({ entry.value(at: $0)?.string })
      else { continue }
      let found = root.value(at: options.path)?.elements.first { $0.member(options.name)?.string == name }
      let values = found?.member(options.values)?.elements ?? []
      let texts = values.compactMap { value in options.value.map { value.member($0) } ?? value }.compactMap(\.string)
      var known: Set<ExactText> = []
      return texts.filter { known.insert(ExactText($0)).inserted }
    }
    return []
  }
}
