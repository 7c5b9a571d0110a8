internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct FormatNewCommand: InspectorCommand {
  static let row = CommandRow(
    name: "format new",
    arguments: "<name>",
    summary: "Drafts the description of a format from documents.",
    discussion: """
      It infers from documents of another program by which members they are recognised, where their objects are, which \
      members are ids, names and classes, and which properties the classes have. The draft is written to \
      'NAME.inspector-format.json' once it reads all the documents. The guesses that you should look at are printed. \
      More documents make a better draft. A format describes documents that are a JSON object.
      """,
    examples: [
      .init("format new slides --from sea.talk", "a draft from one document", isForShell: false),
      .init("format new slides --from sea.talk sand.talk -o -", "from two, on standard output", isForShell: false),
      .init("format new slides --from sea.talk sand.talk --force", "replaces the draft", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .usage, .badDocument, .noInput, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-format-new/1", otherWords: ["infer", "draft"])

  @Argument(help: "The format's name, such as phaser-editor.")
  var name: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The documents from which the format is inferred.", valueName: "file"), completion: .file())
  var from: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, instead of NAME.inspector-format.json; '-' is the standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var global: GlobalOptions

  /// The maximum number of printed guesses.
  private static let mostDoubts = 20

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard Self.isName(name) else { throw Diagnostic(DraftRefusal.badName(name)) }
    guard !from.isEmpty else { throw Diagnostic(DraftRefusal.noDocument) }
    let target = output.map(OutputPaths.plain) ?? "\(name).inspector-format.json"
    guard target != "-" || !run.isJSON else { throw Diagnostic(DraftRefusal.bothWantOutput) }
    let path = target == "-" ? target : run.workspace.expanded(target)
    guard path == "-" || force || !OutputPaths.isThere(path) else { throw Diagnostic(DraftRefusal.isThere(path)) }
    let documents = try read(run)
    let draft: FormatDraft
    do throws(DraftRefusal) {
      draft = try FormatDraft(named: name, of: documents.map { ($0.file, $0.value) })
    } catch {
      if case .nothingInCommon(let file, _, _) = error { throw Diagnostic(error, file: file) }
      throw Diagnostic(error)
    }
    try run.checkCancelled()
    let reading = try check(draft, documents, path, run)
    if path == "-" {
      run.context.write(draft.text)
    } else {
      try Diagnostic.ofFile(path) { () throws(SceneError) in
        try AtomicFile.write(Array(draft.text.utf8), to: path, as: .output)
      }
    }
    report(draft, at: path, reading, run)
    return .done
  }

  /// Returns true if a text is a valid name of a format.
  private static func isName(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy {
      $0 < 0x80
        && (Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber || $0 == 0x2D || $0 == 0x5F)
    }
    return isPlain && text.first?.isLetter == true && text.utf8.count <= PluginName.longest
  }

  // MARK: documents

  /// A document from which the draft is inferred.
  private struct Document {
    var file: String
    var source: TextDocument
    var value: TextValue
  }

  /// Reads the documents. Throws an error for the first document from which no format can be inferred.
  private func read(_ run: CommandRun) throws(Diagnostic) -> [Document] {
    var documents: [Document] = []
    for file in from {
      try run.checkCancelled()
      let path = run.workspace.expanded(file)
      let source = try Diagnostic.ofFile(path) { () throws(SceneError) in try TextDocument.load(path: path) }
      let value = try Diagnostic.ofFile(path) { () throws(SceneError) in try source.validated() }
      if let refusal = Self.refusal(of: value) { throw Diagnostic(refusal, file: path, line: 1, column: 1) }
      if let known = run.formats.all.first(where: { !$0.isMarkup && $0.matches(value) }) {
        run.warn("the format '\(known.name)' reads it already", of: path)
      }
      documents.append(Document(file: path, source: source, value: value))
    }
    return documents
  }

  private static func refusal(of value: TextValue) -> DraftRefusal? {
    guard value.kind == .object else {
      return .notAnObject(found: value.kind == .array ? "an array" : "no JSON object")
    }
    guard let format = value.member("format")?.string, format.begins(with: "inspector-") else { return nil }
    return format.begins(with: "inspector-scene/") ? .isScene : .isOurs(format)
  }

  /// The numbers of objects and values in the documents, as the draft reads them.
  private struct Reading {
    var objects = 0
    var values = 0
  }

  /// Reads all documents with the draft. Throws an error if the draft does not recognise one of them.
  private func check(
    _ draft: FormatDraft, _ documents: [Document], _ path: String, _ run: CommandRun
  ) throws(Diagnostic) -> Reading {
    let format = try Diagnostic.ofFile(path) { () throws(SceneError) in
      try FormatFiles.read(Array(draft.text.utf8), named: path)
    }
    _ = try FormatFiles.classes(of: format)
    let formats = ForeignFormats { [format] }
    var reading = Reading()
    for document in documents {
      try run.checkCancelled()
      let scene = try Diagnostic.ofFile(document.file) { () throws(SceneError) in
        try SceneDocument.load(
          path: document.file, of: formats, isCancelled: { [job = run.job] _, _ in job.isCancelled })
      }
      guard scene.foreignFormat != nil else {
        throw Diagnostic(DraftRefusal.notRecognized, file: document.file)
      }
      reading.objects += scene.objectCount
      for node in scene.objects {
        scene.forEachAttribute(of: node) { _, _ -> Bool in
          reading.values += 1
          return true
        }
      }
    }
    return reading
  }

  // MARK: output

  private func report(_ draft: FormatDraft, at path: String, _ reading: Reading, _ run: CommandRun) {
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-format-new/1")
      line.add("name", .string(name))
      line.add("file", path: path)
      line.add("documents", .int(from.count))
      line.add("objects", .int(reading.objects))
      line.add("values", .int(reading.values))
      line.add("kinds", .int(draft.counts.kinds))
      line.add("classes", .int(draft.counts.classes))
      line.add("properties", .int(draft.counts.properties))
      line.add("unsure", .array(draft.doubts.map(\.record)))
      run.print(line.text)
      return
    }
    for doubt in draft.doubts.prefix(Self.mostDoubts) { run.note(TerminalText.escaped(doubt.message)) }
    let left = draft.doubts.count - Self.mostDoubts
    if left > 0 { run.note("\(pluralised(left, "more doubt")); '--json' lists them all") }
    guard path != "-" else { return }
    let (counts, file) = (draft.counts, TerminalText.escaped(path))
    run.printSummary(
      "\(file): \(pluralised(counts.kinds, "kind")), \(counts.classes == 1 ? "1 class" : "\(counts.classes) classes"), "
        + "\(counts.properties == 1 ? "1 property" : "\(counts.properties) properties"); it reads "
        + "\(pluralised(reading.objects, "object")) and \(pluralised(reading.values, "value")) in \(pluralised(from.count, "document"))"
    )
  }
}
