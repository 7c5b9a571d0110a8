package import CommandLineKit
package import SceneSessions

/// The arguments of a command that edits objects, sorted into scenes, a selector, and the changes.
package struct SceneArguments: Hashable {
  package private(set) var scenes: [String] = []
  /// The selector; empty if each change names its object.
  package private(set) var selector = ""

  /// True if the user gave no selector. Changes may then name their objects, as `ID.PROPERTY`.
  package private(set) var mayNameObjects = false
  package private(set) var assignments: [Assignment] = []

  /// The remaining words: names of properties, the name of an action, or the last word of a command such as `rename`.
  package private(set) var names: [String] = []

  /// Sorts the arguments of `set`: the trailing arguments of the form `NAME op VALUE` are the assignments, the word
  /// before them is the selector, and the rest are scenes.
  ///
  /// If `--unset` or `--reset` is given without assignments, the last argument is the selector. There is no selector if
  /// the last argument before the assignments is a scene, and each change names its object: `badge.pointCount=7`.
  ///
  /// ```swift
  /// try SceneArguments(assigning: ["a.json", "b.json", "StarView", "pointCount=7"], hasOtherChanges: false)
  /// // scenes ["a.json", "b.json"], selector "StarView", one assignment
  /// ```
  ///
  /// - Parameters:
  ///   - hasOtherChanges: true if `--unset` or `--reset` is given.
  ///   - hasOtherScenes: true if the arguments need not name a scene.
  ///   - defaultSelector: the selector if none is given; nil if one is required. Only a shell has a default selector,
  ///     and the commands of a shell need not name a scene.
  package init(
    assigning arguments: [String], hasOtherChanges: Bool, hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(Diagnostic) {
    guard !arguments.isEmpty || defaultSelector != nil else { throw Diagnostic(ReportUsage.nothing) }
    var rest = arguments[...]
    while let last = rest.last, let assignment = Assignment(typed: last) {
      assignments.append(assignment)
      rest.removeLast()
    }
    assignments.reverse()
    if assignments.isEmpty, !hasOtherChanges {
      if let problem = Self.spacedOut(rest) { throw Diagnostic(problem) }
      // Either the last of several assignments lacks its value, or the arguments request no change at all.
      if let last = rest.last, rest.dropLast().contains(where: { Assignment(typed: $0) != nil }) {
        let isScene = defaultSelector == nil && Self.isSceneFile(last)
        throw Diagnostic(isScene ? ReportUsage.sceneAtEnd(last) : .notAnAssignment(last, afterSelector: true))
      }
      throw Diagnostic(
        ReportUsage.noAssignment(last: rest.count > (defaultSelector == nil ? 2 : 1) ? rest.last : nil))
    }
    if let defaultSelector, rest.isEmpty {
      (selector, mayNameObjects) = (defaultSelector, true)
    } else if defaultSelector == nil, assignments.allSatisfy({ $0.name.holds(".") }),
      rest.isEmpty ? hasOtherScenes : rest.count == 1 && Self.isScene(rest[0]) || Self.isSceneName(rest[rest.count - 1])
    {
      mayNameObjects = true
    } else {
      let isSceneAlone = defaultSelector == nil && rest.count == 1 && Self.isScene(rest[0])
      guard !isSceneAlone || assignments.isEmpty, let selector = rest.popLast() else {
        throw Diagnostic(ReportUsage.noSelector(before: assignments.first.map(\.name) ?? ""))
      }
      if rest.isEmpty, !hasOtherScenes { throw Diagnostic(ReportUsage.noScene(selector: selector)) }
      self.selector = try ArgumentReading.value(selector)
    }
    scenes = Array(rest)
    let typed = Array(arguments.suffix(assignments.count))
    let values = try ArgumentReading.values(typed)
    if values != typed { assignments = values.compactMap(Assignment.init(typed:)) }
  }

  /// Returns the error for an assignment that was typed as three words, with blanks around its operator; nil if no word
  /// is an operator between two others.
  private static func spacedOut(_ words: ArraySlice<String>) -> ReportUsage? {
    guard let place = words.firstIndex(where: Assignment.signs.contains), words.indices.contains(place - 1),
      words.indices.contains(place + 1)
    else { return nil }
    return .spacedOut(name: words[place - 1], sign: words[place], value: words[place + 1])
  }

  /// Sorts the arguments of `unset` and `reset`.
  ///
  /// The first argument is a scene, and so are the following arguments that are files or look like scenes: `-`, or a
  /// name that ends with `.json` and does not begin with `#`. The next argument is the selector, and the rest are
  /// names. If there is a default selector, a single word is a name. There is no selector if each word after the scenes
  /// may name a property of an object, such as `badge.tag`. The first of these words may also be a class name, which
  /// only the scene can decide.
  ///
  /// ```swift
  /// try SceneArguments(naming: ["a.json", "b.json", "StarView", "tag", "Corner Radius"])
  /// // scenes ["a.json", "b.json"], selector "StarView", names ["tag", "Corner Radius"]
  /// ```
  package init(
    naming arguments: [String], hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(Diagnostic) {
    let first = hasOtherScenes ? 0 : 1
    scenes = Array(arguments.prefix(first))
    if defaultSelector == nil { scenes += arguments.dropFirst(first).prefix(while: Self.isScene) }
    var rest = arguments[scenes.count...]
    guard !scenes.isEmpty || hasOtherScenes else { throw Diagnostic(ReportUsage.nothingNamed) }
    if rest.count == 1, let defaultSelector {
      (selector, mayNameObjects) = (defaultSelector, true)
    } else if !rest.isEmpty, rest.allSatisfy({ $0.holds(".") && !$0.holds("[") }) {
      mayNameObjects = true
    }
    if mayNameObjects {
      names = try ArgumentReading.values(rest)
      return
    }
    guard let selector = rest.popFirst() else {
      throw Diagnostic(defaultSelector == nil ? ReportUsage.noSelectorAfterScenes : .noName(selector: nil))
    }
    guard !rest.isEmpty else { throw Diagnostic(ReportUsage.noName(selector: selector)) }
    if defaultSelector == nil, let last = rest.last, Self.isSceneFile(last) {
      throw Diagnostic(ReportUsage.sceneAtEnd(last))
    }
    self.selector = try ArgumentReading.value(selector)
    names = try ArgumentReading.values(rest)
  }

  /// Sorts the arguments of a command that changes structure: scenes, then the words that `form` requires, then
  /// assignments.
  ///
  /// Scenes are recognised as for `unset`. The selector may be left out if there is a default selector.
  ///
  /// ```swift
  /// let form = WordForm("rename", then: "an id", example: "'#badge' star")
  /// try SceneArguments(["a.json", "b.json", "badge", "star"], form)
  /// // scenes ["a.json", "b.json"], selector "badge", names ["star"]
  /// ```
  package init(
    _ arguments: [String], _ form: WordForm, hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(Diagnostic) {
    var rest = arguments[...]
    while form.takesAssignments, let last = rest.last, Assignment(typed: last) != nil { rest.removeLast() }
    let typed = try ArgumentReading.values(arguments[rest.endIndex...])
    assignments = typed.compactMap(Assignment.init(typed:))
    let needed = (form.hasSelector ? 1 : 0) + (form.last == nil ? 0 : 1)
    if !hasOtherScenes { scenes += rest.prefix(1) }
    if defaultSelector == nil {
      scenes += rest.dropFirst(scenes.count).dropLast(needed).prefix(while: Self.isScene)
    }
    var words = try ArgumentReading.values(rest.dropFirst(scenes.count))[...]
    if words.count > needed, let option = form.option(among: words.dropFirst(needed)) { throw Diagnostic(option) }
    if words.count > needed, form.takesAssignments {
      let wrong = words.dropFirst(needed).first { Assignment(typed: $0) == nil } ?? words[needed]
      throw Diagnostic(ReportUsage.notAnAssignment(wrong, afterSelector: false))
    }
    if let defaultSelector, form.hasSelector, words.count == needed - 1 { words = [defaultSelector] + words }
    guard words.count == needed, hasOtherScenes || !scenes.isEmpty else {
      throw Diagnostic(ReportUsage.otherWords(form, hasScene: hasOtherScenes))
    }
    if form.hasSelector { selector = words.removeFirst() }
    names = Array(words)
  }

  /// Returns true if an argument names a scene: an existing file or folder, `-`, or a name that ends with `.json` and
  /// does not begin with `#`.
  package static func isScene(_ argument: String) -> Bool { SceneFile(argument) != nil || isSceneName(argument) }

  /// Returns true if an argument is the name of an existing scene file. Callers refuse such an argument after the
  /// selector.
  static func isSceneFile(_ argument: String) -> Bool { SceneFile(argument) != nil && isSceneName(argument) }

  private static func isSceneName(_ argument: String) -> Bool {
    argument == "-" || argument.hasSuffix(".json") && !argument.hasPrefix("#")
  }

  /// Sorts the arguments of `run`: the last word is an action, the word before it is the selector, and the rest are
  /// scenes.
  ///
  /// ```swift
  /// try SceneArguments(running: ["a.json", "b.json", "StarView", "reset"])
  /// // scenes ["a.json", "b.json"], selector "StarView", names ["reset"]
  /// ```
  package init(
    running arguments: [String], hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(Diagnostic) {
    var rest = arguments
    guard let action = rest.popLast() else { throw Diagnostic(ReportUsage.nothingToRun) }
    if let defaultSelector, rest.isEmpty { rest = [defaultSelector] }
    if defaultSelector == nil, Self.isSceneFile(action) { throw Diagnostic(ReportUsage.sceneAtEnd(action)) }
    guard let selector = rest.popLast() else { throw Diagnostic(ReportUsage.noSelectorBeforeAction(action)) }
    guard !rest.isEmpty || hasOtherScenes else { throw Diagnostic(ReportUsage.noAction(after: selector, action)) }
    names = [try ArgumentReading.value(action)]
    self.selector = try ArgumentReading.value(selector)
    scenes = rest
  }
}
