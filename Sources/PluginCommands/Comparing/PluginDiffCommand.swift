internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginDiffCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin diff",
    arguments: "<old> <new>",
    summary: "Compares two builds of a plugin, and lists what scenes would lose.",
    discussion: """
      Each build is given as a file, as a folder that contains one, or as a Swift package in which one was built. The \
      command prints what differs between the two descriptions, by class and property. A change is breaking if scenes or \
      edit scripts that the old build accepts may mean something else to the new one, or may be refused by it: a removed \
      name, another type, a narrower range, a removed option, a value that is now required. A renamed class, property or \
      option is not breaking if the new build lists the former name among its aliases. With '--scenes' each scene is \
      read with both builds, and the command lists what it would lose: stored values that the new build does not know or \
      refuses, and effective values that differ. The exit code is 1 if a change is breaking or, with '--scenes', if a \
      scene loses something.
      """,
    examples: [
      .init("plugin diff build/inspector-plugin-meters ./inspector-plugin-meters", "two builds", isForShell: false)
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .noInput, .noPlugin, .cannotWrite],
    jsonFormat: "inspector-plugin-diff/1", otherWords: ["compare", "breaking"])

  @Argument(help: ArgumentHelp("The path of the former build.", valueName: "old"), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("The path of the new build.", valueName: "new"), completion: .file())
  var new: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Also list what these scenes, patterns or folders would lose.", valueName: "scene"),
    completion: .file())
  var scenes: [String] = []

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (former, present) = (try ComparedBuild(old, run), try ComparedBuild(new, run))
    let changes = DescriptionChange.changes(from: former.description, to: present.description)
    var report = PluginDiffReport(old: former, new: present, changes: changes)
    if !scenes.isEmpty {
      // Folders are searched with their subfolders. Parsing this constant argument cannot fail.
      let options = (try? SceneOptions.parse(["--recursive"])) ?? SceneOptions()
      let comparison = SceneLosses(from: former.library(beside: run), to: present.library(beside: run), run.job)
      for path in try SceneList.scenes(scenes, options, run.context) {
        try run.checkCancelled()
        do throws(Diagnostic) {
          report.scenes.append((path, try comparison.losses(of: path), nil))
        } catch {
          if error.isCancelled { throw error }
          report.scenes.append((path, [], error))
        }
      }
    }
    if run.isJSON {
      run.print(report.json.text())
    } else {
      for (_, _, error) in report.scenes { if let error { run.say(error) } }
      for line in report.lines { run.print(TerminalText.escaped(line)) }
    }
    let losesSomething = report.scenes.contains { !$0.losses.isEmpty || $0.error != nil }
    return losesSomething || scenes.isEmpty && changes.contains(where: \.isBreaking) ? .findings : .done
  }
}

/// One of the two builds of a plugin that `plugin diff` compares.
struct ComparedBuild {
  let path: String
  let description: PluginDescription

  /// Reads the description of the build at a path. Throws an error if there is no plugin, or if it does not describe
  /// itself.
  init(_ name: String, _ run: CommandRun) throws(Diagnostic) {
    path = try PluginAtPath(name).builtFile()
    let library = run.library(at: path)
    defer { library.shutDown() }
    guard let plugin = library.plugins.first else {
      throw Diagnostic(PluginRefusal.notAPlugin(path, library.unused.first))
    }
    guard let description = plugin.description else { throw Diagnostic(plugin.problem ?? .notDescribed(plugin.name)) }
    self.description = description
  }

  /// Returns a library of this build and of the plugins that the command line or the environment names.
  func library(beside run: CommandRun) -> PluginLibrary {
    run.context.library(
      paths: [path] + run.global.plugins, limits: run.global.limits(run.context),
      showsOutput: run.global.pluginOutput, debugged: nil, isSafeMode: false,
      formatChoice: run.global.formatChoice
    ).library
  }
}
