internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Settings
internal import Workbench

struct ShowCommand: SceneCommand {
  static let row = CommandRow(
    name: "show",
    arguments: "<scene> <id>|<id>.<property>|<selector>",
    summary: "Prints the inspector pane of an object, or of several as one.",
    discussion: """
      The pane has a section for each class that declares properties. Each property is shown with its label, its type, \
      the stored value, the effective value that the component gives it, the default, and a note if the stored and \
      effective values differ. '*' marks a row if the object has a value of its own that is not the default. An \
      extension takes up one line if the object uses none of its properties. With '--layers', lines below each row \
      show the default of the class, what each template and the scene store, and what hooks make of it, the outermost \
      last, with file, line and column. '≈' marks a colour that eight \
      bits per component cannot represent exactly. In a shell, a property's name alone means that of the current object.

      For several objects, each property is printed once: with its value if all objects have the same one, or else \
      with each value and the number of objects that have it, the most frequent first. Points, sizes and rectangles \
      are also broken down number by number. With '--json' this prints 'inspector-mixed/1'.
      """,
    examples: [
      .init("show card.json badge", "the object whose id is 'badge'"),
      .init("show card.json badge.pointCount", "one property of it"),
      .init("show card.json badge --modified --long", "its own values, with limits, units and help"),
      .init("show card.json badge --text 'border color'", "only rows with these words"),
      .init("show card.json badge.pointCount --layers", "where each of its values stands"),
      .init("show card.json ':kind(View)'", "all views as one"),
      .init("show --json card.json badge", "for programs"),
    ],
    scenes: .one,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .noPlugin, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-object/1 or inspector-mixed/1", takesIDs: true)

  @Argument(help: ArgumentHelp("The object's id, a property as ID.PROPERTY, or a selector.", valueName: "object"))
  var target: String?

  @Flag(help: "Show only properties with a value of their own that is not the default.")
  var modified = false

  @Flag(help: "Put blank lines between groups of properties, as Interface Builder does.")
  var group = false

  @Flag(help: "Show identifiers instead of labels.")
  var raw = false

  @Flag(help: "Also show limits, units and help.")
  var long = false

  @Flag(
    help:
      "Also show properties hidden by conditions, those of unused extensions, and names given by extensions."
  )
  var all = false

  @Flag(help: "Also show what each document and each hook says about a value, the decisive one last.")
  var layers = false

  @Option(
    help: ArgumentHelp(
      "Show only properties whose label or identifier contains all of these words.", valueName: "words"))
  var text: String?

  @OptionGroup var global: GlobalOptions

  private func options(_ run: CommandRun) -> PaneOptions {
    PaneOptions(
      isRaw: raw || run.settings.isOn("show.raw"), isLong: long, isGrouped: group, showsHidden: all,
      onlyModified: modified,
      words: (text ?? "").words)
  }

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard let target = target ?? run.workspace.defaultTarget else {
      throw Diagnostic(SceneUsage.nothingToShow(scene: scene.name))
    }
    let session = try run.open(scene)
    let selector = try selector(target, session, run)
    do throws(Diagnostic) {
      guard let selector else { return try show(try inspection(of: target, in: session, run), session, run) }
      let nodes = try session.select(selector) { run.warn($0.message, of: scene.name) }
      guard let first = nodes.first else { throw session.nothingMatches(selector) }
      if nodes.count > 1 {
        guard !layers else { throw Diagnostic(SceneUsage.layersOfSeveral(nodes.count)) }
        let inspection = session.inspect(nodes)
        try run.job.check()
        let pane = MixedPane(inspection: inspection, options: options(run))
        try show(pane, inspection.diagnostics, document: pane.document(scene: scene.name, selector: target), run)
        // The diagnostics of several objects are failures of their components.
        return inspection.diagnostics.isEmpty ? .done : .noPlugin
      }
      return try show(try session.inspect(id: session.document.id(first)), session, run)
    } catch {
      throw withClass(error, target, session)
    }
  }

