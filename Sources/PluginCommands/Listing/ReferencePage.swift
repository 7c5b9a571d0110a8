internal import CommandLineKit
internal import InspectorKit
internal import Workbench

/// A reference page for a plugin in Markdown, generated from the plugin's description: doc comments, labels and
/// metadata.
///
/// The section of a class lists the properties that the class declares. Inherited properties are named with the class
/// that declares them, which is a link if that class is on the same page.
struct ReferencePage {
  private let description: PluginDescription
  private var anchors: Set<String>

  init(_ description: PluginDescription) {
    self.description = description
    anchors = Set((description.components + description.extensions).map(\.name))
  }

  /// The text of the page, without a final line break.
  var text: String {
    var lines = ["# \(Self.escaped(description.name)) \(Self.escaped(description.version))", ""]
    for definition in description.components + description.extensions {
      lines.append("- \(link(definition.name))\(definition.help.map { ": \(Self.escaped($0))" } ?? "")")
    }
    for definition in description.components + description.extensions { lines += section(definition) }
    if !description.settings.isEmpty {
      lines += ["", "## Settings", "", Self.propertyHead("setting"), "|---|---|---|---|---|---|"]
      lines += description.settings.map { setting in
        row(setting.property, name: PluginSetting.key(of: setting.name, in: description.name))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ definition: ComponentDefinition) -> [String] {
    var lines = ["", "## \(Self.escaped(definition.name))", ""]
    if let help = definition.help { lines += [Self.escaped(help), ""] }
    var facts = ["In the inspector \(Self.escaped(definition.label))"]
    if let base = definition.base { facts.append("extends the class \(link(base))") }
    if let extends = definition.extends { facts.append("adds to every \(link(extends))") }
    if let title = definition.title { facts.append("its objects are titled \(Self.code(title))") }
    if let words = definition.arrangement?.words { facts.append("lists of its objects are \(Self.escaped(words))") }
    if definition.passesTouches == true { facts.append("lets touches pass, unless they hit one of its children") }
    if !definition.readsParent.isEmpty {
      facts.append("reads from its parent \(definition.readsParent.map(Self.code).joined(separator: ", "))")
    }
    if !definition.readsSettings.isEmpty {
      facts.append("reads the settings \(definition.readsSettings.map(Self.code).joined(separator: ", "))")
    }
    lines.append("\(facts.joined(separator: "; ")).")
    let own = definition.properties.filter { $0.declaringClass == definition.name && !$0.isOfExtension }
    if !own.isEmpty {
      lines += ["", Self.propertyHead("property"), "|---|---|---|---|---|---|"]
      lines += own.map { row($0, name: $0.name) }
    }
    for preset in definition.presets {
      let values = preset.values.map { Self.code("\($0.property)=\($0.json)") }.joined(separator: ", ")
      lines += [
        "", "Preset \(Self.escaped(preset.name)): \(preset.help.map { "\(Self.escaped($0)) " } ?? "")\(values)",
      ]
    }
    let actions = definition.actions.filter { $0.declaringClass == definition.name }
    if !actions.isEmpty {
      lines += ["", "| action | label | description |", "|---|---|---|"]
      for action in actions {
        let condition = action.enabledWhen.map { "only when \($0)" }
        let words = [action.help, condition].compactMap(\.self).map(Self.escaped).joined(separator: "<br>")
        lines.append("| \(Self.code(action.name)) | \(Self.escaped(action.label)) | \(words) |")
      }
    }
    var inherited: [(owner: String, names: [String])] = []
    for property in definition.properties where property.declaringClass != definition.name || property.isOfExtension {
      if inherited.last?.owner != property.declaringClass { inherited.append((property.declaringClass, [])) }
      inherited[inherited.count - 1].names.append(property.name)
    }
    for (owner, names) in inherited {
      lines += ["", "Of \(link(owner)): \(names.map(Self.code).joined(separator: ", "))."]
    }
    return lines
  }

  private static func propertyHead(_ noun: String) -> String {
    "| \(noun) | label | type | default | limits | description |"
  }

  private func row(_ property: PropertyDefinition, name: String) -> String {
    let type = property.type.rawValue + (property.isOptional ? "?" : "")
    let value = property.defaultValue.map(Self.code) ?? "none"
    let limits = [property.unit, property.limits.isEmpty ? nil : property.limits].compactMap(\.self)
    let words = property.remarks.map(Self.escaped).joined(separator: "<br>")
    let cells = [
      Self.code(name), Self.escaped(property.label), type, value,
      Self.escaped(limits.joined(separator: "; ")), words,
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// Returns a class's name in Markdown: a link to its section if the class is on the page, otherwise code.
  private func link(_ name: String) -> String {
    guard anchors.contains(name) else { return Self.code(name) }
    // GitHub and DocC form anchors in this way: small letters, digits and dashes.
    let anchor = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0 == "-" || $0 == "_" || $0.properties.numericType != nil
    }
    return "[\(Self.escaped(name))](#\(String(String.UnicodeScalarView(anchor))))"
  }

  /// Escapes text so that Markdown shows it literally, on one line and without control characters.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text.replacing("\n", with: " ")).unicodeScalars {
      if "\\`*_[]<>|#&".unicodeScalars.contains(scalar) { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Formats a value as code; strings get quotes.
  private static func code(_ value: PropertyValue) -> String {
    if case .string(let text) = value { code("\"\(text)\"") } else { code(value.text) }
  }

  /// Formats text as Markdown code that may also be part of a table's cell.
  static func code(_ text: String) -> String {
    let text = TerminalText.escaped(text)
    let fence = text.contains("`") ? "``" : "`"
    let blank = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return "\(fence)\(blank)\(text.replacing("|", with: "\\|"))\(blank)\(fence)"
  }
}
