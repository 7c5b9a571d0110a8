import ArgumentParser
import CommandLineKit
import CommandReports
import InspectorKit
import Workbench

/// The options of the commands that change property values of selected objects, and their common implementation.
///
/// The commands declare ``EditOptions`` separately, not as a group in this one: in debug builds the argument parser
/// checks its declarations at each start, which takes four times as long for each level of groups.
struct SetOptions: ParsableArguments {
  @Flag(help: "Print counts of what differs, per scene and in total, instead of the values.")
  var stat = false

  @Flag(help: "Make the other edits even if some are refused.")
  var skipRefused = false

  @Flag(help: "Skip objects that lack the property or action.")
  var skipMissing = false

  @Flag(help: "Accept a selector that matches nothing.")
  var allowEmpty = false

  @Flag(help: "Change the documents of the templates that supply the objects, not the scenes.")
  var inTemplate = false

  /// Performs a one-step edit in each scene, and returns the exit status.
  ///
  /// - Parameter step: a function that returns the step for the objects that a selector matches.
  func perform(
    _ words: SceneArguments, _ edit: EditOptions, _ run: CommandRun, step: (Selector) -> EditStep
  ) throws(Diagnostic) -> ExitStatus {
    try perform([step(try run.selector(words.selector))], words, edit, run)
  }

  /// Changes properties in each scene, and returns the exit status. If no selector and no preset is given, each change
  /// may name its object.
  ///
  /// - Parameter preset: the preset whose values the changes follow; nil for none. Each class of the selected objects
  ///   has a preset of that name, unless ``skipMissing`` leaves its objects out.
  func perform(
    _ changes: [Assignment], preset: String? = nil, _ words: SceneArguments, _ edit: EditOptions, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    if let preset {
      if words.selector.isEmpty { throw Diagnostic(SceneUsage.presetWithoutSelector) }
      let selector = try run.selector(words.selector)
      let presets = run.library.classes.flatMap(\.presets).map(\.name)
      guard presets.contains(where: { $0.lowercased() == preset.lowercased() }) else {
        let near = DidYouMean.suggestion(for: preset, among: presets)
        throw Diagnostic(SceneUsage.unknownPreset(preset, suggestion: near))
      }
      return try perform([], words, edit, run) { [skipMissing] session throws(Diagnostic) in
        var steps: [EditStep] = []
        let classes = try session.classes(of: selector, skipsUnknown: skipMissing)
        let isKnown = classes.contains { $0.definition.preset(typed: preset) != nil }
        for (definition, selector) in classes {
          if skipMissing, definition.preset(typed: preset) == nil { continue }
          let (values, after) = try definition.values(ofPreset: preset, and: changes, canBeSkipped: isKnown)
          steps.append(.set(selector, values))
          // The preset may change which objects the selector matches.
          if !after.isEmpty { steps.append(.set(Selector(ids: try session.ids(of: selector)), after)) }
        }
        return steps.isEmpty ? [.set(selector, [])] : steps
      }
    }
    guard words.mayNameObjects else { return try perform(words, edit, run) { .set($0, changes) } }
    // Without a target every change must name its object.
    let needsTarget = !words.selector.isEmpty && changes.contains { !$0.name.holds(".") }
    let target = needsTarget || !run.workspace.targetIDs.isEmpty ? try run.selector(words.selector) : nil
    // `reset SCENE Module.Class frame.x` names a class.
    let typeName = target == nil && words.names.count > 1 ? words.names[0] : nil
    return try perform([], words, edit, run) { session throws(Diagnostic) in
      if let typeName, session.hasClass(named: typeName), let selector = try? Selector(parsing: typeName) {
        return [.set(selector, Array(changes.dropFirst()))]
      }
      return try session.steps(making: changes, to: target)
    }
  }

  /// Performs an edit in each scene with the flags of these options.
  ///
  /// - Parameter steps: a function that returns the steps for a scene; nil to perform the steps `same` in each scene.
  private func perform(
    _ same: [EditStep], _ words: SceneArguments, _ edit: EditOptions, _ run: CommandRun,
    steps: EditBatch.Steps? = nil
  ) throws(Diagnostic) -> ExitStatus {
    if inTemplate {
      if skipRefused || skipMissing || stat { throw Diagnostic(SceneUsage.inTemplateWithOthers) }
      return try edit.perform(
        inTemplatesOf: words.scenes, run, allowsEmpty: allowEmpty, steps: steps ?? { _ in same })
    }
    var request = EditRequest(same)
    request.skipsRefused = skipRefused
    request.skipsMissing = skipMissing
    request.allowsEmpty = allowEmpty
    return try edit.perform(request, in: words.scenes, run, stat ? .counts : .selection, steps: steps)
  }
}

extension EditOptions {
  /// Performs the steps in the template documents that supply the selected objects. Scenes without a selected object
  /// are skipped.
  ///
  /// - Parameter allowsEmpty: true if an empty selection in all scenes is a success.
  func perform(
    inTemplatesOf scenes: [String], _ run: CommandRun, allowsEmpty: Bool, steps: EditBatch.Steps
  ) throws(Diagnostic) -> ExitStatus {
    guard !run.workspace.keepsScenes, output == nil else { throw Diagnostic(SceneUsage.inTemplateWithOthers) }
    guard !scenes.isEmpty || run.mayNameNoScene(self.scenes) else { throw Diagnostic(SceneUsage.noScene) }
    var edits: [(file: String, steps: [EditStep])] = []
    let scenes = try run.scenes(scenes, self.scenes)
    var nothing: Diagnostic?
    for scene in scenes {
      try Diagnostic.naming(scene.name) { () throws(Diagnostic) in
        let session = try run.open(scene)
        let found: [(file: String, steps: [EditStep])]
        do throws(Diagnostic) {
          found = try session.inTemplates(try steps(session))
        } catch {
          guard error.code == .selectorEmpty else { throw error }
          nothing = nothing ?? error.named(scene.name)
          return
        }
        for (file, made) in found {
          guard let index = edits.firstIndex(where: { $0.file == file }) else {
            edits.append((file, made))
            continue
          }
          let present = Set(edits[index].steps)
          edits[index].steps += made.filter { !present.contains($0) }
        }
      }
    }
    if edits.isEmpty, !allowsEmpty, let nothing { throw nothing }
    return try perform(inOrder: try run.edits(inTemplates: edits, of: scenes, self.scenes), run)
  }
}

/// The arguments of `unset` and `reset`.
struct NameOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Scenes, then a selector, then properties.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  /// Applies an operation to every named property of the selected objects, in each scene. In a shell, a single word
  /// names a property of the current object or of the objects that were found last.
  func perform(
    _ operation: Assignment.Operation, _ edit: EditOptions, _ options: SetOptions, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    let words = try SceneArguments(
      naming: arguments, hasOtherScenes: run.mayNameNoScene(edit.scenes),
      defaultSelector: run.workspace.defaultTarget)
    return try options.perform(words.names.map { Assignment($0, operation) }, words, edit, run)
  }
}
