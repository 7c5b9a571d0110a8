internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginDescribeCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin describe",
    arguments: "<name>",
    summary: "Prints the components and properties of a plugin or a class.",
    discussion: """
      It prints labels, types, defaults, limits, units and groups, and, below each property, the rest of its \
      declaration. Properties that several classes inherit are printed with the first of these classes. With '--json' \
      it prints the description that the plugin itself gives or, for a class, that class and those that it extends. \
      With '--markdown' it prints a reference page for users of the plugin.
      """,
    examples: [
      .init("plugin describe Shapes", "by its name"), .init("plugin describe StarView", "one class"),
      .init("plugin describe Shapes.StarView", "one class, if several plugins have one with that name"),
      .init("plugin describe --markdown Ratings", "a reference page", isForShell: false),
      .init(
        "plugin describe --plugin ./inspector-plugin-meters Meters", "a plugin that is not installed", isForShell: false
      ),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .noPlugin, .cannotWrite], jsonFormat: "inspector-plugin/1")

  @Argument(help: "The plugin, or a class of any plugin.")
  var name: String

  @Flag(help: "Print a page of Markdown.")
  var markdown = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard !markdown || !global.json else {
      throw ValidationError("'--markdown' and '--json' are different formats; give one of them")
    }
  }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    run.context.asksPluginsAgain = true
    let (plugin, className) = try target(run.library)
    guard var description = plugin.description else {
      throw Diagnostic(plugin.problem ?? .notDescribed(plugin.name))
    }
    if let className { description.keep(className) }
    if run.isJSON || markdown {
      run.print(run.isJSON ? description.json.text() : ReferencePage(description).text)
      return .done
    }
    run.print("\(TerminalText.escaped(description.name))  \(TerminalText.escaped(description.version))")
    if let path = plugin.path { run.print(TerminalText.escaped(path)) }
    if className == nil, !description.settings.isEmpty {
      run.print("")
      settings(description, run.style).lines(width: run.tableWidth).forEach(run.print)
    }
    var text = ComponentText()
    for component in description.components + description.extensions {
      run.print("")
      text.lines(component, run.style, width: run.tableWidth).forEach(run.print)
    }
    return .done
  }

  /// Returns a table with a row for each setting that the plugin declares.
  private func settings(_ description: PluginDescription, _ style: Style) -> TextTable {
    var table = TextTable()
    table.add(headings: ["SETTING", "TYPE", "DEFAULT", "HELP"], style)
    for setting in description.settings {
      let property = setting.property
      table.add([
        TextTable.Cell(
          TerminalText.escaped(PluginSetting.key(of: setting.name, in: description.name)), as: .fixed, style: style.bold
        ),
        TextTable.Cell(property.type.rawValue + (property.isOptional ? "?" : ""), as: .fixed),
        TextTable.Cell(property.defaultValue.map { TerminalText.escaped($0.text) } ?? "", as: .words),
        TextTable.Cell(
          property.remarks.map(TerminalText.escaped).joined(separator: "; "), as: .words, style: style.dim),
      ])
    }
    return table
  }

  /// Returns the plugin with the given name or, if the name is that of a class, the plugin that has the class, and the
  /// class's name. Throws if nothing has the name, or if several classes have it and none takes precedence.
  private func target(_ library: PluginLibrary) throws(Diagnostic) -> (InstalledPlugin, className: String?) {
    if let plugin = library.plugins.first(where: { $0.name == name }) { return (plugin, nil) }
    let classes = library.plugins.flatMap { plugin in
      (plugin.description.map { $0.components + $0.extensions } ?? []).map { (plugin: plugin, name: $0.name) }
    }
    var found = classes.filter { $0.name == name || "\($0.plugin.name).\($0.name)" == name }
    if found.isEmpty {
      if let plugin = library.plugin(named: name) { return (plugin, nil) }
      found = classes.filter { $0.name.lowercased() == name.lowercased() }
    }
    if found.count > 1,
      case .known(let entry) = library.registry.resolve(name, needs: ScenePlugins([], library.registry))
    {
      return (entry.plugin, entry.name)
    }
    if let only = found.first, found.count == 1 { return (only.plugin, only.name) }
    guard let first = found.first else {
      let suggestion = DidYouMean.suggestion(for: name, among: library.plugins.map(\.name) + classes.map(\.name))
      throw Diagnostic(PluginRefusal.noPluginOrClass(name, suggestion: suggestion))
    }
    let canBeNamed = Set(found.map { "\($0.plugin.name).\($0.name)" }).count > 1
    throw Diagnostic(
      PluginRefusal.ambiguousClass(
        name, places: found.map(\.plugin.place),
        fullName: canBeNamed ? "\(first.plugin.name).\(first.name)" : nil))
  }
}

extension PluginDescription {
  /// Removes all classes and extensions except one, and all base classes that this class does not inherit from.
  fileprivate mutating func keep(_ className: String) {
    let known = components + bases
    components.removeAll { $0.name != className }
    extensions.removeAll { $0.name != className }
    var ancestors: Set<String> = []
    var next = components.first?.base
    while let name = next, ancestors.insert(name).inserted { next = known.first { $0.name == name }?.base }
    bases = known.filter { ancestors.contains($0.name) }
  }
}
