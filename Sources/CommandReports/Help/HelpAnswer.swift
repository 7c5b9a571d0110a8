package import CommandLineKit
package import InspectorKit
package import JSONText
internal import Selectors

/// The answer of `help NAME` apart from commands: a topic, or the properties and the class that the name may refer to.
package struct HelpAnswer {
  package var topic: HelpTopic?

  /// The properties, each with the names of the classes that have it.
  package var properties: [(property: PropertyDefinition, classes: [String])] = []

  package var component: ComponentDefinition?

  /// The topic whose name is the plural of the requested name; the text mentions this topic at its end.
  private var related: HelpTopic?

  /// Creates the answer about a topic; an empty answer if no topic has that name.
  package init(topic name: String) { topic = HelpTopic.named(name) }

  /// Creates the answer about the declarations of plugins. If none match, the name may be the singular of a topic's
  /// name.
  ///
  /// - Parameter near: the classes whose properties are searched first; other classes are searched only if no class in
  ///   `near` has a matching property.
  package init(declaration name: String, of near: [ComponentDefinition] = [], among classes: [ComponentDefinition]) {
    properties = Self.properties(named: name, of: near, among: classes)
    component = classes.first { $0.name == name || $0.label.lowercased() == name.lowercased() }
    let topic = HelpTopic.named(inSingular: name)
    if isEmpty { self.topic = topic } else { related = topic }
  }

  package var isEmpty: Bool { topic == nil && properties.isEmpty && component == nil }

  /// Returns the properties that a name can mean, each with the names of the classes that have it. Classes outside
  /// `near` are searched only if no class in `near` has a matching property.
  package static func properties(
    named name: String, of near: [ComponentDefinition], among classes: [ComponentDefinition]
  ) -> [(property: PropertyDefinition, classes: [String])] {
    let found = properties(named: name, in: near)
    return found.isEmpty ? properties(named: name, in: classes) : found
  }

  private static func properties(
    named name: String, in classes: [ComponentDefinition]
  ) -> [(property: PropertyDefinition, classes: [String])] {
    var found: [(property: PropertyDefinition, classes: [String])] = []
    for definition in classes {
      guard let property = definition.property(typed: name) else { continue }
      if let place = found.firstIndex(where: { $0.property.isLike(property) }) {
        found[place].classes.append(definition.name)
      } else {
        found.append((property, [definition.name]))
      }
    }
    return found
  }

  /// Returns the suggestion for a name that has no help, such as `selectors` for `selector`; nil if no known name is
  /// similar.
  package static func suggestion(
    for name: String, commands: [CommandRow], classes: [ComponentDefinition]
  ) -> String? {
    if let dot = name.firstIndex(of: "."), let owner = classes.first(where: { $0.name.isExactly(String(name[..<dot])) })
    {
      let properties = owner.properties.map(\.name)
      let property = String(name[name.index(after: dot)...])
      if properties.contains(where: { $0.isExactly(property) }) { return property }
      if let near = DidYouMean.suggestion(for: property, among: properties) { return near }
    }
    let known =
      commands.flatMap { [$0.name] + ($0.group.map { [$0] } ?? []) } + HelpTopic.all.map(\.name)
      + Set(classes.flatMap { $0.properties.map(\.name) }).sorted() + classes.map(\.name)
    return DidYouMean.suggestion(for: name, among: known)
  }

  // MARK: text

  /// Returns the answer as styled lines for a terminal.
  package func lines(_ style: Style, width: Int?) -> [String] {
    if let topic { return topic.lines(style, width: width) }
    var text = ComponentText()
    return (component.map { text.lines($0, style, width: width) } ?? [])
      + properties.flatMap { Self.lines($0.property, $0.classes, style) }
      + (related.map { ["See also the topic '\($0.name)'."] } ?? [])
  }

  private static func lines(_ property: PropertyDefinition, _ classes: [String], _ style: Style) -> [String] {
    let (name, label) = (TerminalText.escaped(property.name), TerminalText.escaped(property.label))
    var lines = ["\(style.bold(name))  \(property.type.rawValue)\(property.isOptional ? "?" : "")  \(label)"]
    let limits = property.limits
    if !limits.isEmpty { lines.append("  \(TerminalText.escaped(limits))") }
    if let unit = property.unit { lines.append("  in \(TerminalText.escaped(unit))") }
    lines.append("  default \(ValueText(style: style).cell(property.defaultValue, of: property).shown)")
    lines += property.remarks.map { "  \(TerminalText.escaped($0))" }
    return lines + ["  of \(classes.map(TerminalText.escaped).joined(separator: ", "))"]
  }

  // MARK: JSON

  /// The answer as an `inspector-help/1` document.
  package var json: JSON {
    if let topic { return ["format": "inspector-help/1", "topic": topic.json] }
    let properties = properties.map { property, classes -> JSON in
      ["property": property.json, "classes": .array(classes.map(JSON.string))]
    }
    return ["format": "inspector-help/1", "properties": .array(properties), "component": component?.json ?? .null]
  }
}

extension CommandRun {
  /// Prints the answer of `help`.
  package func print(_ answer: HelpAnswer) {
    if isJSON { print(answer.json.text()) } else { answer.lines(style, width: tableWidth).forEach(print) }
  }

  /// Prints an `inspector-help/1` document about commands.
  ///
  /// - Parameters:
  ///   - topic: the topic with the same name.
  ///   - isForShell: true for the usage and the examples as they are typed in a shell.
  package func printHelp(of rows: [CommandRow], and topic: HelpTopic? = nil, isForShell: Bool) {
    let head: [(String, JSON)] = topic.map { [("topic", $0.json)] } ?? []
    let records = JSONRecords(context, [("format", "inspector-help/1")] + head, list: "commands")
    for row in rows { records.add(row.help(isForShell: isForShell).text()) }
    records.finish()
  }
}

extension CommandRow {
  /// An element of `commands` in `inspector-help/1`.
  fileprivate func help(isForShell: Bool) -> JSON {
    [
      "name": .string(name), "arguments": .string(isForShell ? shellUsage : "inspector \(name) \(arguments)"),
      "summary": .string(summary), "discussion": .string(discussion),
      "examples": .array(
        (isForShell ? shellExamples : programExamples).map {
          ["line": .string($0.line), "effect": .string($0.effect)]
        }), "json": jsonFormat.isEmpty ? .null : .string(jsonFormat), "shellOnly": .bool(isShellOnly),
    ]
  }
}

extension PropertyDefinition {
  /// Returns true if `other` is the same declared property, listed for another subclass.
  fileprivate func isLike(_ other: PropertyDefinition) -> Bool {
    name == other.name && declaringClass == other.declaringClass && type == other.type && self.range == other.range
  }
}

extension ComponentDefinition {
  /// Returns the property that a typed word names by its name, its label, or a component such as `frame.x`; nil if
  /// there is none.
  package func property(typed name: String) -> PropertyDefinition? { place(ofReference: name).map { properties[$0] } }
}
