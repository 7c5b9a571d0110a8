internal import ArgumentParser
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct ExportCommand: InspectorCommand {
  static let row = CommandRow(
    name: "export",
    arguments: "<scene> -o <folder>",
    summary: "Writes the attributes as a bundle for a program.",
    discussion: """
      Each attribute is typed and checked. A bundle is a folder with 'bundle.json' and 'attributes.json'; the same \
      scene gives the same bytes. What cannot be carried is listed in it and said. Only a bundle is replaced.
      """,
    examples: [
      .init("export card.json -o card.bundle", "the stored values"),
      .init("export card.json --effective -o card.bundle", "what the hooks make of them"),
      .init("export card.json --verify card.bundle", "derives it anew and compares"),
    ],
    scenes: .one,
    statuses: [
      .done, .findings, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite, .changedUnderneath,
    ],
    jsonFormat: "inspector-export/1")

  @Argument(help: "The scene.", completion: .file())
  var scene: String

  @Option(
    name: [.short, .long], help: ArgumentHelp("The bundle to write.", valueName: "folder"), completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("Write nothing; tell how this bundle differs from what the scene gives.", valueName: "folder"),
    completion: .directory)
  var verify: String?

  @Flag(help: "Bake what the hooks make of the stored values.")
  var effective = false

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    switch (output, verify) {
    case (nil, nil): throw .usage("where to is missing; add '--output FOLDER', such as '-o card.bundle'")
    case (_?, _?): throw .usage("'--output' writes and '--verify' does not; leave one out")
    case (_, let path?):
      if effective { throw .usage("the bundle says itself whether it is effective; leave '--effective' out") }
      return try verify(path, run)
    case (let path?, _):
      guard path != "-" else {
        throw .usage("a bundle is a folder and cannot go to the standard output; name a folder")
      }
      return try export(to: path, run)
    }
  }

  private func export(to path: String, _ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let session = try run.open(scene)
    let bundle: SpooledBundle
    do throws(EditError) {
      bundle = try session.spooledBundle(effective: effective)
    } catch {
      throw CommandFailure(error, scene: scene)
    }
    run.context.signals.expect(1)
    do throws(SaveError) {
      try BundleFolder(path: path).write(bundle)
    } catch {
      throw CommandFailure(error, scene: scene)
    }
    let contents = BundleContents(bundle)
    sayNotCarried(contents, run)
    if run.isJSON {
      run.print(record(contents, path).text)
    } else {
      run.print("\(TerminalText.escaped(path)): \(contents.words)")
    }
    return .done
  }

  private func verify(_ path: String, _ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let session = try run.open(scene)
    let bundle: RuntimeBundle
    do throws(BundleError) {
      bundle = try RuntimeBundle.load(path: path)
    } catch {
      throw CommandFailure(error)
    }
    let differences: [String]
    do throws(EditError) {
      differences = try session.differences(from: bundle)
    } catch {
      throw CommandFailure(error, scene: scene)
    }
    let contents = BundleContents(bundle)
    if run.isJSON {
      var line = record(contents, path)
      line.add("verified", .bool(differences.isEmpty))
      line.add("differences", .array(differences.map(JSON.string)))
      run.print(line.text)
    } else {
      for difference in differences { run.print("\(TerminalText.escaped(path)): \(TerminalText.escaped(difference))") }
      if differences.isEmpty {
        run.print("\(TerminalText.escaped(path)): as '\(TerminalText.escaped(scene))' gives it, \(contents.words)")
      }
    }
    return differences.isEmpty ? .done : .findings
  }

  private func sayNotCarried(_ bundle: BundleContents, _ run: CommandRun) {
    for omission in bundle.notCarried {
      let name = omission.object + (omission.property.map { ".\($0)" } ?? "")
      run.say(
        "\(TerminalText.escaped(scene)): warning: '\(TerminalText.escaped(name))' is not carried: \(TerminalText.escaped(omission.reason))"
      )
    }
  }

  private func record(_ bundle: BundleContents, _ path: String) -> JSONLine {
    var line = JSONLine()
    line.add("format", "inspector-export/1")
    line.add("scene", .string(scene))
    line.add("bundle", .string(path))
    line.add("objects", .int(bundle.objects))
    line.add("attributes", .int(bundle.attributes))
    line.add("effective", .bool(bundle.isEffective))
    line.add("notCarried", .array(bundle.notCarried.map(\.json)))
    return line
  }
}

/// What is told of a bundle.
private struct BundleContents {
  let objects: Int
  let attributes: Int
  let isEffective: Bool
  let notCarried: [RuntimeBundle.Omission]

  init(_ bundle: SpooledBundle) {
    (objects, attributes) = (bundle.objectCount, bundle.attributeCount)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
  }

  init(_ bundle: RuntimeBundle) {
    (objects, attributes) = (bundle.objects.count, bundle.attributeCount)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
  }

  var words: String {
    let left = notCarried.isEmpty ? "" : ", \(notCarried.count) not carried"
    return "\(Counted(objects, "object")), \(Counted(attributes, "attribute"))\(left)"
  }
}