  /// Inspects the object with an id or, for `ID.PROPERTY`, only that property of the object. In a shell, the name alone
  /// may be that of a property of the current object.
  private func inspection(
    of target: String, in session: SceneSession, _ run: CommandRun
  ) throws(Diagnostic) -> ObjectInspection {
    guard session.document.node(typed: target) == nil,
      let reference = run.workspace.reference(target, in: session),
      let (id, name) = try? session.named(reference), !name.isEmpty
    else { return try session.inspect(id: target) }
    let property = try session.value(of: "\(id).\(name)", isStored: true)
    var object = try session.inspect(id: id)
    (object.actions, object.presets) = ([], [])
    object.sections = object.sections.compactMap { section in
      var section = section
      section.properties.removeAll { $0.name != property.name && !property.name.begins(with: "\($0.name).") }
      return section.properties.isEmpty ? nil : section
    }
    return object
  }

  /// Returns the error with a suggested class, if the object is unknown and the word resembles the name of a class but
  /// no id; otherwise returns the error unchanged.
  private func withClass(_ error: Diagnostic, _ target: String, _ session: SceneSession) -> Diagnostic {
    guard error.code == .unknownObject, error.reason.suggestion == nil, let near = session.suggestedClass(for: target)
    else { return error }
    var error = error
    error.reason = AnyRefusal(SceneCommandRefusal.mayBeClass(error.reason, near))
    return error
  }

  /// Returns the selector that a word represents; nil if the word is an id or looks like one. Throws an error for an
  /// invalid selector.
  private func selector(
    _ target: String, _ session: SceneSession, _ run: CommandRun
  ) throws(Diagnostic) -> Selector? {
    // An id has precedence: it may look like a class name.
    if session.document.node(id: target) != nil { return nil }
    let isWord = !target.utf8.contains { "#[]:*>+~, @".utf8.contains($0) } && target != "."
    // A class whose name no selector can express cannot be selected.
    if isWord { return session.hasClass(named: target) ? try? Selector(parsing: target) : nil }
    return try run.selector(target)
  }

  /// Prints the pane of an object and returns the exit status. If a component failed, prints the known values.
  private func show(
    _ object: ObjectInspection, _ session: SceneSession, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    var pane = ObjectPane(object: object, options: options(run))
    if layers {
      var shown = object
      shown.sections = pane.sections
      for index in shown.sections.indices { shown.sections[index].properties.removeAll { !options(run).isWanted($0) } }
      pane.layers = try session.layers(of: shown)
    }
    let fault = session.fault(ofObject: object.id)
    try show(pane, object.diagnostics + (fault.map { [$0] } ?? []), document: pane.document, run)
    guard object.failure == nil else { return .noPlugin }
    let isWhole =
      fault == nil && object.sections.allSatisfy { $0.properties.allSatisfy { session.fault(of: $0) == nil } }
    return isWhole ? .done : .badDocument
  }

  /// Prints diagnostics, and then the pane as text or, with `--json`, as a document.
  ///
  /// - Throws: an error if no property contains the search words, even if other filters would hide every row anyway.
  private func show(
    _ pane: some Pane, _ diagnostics: [Diagnostic], document: @autoclosure () -> String, _ run: CommandRun
  ) throws(Diagnostic) {
    for diagnostic in diagnostics { run.say(diagnostic.shown(), isInJSON: run.isJSON) }
    let rows = pane.sections.flatMap(\.properties)
    if let text, !rows.contains(where: pane.options.holdsWords) {
      let suggestion = DidYouMean.suggestion(for: text, among: rows.flatMap { [$0.label, $0.name] })
      throw Diagnostic(ReportRefusal.noneHasWords(text, of: target, suggestion: suggestion))
    }
    if run.isJSON { run.print(document()) } else { pane.lines(run.style, width: run.tableWidth).forEach(run.print) }
  }
}
