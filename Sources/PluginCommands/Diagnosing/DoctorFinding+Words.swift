internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import Workbench

// The texts of all findings.
extension DoctorFinding {
  // MARK: Steps that succeeded

  /// Returns a finding for each step of the search, before the given step, that a file passed.
  static func passed(before step: Step, _ path: String, isData: Bool = false) -> [DoctorFinding] {
    let facts = PluginFileFacts(path)
    let link = facts?.target.map { ", a link to '\($0)'" } ?? ""
    let steps = [
      DoctorFinding(.name, .ok, isData ? "the name of a plugin that is data" : "the name of a plugin"),
      DoctorFinding(.order, .ok, "the first plugin of this name"),
      DoctorFinding(.file, .ok, "a file that can be read\(link)"),
      DoctorFinding(.executable, .ok, isData ? "a description, which is never run" : "it can be executed"),
    ]
    return Array(steps.prefix { $0.step != step })
  }

  /// Returns a finding for each step, before the given step, that a plugin passed when it started and described itself.
  static func passed(before step: Step, of plugin: InstalledPlugin, _ run: CommandRun) -> [DoctorFinding] {
    var steps: [DoctorFinding] = []
    if !plugin.isData {
      // Missing kernel features are reported once, below all plugins.
      let sandbox = run.sandbox == .off ? "without a sandbox" : "in its sandbox"
      steps.append(DoctorFinding(.start, .ok, "it starts and answers, \(sandbox)"))
    }
    if let description = plugin.description {
      steps.append(DoctorFinding(.version, .ok, "it speaks protocol \(description.protocolVersions.words)"))
      let counts = [
        (description.components.count, "class", "classes"), (description.extensions.count, "extension", "extensions"),
      ]
      let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      steps.append(
        DoctorFinding(
          .declarations, .ok,
          "\(description.name) \(description.version): \(parts.isEmpty ? "no classes" : parts.joined(separator: ", "))")
      )
    }
    return Array(steps.prefix { $0.step != step })
  }

  static let ownClasses = DoctorFinding(
    .classes, .ok, "no class of another plugin has the same name as a class of this plugin")
  static let ownExtensions = DoctorFinding(
    .extensions, .ok, "no other plugin adds a property with the same name as one that this plugin adds")

  /// Returns the finding about the file's owner: a warning if `--plugin` names a file that other users can change, and
  /// otherwise the finding that the file is safe.
  static func owner(of path: String, isNamed: Bool) -> DoctorFinding {
    if isNamed, let distrust = PluginSearch.distrust(ofFile: path) {
      return DoctorFinding(
        .owner, .warning, "it is used only because '--plugin' names it: \(distrust.message)", Remedy(distrust))
    }
    let owner = PluginFileFacts(path)?.isOwn == false ? "root" : "you"
    return DoctorFinding(.owner, .ok, "belongs to \(owner); nobody else can change it or the folders above it")
  }

  /// Returns the finding about the way the system executes the file.
  static func program(_ path: String, _ run: CommandRun) -> DoctorFinding {
    switch ProgramKind(ofFile: path, environment: run.context.environment) {
    case .native: DoctorFinding(.program, .ok, "a program for this machine")
    case .script(let interpreter): DoctorFinding(.program, .ok, "a script, which '\(interpreter)' interprets")
    case .foreign(let machine):
      DoctorFinding(
        .program, .error, "'\(path)' is a program for \(machine) machines, but this machine is of another kind",
        .advice("build it on this machine, or for it"))
    case .withoutLoader(let loader):
      DoctorFinding(
        .program, .error, "'\(path)' needs '\(loader)' to start, which does not exist",
        .advice("build it on this system, or install the C library that it was built with"))
    case .other:
      DoctorFinding(
        .program, .error, "'\(path)' is neither a program nor a script whose first line begins with '#!'",
        .advice("rebuild the plugin or, if it is a script, begin it with '#!/usr/bin/env PROGRAM'"))
    case .brokenScript(.noInterpreter(let script)):
      DoctorFinding(
        .program, .error, "the first line of '\(script)' does not name its interpreter",
        .advice("write '#!/PATH/OF/PROGRAM' or '#!/usr/bin/env PROGRAM' there"))
    case .brokenScript(.missingInterpreter(let script, let name)):
      DoctorFinding(
        .program, .error, "the interpreter '\(name)' of '\(script)' does not exist",
        .advice("install it, or name another in the first line"))
    case .brokenScript(.scriptAsInterpreter(let script, let file)) where run.sandbox == .off:
      DoctorFinding(.program, .ok, "'\(script)' is a script, which the script '\(file)' interprets")
    case .brokenScript(.scriptAsInterpreter(let script, let file)):
      DoctorFinding(
        .program, .error,
        "the interpreter '\(file)' of '\(script)' is a script itself, and no program may start another in the sandbox",
        .advice("name the program that it starts, or use '--sandbox off'"))
    case .brokenScript(.resourceInSharedFolder(let folder, let name)):
      DoctorFinding(
        .program, .error, "the resource '\(name)' is in '\(folder)', which holds more than the plugin",
        .advice("put both into a folder of their own"))
    case .brokenScript(.noResource(let folder, let name)):
      DoctorFinding(
        .program, .error, "the resource '\(name)' is not in '\(folder)'",
        .advice("add it, or remove it from the plugin's 'resources'"))
    case .brokenScript(.foreignResource(let folder, let name)):
      DoctorFinding(
        .program, .error, "the resource '\(name)' in '\(folder)' is a link, or belongs to another user",
        .advice("put a copy there"))
    }
  }

