public import ComponentModel
internal import InspectorKit
internal import JSONText
public import PluginHost

extension Diagram {
  /// Creates a diagram of the classes that plugins register, with the base of each class, its own properties, parts and
  /// actions, and the additions of extensions.
  ///
  /// - Parameters:
  ///   - library: the plugins.
  ///   - names: the classes to show, with all their subclasses; empty for all classes.
  ///   - depth: the maximum number of levels to show; nil for all.
  /// - Throws: an error if no plugin registers a class with one of the names.
  public init(_ library: PluginLibrary, of names: [String] = [], depth: Int? = nil) throws(Diagnostic) {
    self.init()
    let registry = library.registry
    for name in names where !registry.classNames.contains(name) {
      let suggestion = DidYouMean.suggestion(for: name, among: registry.classNames)
      throw Diagnostic(NameRefusal.unknownClass(name, suggestion: suggestion))
    }
    let plugins = registry.plugins.filter { $0.described != nil }
    let colors = Dictionary(
      plugins.enumerated().map { ($1.name, Self.colors[$0 % Self.colors.count]) },
      uniquingKeysWith: { first, _ in first })
    let entries = registry.allEntries
    let bases = entries.map { entry in Self.base(of: entry, entries) }
    var below: [Int: [Int]] = [:]
    for (number, base) in bases.enumerated() { below[base ?? -1, default: []].append(number) }
    let starts = names.isEmpty ? below[-1] ?? [] : entries.indices.filter { names.contains(entries[$0].name) }
    var open = starts.reversed().map { (entry: $0, parent: Int?.none, level: 1) }
    var isShown = Set<Int>()
    while let (number, parent, level) = open.popLast() {
      guard isShown.insert(number).inserted else { continue }
      let entry = entries[number]
      let box = add(
        Self.box(of: entry, isRoot: parent == nil, color: colors[entry.plugin.name] ?? .white), below: parent)
      guard level < depth ?? .max else { continue }
      for plugin in plugins {
        for described in plugin.described?.extensions ?? []
        where described.definition.extends.map(entry.isCalled) == true {
          add(Self.box(of: described.definition, plugin, colors[plugin.name] ?? .white), below: box)
        }
      }
      for child in (below[number] ?? []).reversed() { open.append((child, box, level + 1)) }
    }
    let shown = plugins.filter { plugin in
      names.isEmpty || isShown.contains { entries[$0].plugin === plugin }
    }
    let classes = isShown.count == 1 ? "1 class" : "\(isShown.count) classes"
    title = "\(classes) of \(pluralised(shown.count, "plugin"))"
    legend = shown.map { plugin in
      let version = plugin.description.map { " \($0.version)" } ?? ""
      return (colors[plugin.name] ?? .white, "\(plugin.name)\(version)")
    }
    showsInheritance = true
  }

  /// Returns the index of a class's base: the class of that name in the same plugin, or else the first one in any
  /// plugin. Nil if the class names no base, or no plugin has the base.
  private static func base(of entry: ComponentRegistry.Entry, _ entries: [ComponentRegistry.Entry]) -> Int? {
    guard let name = entry.described.definition.base else { return nil }
    return entries.firstIndex { $0.isCalled(name) && $0.plugin === entry.plugin }
      ?? entries.firstIndex { $0.isCalled(name) }
  }

  private static func box(of entry: ComponentRegistry.Entry, isRoot: Bool, color: Color) -> Box {
    let definition = entry.described.definition
    var subtitle = entry.plugin.name
    // The subtitle names a base that no plugin registers.
    if isRoot, let base = definition.base { subtitle += ", extends \(base)" }
    return Box(
      id: "\(entry.plugin.name).\(definition.name)", className: "class",
      lines: [.init(definition.name, .title), .init(subtitle, .subtitle)] + lines(of: definition), color: color)
  }

  private static func box(of definition: ComponentDefinition, _ plugin: InstalledPlugin, _ color: Color) -> Box {
    Box(
      id: "\(plugin.name).\(definition.name)", className: "extension",
      lines: [.init(definition.name, .title), .init("\(plugin.name), adds", .subtitle)] + lines(of: definition),
      color: color, isAddition: true)
  }

  /// Returns lines with the class's own properties, parts and actions, without the properties of its parts.
  private static func lines(of definition: ComponentDefinition) -> [Line] {
    let parts = definition.parts.filter { !$0.name.contains(".") }
    let own = definition.properties.filter { property in
      property.declaringClass == definition.name && !parts.contains { property.name.hasPrefix("\($0.name).") }
    }
    var lines = own.map { property in
      let value = property.defaultValue.map { " = \(words($0))" } ?? ""
      return Line("\(property.name): \(property.type.rawValue)\(property.isOptional ? "?" : "")\(value)")
    }
    let ownParts = parts.filter { part in
      definition.properties.contains { $0.declaringClass == definition.name && $0.name.hasPrefix("\(part.name).") }
    }
    if !ownParts.isEmpty {
      lines.append(.init("parts", .heading))
      lines += ownParts.map { .init("◆ \($0.name): \($0.className)") }
    }
    let actions = definition.actions.filter { $0.declaringClass == definition.name }
    if !actions.isEmpty {
      lines.append(.init("actions", .heading))
      lines += actions.map { .init("\($0.name)()") }
    }
    return lines
  }

  /// Returns a value as the inspector prints it: a string in quotes, a colour in 8 bits, `unset` for nil.
  static func words(_ value: PropertyValue?) -> String {
    switch value {
    case nil: "unset"
    case .string(let text)?: JSON.string(text).text()
    case .color(let color)?: color.shortText
    case let value?: value.text
    }
  }
}
