internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

struct DependentsCommand: InspectorCommand {
  static let row = CommandRow(
    name: "dependents",
    arguments: "<file>[#<id>] [<scene> ...]",
    summary: "Lists the scenes that use a document or one of its objects.",
    discussion: """
      It reads the references of the scenes ('ref' and 'palettes'), not their text, and follows them from document to \
      document. One line per placeholder, 'file:line:column: id', followed by 'through FILE' if the placeholder names \
      another document, which uses this one in turn. With '#' and an id, only placeholders that show that object are \
      listed; otherwise also scenes that take the document as a palette. Write '%23' for '#' and '%25' for '%' in the \
      name of a file, as in a 'ref'.

      If no scenes are given, those of the document's workspace are searched: the nearest folder around the document \
      that has a folder '.inspector', else the nearest one with '.git', else the document's folder.
      """,
    examples: [
      .init("dependents buttons.scene.json", "the scenes that use any of its objects", isForShell: false),
      .init("dependents 'buttons.scene.json#save' page.json", "one object, in one scene", isForShell: false),
      .init("dependents brand.palette.json --recursive . --allow-empty", "a palette, in a folder", isForShell: false),
      .init("dependents buttons.scene.json page.json --count", "the number of scenes", isForShell: false),
    ],
    scenes: .none, offer: .program, statuses: FindCommand.row.statuses, jsonFormat: "inspector-dependents/1",
    otherWords: ["users", "references"])

  @Argument(
    help: ArgumentHelp("The document, with '#' and an object's id or without; then scenes.", valueName: "argument"),
    completion: .file())
  var arguments: [String] = []

  @Flag(help: "Print the number of scenes that use the document.")
  var count = false

  @Flag(help: "Accept a document that no scene uses.")
  var allowEmpty = false

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<DependentsCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard let argument = arguments.first else { throw Diagnostic(SceneUsage.noDocument) }
    let document = try document(argument, run)
    let named = Array(arguments.dropFirst())
    let scenes =
      named.isEmpty && !options.hasList
      ? try run.scenes(inWorkspaceOf: document.path, options) : try run.scenes(named, options)
    let report: any DependentReport =
      run.isJSON ? DependentJSON(run, document, isCount: count) : DependentLines(run, isCount: count)
    let search = DependentSearch(run: run, documents: [document])
    let batch = SceneBatch<DependentSearch.SearchedScene>(run: run, scenes: scenes, options: options)
    var (using, searched, failures, common) = (0, 0, [Diagnostic](), CommonStatus())
    let end = batch.perform { scene, _ in
      search.search(scene)
    } take: { scene in
      searched += 1
      common.add(scene.status)
      if let failure = scene.failure {
        failures.append(failure)
        return run.say(failure, isInJSON: run.isJSON)
      }
      let uses = scene.uses.joined()
      if !uses.isEmpty { using += 1 }
      for use in uses { report.add(use, of: scene.scene) }
    }
    if end.hasResults || run.isJSON { report.finish(scenes: using, failures) }
    batch.sayEnd(end, done: "\(pluralised(searched, "scene")) \(searched == 1 ? "was" : "were") searched")
    if case .interrupted = end { return .interrupted }
    if using == 0, failures.count < searched, !allowEmpty {
      let scope = pluralised(searched - failures.count, "scene")
      run.say("inspector: nothing uses '\(TerminalText.escaped(argument))' in \(scope)")
      common.add(.findings)
    }
    return common.status
  }

  /// Returns the document or object that an argument names. Throws an error if the file or object does not exist.
  private func document(_ argument: String, _ run: CommandRun) throws(Diagnostic) -> UsedDocument {
    // The name of an existing file is no reference, even if it looks like one.
    if let document = UsedDocument(path: argument, ids: nil) { return document }
    let reference: TemplateReference
    do throws(SourceRefusal) { reference = try TemplateReference(argument) } catch { throw Diagnostic(error) }
    let file = reference.file
    var id: String?
    if let typed = reference.id {
      id = try Diagnostic.naming(file) { () throws(Diagnostic) in
        try run.open(CommandScene(file)).withModel { model throws(Diagnostic) in
          model.document.id(try SceneSession.node(typed, in: model))
        }
      }
    }
    guard let document = UsedDocument(path: file, ids: id.map { [$0] }) else {
      throw Diagnostic(SceneError(FileRefusal.cannotOpen(errno: ENOENT), file: file), scene: file)
    }
    return document
  }
}