  // MARK: Problems

  /// Creates the finding about a file or a place that the search does not use.
  init(_ unused: UnusedPlugin, at step: Step) {
    let isAside = unused.reason == .shadowed || unused.reason == .name
    self.init(step, isAside ? .warning : .error, unused.message, Remedy(unused))
  }

  /// Creates the finding about a declaration that is probably a mistake.
  init(_ finding: DescriptionFinding) {
    let place = [finding.className, finding.property].compactMap(\.self).joined(separator: ".")
    let isPlaced = place.isEmpty || finding.message.begins(with: "'") || finding.message.begins(with: "the ")
    self.init(
      .declarations, finding.isError ? .error : .warning, isPlaced ? finding.message : "\(place): \(finding.message)")
  }

  /// Creates the finding about a plugin that fails to describe itself.
  init(_ failure: PluginFailure, of plugin: InstalledPlugin) {
    let step: Step =
      switch failure.kind {
      case .version: .version
      case .changed, .problems: .declarations
      case .garbage where plugin.isData: .declarations
      default: .start
      }
    self.init(step, .error, failure.message, Remedy(failure, of: plugin))
  }

  static func leftOut(_ failure: PluginFailure, of plugin: InstalledPlugin) -> DoctorFinding {
    DoctorFinding(.classes, .error, "\(failure.message); the class is left out", Remedy(failure, of: plugin))
  }
  static func sharedClass(_ name: String, _ places: [String]) -> DoctorFinding {
    DoctorFinding(
      .classes, .error,
      "plugins \(places.joined(separator: " and ")) have a class '\(name)', so only scenes that name one of them can use it",
      .advice("name the right one in the scene's 'plugins', or remove one of the files"))
  }
  static func shadowedClass(_ found: ShadowedClass) -> DoctorFinding {
    DoctorFinding(
      .classes, .warning, found.message,
      .advice("name plugin '\(found.plugin.name)' in the 'plugins' of each scene that needs it"))
  }
  static func shadowingClass(_ found: ShadowedClass) -> DoctorFinding {
    DoctorFinding(
      .classes, .warning,
      "its class '\(found.name)' is used in place of that of plugin \(found.plugin.place)",
      .advice("rename the class if the other one should be used"))
  }
  static func shadowedProperty(
    _ name: String, _ classes: [String], _ plugin: InstalledPlugin, by winner: InstalledPlugin
  ) -> DoctorFinding {
    DoctorFinding(
      .extensions, .warning,
      "plugin \(plugin.place) does not add '\(name)' to \(words(classes)), since plugin \(winner.place) does, which comes first",
      .advice("name plugin '\(plugin.name)' in the 'plugins' of each scene that needs it"))
  }
  static func sharedProperty(_ name: String, _ classes: [String], _ places: [String]) -> DoctorFinding {
    DoctorFinding(
      .extensions, .error,
      "plugins \(places.joined(separator: " and ")) add '\(name)' to \(words(classes)), so neither is used",
      .advice("name the right one in the scene's 'plugins', or remove one of the files"))
  }
  private static func words(_ classes: [String]) -> String {
    "'\(classes.first ?? "")'\(classes.count > 1 ? " and \(classes.count - 1) more" : "")"
  }

  /// Returns the finding that a scene's required plugin is installed in a suitable version.
  static func requirement(_ name: String, _ text: String, version: String) -> DoctorFinding {
    DoctorFinding(.requirement, .ok, "the scene needs plugin '\(name)' \(text), and version \(version) is installed")
  }
  static func noRequirement(_ name: String, _ text: String) -> DoctorFinding {
    DoctorFinding(
      .requirement, .error, "the scene needs plugin '\(name)' '\(text)', which is not a version requirement",
      .advice("write one such as '>=1.0 <2'"))
  }
}
