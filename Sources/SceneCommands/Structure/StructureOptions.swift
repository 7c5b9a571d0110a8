internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

/// The options of the commands that change the structure of scenes, such as the places, ids or classes of selected
/// objects.
struct StructureOptions: ParsableArguments {
  @Flag(help: "Print counts of what differs, per scene and in total, instead of the values.")
  var stat = false

  @Flag(help: "Accept a selector that matches nothing.")
  var allowEmpty = false

  @Flag(help: "Make the edit even if other scenes of the workspace name objects that it renames or removes.")
  var leaveDependents = false

  /// Parses the arguments of a command, performs an edit in each scene, and reports the results.
  ///
  /// - Parameters:
  ///   - acceptsIDs: true if a word in place of the selector can be the id of an object.
  ///   - steps: returns the steps in a scene, given a selector of the objects, the last word of the form, and the
  ///     assignments. The word is empty if the form has none.
  func perform(
    _ arguments: [String], _ form: WordForm, _ edit: EditOptions, _ run: CommandRun, acceptsIDs: Bool = false,
    steps: @escaping @Sendable (SceneSession, Selector, String, [Assignment]) throws(Diagnostic) -> [EditStep]
  ) throws(Diagnostic) -> ExitStatus {
    let (scenes, steps) = try self.steps(arguments, form, edit, run, acceptsIDs: acceptsIDs, steps: steps)
    return try edit.perform(
      scenes, run, stat: stat, allowsEmpty: allowEmpty, leavesDependents: leaveDependents, steps: steps)
  }

  /// Parses the arguments of a command, and returns its scenes and the steps in each; see
  /// ``perform(_:_:_:_:acceptsIDs:steps:)``.
  func steps(
    _ arguments: [String], _ form: WordForm, _ edit: EditOptions, _ run: CommandRun, acceptsIDs: Bool,
    steps: @escaping @Sendable (SceneSession, Selector, String, [Assignment]) throws(Diagnostic) -> [EditStep]
  ) throws(Diagnostic) -> (scenes: [String], steps: EditBatch.Steps) {
    let words = try SceneArguments(
      arguments, form, hasOtherScenes: run.mayNameNoScene(edit.scenes), defaultSelector: run.workspace.defaultTarget)
    let (typed, word, assignments) = (words.selector, words.names.first ?? "", words.assignments)
    let mayBeID = acceptsIDs && Self.mayBeID(typed)
    let selector: Selector = mayBeID ? (try? run.selector(typed)) ?? Selector(ids: [typed]) : try run.selector(typed)
    return (
      words.scenes,
      { session throws(Diagnostic) in
        let document = session.document
        var objects = selector
        if acceptsIDs, let node = document.node(typed: typed) {
          objects = Selector(ids: [document.id(node)])
        } else if mayBeID, !document.classNames.contains(typed) {
          objects = Selector(ids: [typed])
        }
        return try steps(session, objects, word, assignments)
      }
    )
  }

  /// Returns false if a word can only be a selector, such as `View[tag=1]` or a shell's `@`.
  private static func mayBeID(_ word: String) -> Bool {
    word != "." && !word.unicodeScalars.contains { "#[:*>@,".unicodeScalars.contains($0) }
  }
}

extension EditOptions {
  /// Performs a structural edit in each scene, and reports the differences.
  ///
  /// - Parameter steps: returns the steps for a scene.
  func perform(
    _ scenes: [String], _ run: CommandRun, stat: Bool, allowsEmpty: Bool = false, leavesDependents: Bool = true,
    steps: @escaping EditBatch.Steps
  ) throws(Diagnostic) -> ExitStatus {
    var request = EditRequest([])
    request.allowsEmpty = allowsEmpty
    request.keepsChangesOfStructure = !isStructured(run)
    return try perform(
      request, in: scenes, run, stat ? .counts : .script, hasStructure: true, steps: steps,
      leavesDependents: leavesDependents)
  }
}

extension SceneDocument {
  /// Returns a word without a selector's `#` before the id: `badge` for `badge` and `#badge`. If an object has the id
  /// `#badge`, that word is returned unchanged.
  func typedID(_ word: String) -> String {
    guard word.utf8.first == UInt8(ascii: "#"), word.utf8.count > 1, node(id: word) == nil else { return word }
    return String(word.unicodeScalars.dropFirst())
  }
}
