internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct FormatCheckCommand: InspectorCommand {
  static let row = CommandRow(
    name: "format check",
    arguments: "<file> ...",
    summary: "Checks the descriptions of formats.",
    discussion: """
      It reads each file as the program does, and prints the first fault of each with its place, or what the format \
      has. The checks of scenes, such as 'inspector check', then tell how documents fit the format.
      """,
    examples: [.init("format check maplibre.inspector-format.json", "one description", isForShell: false)],
    scenes: .none, statuses: [.done, .findings, .usage, .cannotWrite], jsonFormat: "inspector-format-check/1")

  @Argument(help: "The files that describe formats.", completion: .file())
  var files: [String]

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    var status = ExitStatus.done
    for file in files {
      let found = check(file)
      if found.problem != nil { status = .findings }
      if run.isJSON {
        run.print(found.line)
      } else if let problem = found.problem {
        run.say(problem.shown())
      } else {
        run.print("\(TerminalText.escaped(FileName.shown(file))): \(found.words)")
      }
    }
    return status
  }

  private func check(_ file: String) -> CheckedFormat {
    do throws(Diagnostic) {
      let format = try Diagnostic.ofFile(file) { () throws(SceneError) in try FormatFiles.read(file) }
      return CheckedFormat(file: file, format: format, classes: try FormatFiles.classes(of: format))
    } catch {
      return CheckedFormat(file: file, problem: error)
    }
  }
}

/// The description of a format that was checked.
private struct CheckedFormat {
  var file: String
  var format: (any ForeignFormat)?
  var classes: PluginDescription?
  var problem: Diagnostic?

  private var counts: (classes: Int, properties: Int) {
    let components = classes?.components ?? []
    return (components.count, components.reduce(0) { $0 + $1.properties.count })
  }

  /// The numbers of the format's classes and properties as a phrase.
  var words: String {
    let (classes, properties) = counts
    return "\(TerminalText.escaped(format?.name ?? "")) \(TerminalText.escaped(format?.version ?? "")): "
      + "\(classes == 1 ? "1 class" : "\(classes) classes"), \(properties == 1 ? "1 property" : "\(properties) properties")"
  }

  /// The result as a line of JSON.
  var line: String {
    var line = JSONLine()
    line.add("format", "inspector-format-check/1")
    line.add("file", path: file)
    if let format {
      line.add("name", .string(format.name))
      line.add("version", .string(format.version))
      line.add("classes", .int(counts.classes))
      line.add("properties", .int(counts.properties))
    }
    line.add("problems", .array([problem].compactMap(\.self).map(\.json)))
    return line.text
  }
}
