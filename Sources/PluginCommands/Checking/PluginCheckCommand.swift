internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import PluginConformance
internal import Workbench

struct PluginCheckCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin check",
    arguments: "<plugin>…",
    summary: "Checks that plugins follow the rules that apply to all plugins.",
    discussion: """
      A plugin is given as a file, as a folder that contains one, as a Swift package in which one was built, or by the \
      name of an installed plugin. A component of each class is built hundreds of times or more: without attributes, with \
      everyday values, and with each property at the limits of its declaration. The texts tried include empty ones, \
      joined characters, right-to-left writing, and 10 MB of text. The rules are: a new component has the declared \
      defaults; setting a value that was read changes nothing; a rebuilt component is the same, even in another \
      worker; no hook produces a value that the declaration does not allow; a drawing is readable and the same each \
      time, in every size; and every message is answered as the protocol says. Warnings report unknown members of the \
      description, and names that other plugins also have. A base, a property or an option that the description names \
      but nothing declares is an error. The exit code is 1 if a law is broken, 66 if there is no such file, and 69 if \
      the file is not a plugin or does not describe itself.
      """,
    examples: [
      .init("plugin check ./inspector-plugin-meters", "a file", isForShell: false),
      .init("plugin check Shapes Ratings", "installed plugins"),
      .init("plugin check --json ./inspector-plugin-meters", "for a program", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .noInput, .noPlugin, .cannotWrite],
    jsonFormat: "inspector-plugin-check/1")

  @Argument(help: "Paths of plugins, or names of installed ones.")
  var plugins: [String]

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    run.context.asksPluginsAgain = true
    var (records, statuses): ([JSON], [ExitStatus]) = ([], [])
    for name in plugins {
      do throws(Diagnostic) {
        let plugin = try plugin(name, run)
        var check: PluginCheck
        do throws(PluginFailure) {
          check = try PluginCheck(of: plugin, under: run.job)
        } catch {
          throw error.kind == .cancelled ? .interrupted : Diagnostic(error)
        }
        check.add(conflicts(of: plugin, run))
        let library = run.library { _ in false }
        check.add(DescriptionAudit(of: plugin, beside: library.pluginsAndFormats).findings)
        statuses.append(check.report.errors > 0 ? .findings : .done)
        if run.isJSON { records.append(check.record) } else { print(check, run) }
      } catch {
        if error.isCancelled || plugins.count == 1 && !run.isJSON { throw error }
        run.say(error, isInJSON: run.isJSON)
        statuses.append(ExitStatus(error))
        let problem: JSON = ["code": .string(error.code.rawValue), "message": .string(error.message)]
        records.append(["plugin": .string(FileName.shown(name)), "error": problem])
      }
    }
    if run.isJSON {
      let document: JSON = ["format": "inspector-plugin-check/1", "plugins": .array(records)]
      run.print(document.text())
    }
    return statuses.dropFirst().allSatisfy { $0 == statuses.first } ? statuses.first ?? .done : .findings
  }

  /// Returns the plugin at a path or, if no file has that path, the installed plugin of that name.
  private func plugin(_ name: String, _ run: CommandRun) throws(Diagnostic) -> InstalledPlugin {
    guard access(name, F_OK) == 0 || name.utf8.contains(UInt8(ascii: "/")) else {
      if let plugin = run.library.plugin(named: name) { return plugin }
      let suggestion = DidYouMean.suggestion(for: name, among: run.library.plugins.map(\.name))
      throw Diagnostic(PluginRefusal.noPlugin(name, suggestion: suggestion))
    }
    do throws(Diagnostic) {
      let library = run.library(at: try PluginAtPath(name).builtFile())
      if let plugin = library.plugins.first { return plugin }
      throw Diagnostic(PluginRefusal.notAPlugin(name, library.unused.first))
    } catch {
      throw error.code == .pluginMissing ? Diagnostic(PluginRefusal.cannotBeChecked(error.reason)) : error
    }
  }

  /// Returns the conflicts between the names of a plugin and the names of other plugins; empty if the plugin does not
  /// describe itself. A plugin that is not installed is compared as if it were in the user's folder.
  private func conflicts(of plugin: InstalledPlugin, _ run: CommandRun) -> [NameConflict] {
    guard let description = plugin.description else { return [] }
    let isInstalled = run.library { _ in false }.plugins.contains { $0 === plugin }
    return run.conflicts(
      of: plugin.name, file: plugin.path.flatMap { PluginSearch.name(ofFile: $0) } ?? plugin.name,
      classes: description.components.map(\.name), in: isInstalled ? plugin.foundIn : .user)
  }

  private func print(_ check: PluginCheck, _ run: CommandRun) {
    for finding in check.report.findings {
      let word = finding.severity == .error ? "error" : "warning"
      run.printWords("\(word): \(TerminalText.escapedLines(finding.description))")
    }
    if !check.report.classes.isEmpty {
      var table = TextTable()
      table.add(headings: ["CLASS", "CASES", "SLOWEST"], run.style)
      for one in check.report.classes {
        table.add([
          TextTable.Cell(TerminalText.escaped(one.name), as: .name), TextTable.Cell("\(one.cases)", as: .fixed),
          TextTable.Cell(PluginCheck.milliseconds(one.slowest), as: .fixed),
        ])
      }
      run.print(table)
    }
    run.printSummary(TerminalText.escaped(check.summary))
  }
}

extension PluginCheck {
  /// Formats nanoseconds as milliseconds, rounded up to two decimals: `0.02 ms`.
  static func milliseconds(_ nanoseconds: Int) -> String {
    "\(PropertyValue.double((Double(nanoseconds) / 10_000).rounded(.up) / 100).text) ms"
  }

  /// A summary such as `Shapes 1.0.0: 1725 cases in 0.3 s: no errors, 1 warning`.
  var summary: String {
    let name = [plugin.name, plugin.description?.version].compactMap(\.self).joined(separator: " ")
    let time = PropertyValue.double((seconds * 10).rounded() / 10).text
    let tried = plugin.isData ? "a description" : "\(pluralised(report.cases, "case")) in \(time) s"
    let work = plugin.description == nil ? "is not loaded" : tried
    return "\(name): \(work): \(pluralised(report.errors, "error")), \(pluralised(report.warnings, "warning"))"
  }

  /// The result as an element of `plugins` in `inspector-plugin-check/1`.
  var record: JSON {
    let classes = report.classes.map { one -> JSON in
      ["name": .string(one.name), "cases": .int(one.cases), "slowestNanoseconds": .int(one.slowest)]
    }
    var members: [(String, JSON)] = [
      ("plugin", .string(plugin.name)), ("version", plugin.description.map { .string($0.version) } ?? .null),
    ]
    members += plugin.path.map { FileName.members("path", $0) } ?? [("path", .null)]
    members += [
      ("data", .bool(plugin.isData)), ("cases", .int(report.cases)), ("errors", .int(report.errors)),
      ("warnings", .int(report.warnings)), ("classes", .array(classes)),
      ("findings", .array(report.findings.map(\.record))),
    ]
    return JSON(members: members)
  }
}

extension ConformanceFinding {
  fileprivate var record: JSON {
    var members: [(String, JSON)] = [("law", .string(law.rawValue)), ("severity", .string(severity.rawValue))]
    if let className { members.append(("class", .string(className))) }
    if let property { members.append(("property", .string(property))) }
    if let value { members.append(("value", .string(value))) }
    if let size { members.append(("size", PropertyValue.size(size).json)) }
    members.append(("message", .string(message)))
    return JSON(members: members)
  }
}
