internal import ArgumentParser
internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct NewCommand: InspectorCommand {
  static let row = CommandRow(
    name: "new",
    arguments: "<file>",
    summary: "Writes a scene without objects, or with one.",
    discussion: """
      A file that is there already is never replaced. With '--class' the scene holds an object of that class, with the values \
      that the class requires; '-' is the standard output. In a shell the scene is opened, too.
      """,
    examples: [
      .init("new empty.json", "no objects yet"),
      .init("new view.json --class View", "one object, with the id 'view'"),
    ],
    scenes: .none,
    statuses: [.done, .findings, .usage, .noPlugin, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-new/1")

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @Option(name: .customLong("class"), help: ArgumentHelp("The class of an object in it.", valueName: "class"))
  var className: String?

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    if file == "-" {
      guard !run.isJSON else {
        throw .usage("'-' and '--json' both want the standard output; leave one out")
      }
      try NewScene.session("-", className, run).document.withPieces { run.context.output.write($0) }
      return .done
    }
    let path = run.live?.expanded(file) ?? file
    let scene = try NewScene.write(path, className, run)
    try run.live?.use(path)
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-new/1")
      line.add("scene", path: path)
      line.add("objects", .int(scene.objectCount))
      run.print(line.text)
    } else {
      run.print("\(TerminalText.escaped(path)): \(pluralised(scene.objectCount, "object"))")
    }
    return .done
  }
}

/// Scenes that were not there before.
enum NewScene {
  private static let empty = """
    {
      "format": "inspector-scene/1",
      "objects": []
    }

    """

  /// Writes a scene to a file that is not there yet.
  @discardableResult static func write(
    _ path: String, _ className: String?, _ run: CommandRun
  ) throws(CommandFailure) -> SceneDocument {
    let document = try session(path, className, run).document
    do throws(SaveError) {
      try document.saveNew(to: path)
    } catch {
      throw CommandFailure(error, scene: path)
    }
    return document
  }

  /// A scene in memory, with an object of the class where one is named.
  static func session(
    _ name: String, _ className: String?, _ run: CommandRun
  ) throws(CommandFailure) -> SceneSession {
    let session: SceneSession
    do throws(SceneError) {
      session = try SceneSession.open(bytes: Array(empty.utf8), name: name, library: run.library)
    } catch {
      throw CommandFailure(error, scene: name)
    }
    guard let className else { return session }
    do throws(EditError) {
      _ = try session.perform(EditRequest([.insert(objects: [object(className, run).text()], at: StepPlace())]))
    } catch {
      throw CommandFailure(error, scene: name)
    }
    return session
  }

  private static func object(_ className: String, _ run: CommandRun) -> JSON {
    var members: [JSON.Member] = [.init("id", .string(AddVerb.idea(className))), .init("class", .string(className))]
    let values = required(className, run.library)
    if !values.isEmpty { members.append(.init("attributes", .object(values))) }
    return .object(members)
  }

  /// The values without which an object of the class is not valid: its defaults.
  private static func required(_ className: String, _ library: PluginLibrary) -> [JSON.Member] {
    for plugin in library.plugins {
      for definition in plugin.description?.components ?? []
      where definition.name == className || "\(plugin.name).\(definition.name)" == className {
        return definition.properties.filter(\.isRequired).compactMap { property in
          property.defaultValue.map { JSON.Member(property.name, $0.json) }
        }
      }
    }
    return []
  }
}
