import ArgumentParser

/// The arguments of `set`, sorted into scenes, selector and assignments.
///
/// The trailing arguments of the form `NAME op VALUE` are the assignments, the one before them is the selector, the rest
/// are scenes. If `--unset` or `--reset` is given without assignments, the last argument is the selector.
///
/// ```swift
/// try EditArguments(["a.json", "b.json", "StarView", "pointCount=7"], hasOtherChanges: false)
/// // scenes ["a.json", "b.json"], selector "StarView", one assignment
/// ```
package struct EditArguments: Hashable {
  package var scenes: [String]
  package var selector: String
  package var assignments: [AssignmentText]

  /// - Parameters:
  ///   - hasOtherChanges: true if `--unset` or `--reset` is given.
  ///   - hasOtherScenes: true if the arguments need not name a scene.
  ///   - defaultSelector: the selector if none is given; nil if one is required. Only a shell has one, where no scene
  ///     need be named.
  package init(
    _ arguments: [String], hasOtherChanges: Bool, hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(EditArgumentsError) {
    guard !arguments.isEmpty || defaultSelector != nil else { throw .nothing }
    var rest = arguments[...]
    var assignments: [AssignmentText] = []
    while let last = rest.last, let assignment = AssignmentText(last) {
      assignments.append(assignment)
      rest.removeLast()
    }
    self.assignments = assignments.reversed()
    if assignments.isEmpty, !hasOtherChanges {
      if let text = Self.spacedOut(rest) { throw .spacedOut(text) }
      // Either the last of several assignments lacks its value, or the arguments request no change at all.
      if let last = rest.last, rest.dropLast().contains(where: { AssignmentText($0) != nil }) {
        throw .notAnAssignment(last)
      }
      throw .noAssignment(last: rest.count > (defaultSelector == nil ? 2 : 1) ? rest.last : nil)
    }
    if let defaultSelector, rest.isEmpty { rest.append(defaultSelector) }
    guard let selector = rest.popLast() else {
      throw .noSelector(before: assignments.last.map(\.name) ?? "")
    }
    self.selector = selector
    scenes = Array(rest)
    if scenes.isEmpty, !hasOtherScenes { throw .noScene(selector: selector) }
  }

  /// Joins an assignment that was typed as three words; nil if there is none.
  private static func spacedOut(_ words: ArraySlice<String>) -> String? {
    let signs = AssignmentText.Operation.allCases.map(\.rawValue)
    guard let place = words.firstIndex(where: signs.contains), words.indices.contains(place - 1),
      words.indices.contains(place + 1)
    else { return nil }
    return words[place - 1...place + 1].joined()
  }
}

/// The arguments of `unset` and `reset` by their kind: scenes, selector, names of properties.
///
/// The first argument is a scene, and so are those after it that are files, or look like them: `-`, or a name that ends
/// with `.json` and does not begin with `#`. The next is the selector, the rest are names.
///
/// ```swift
/// try NameArguments(["a.json", "b.json", "StarView", "tag", "Corner Radius"])
/// // scenes ["a.json", "b.json"], selector "StarView", names ["tag", "Corner Radius"]
/// ```
package struct NameArguments: Hashable {
  package var scenes: [String]
  package var selector: String
  package var names: [String]

  /// - Parameters:
  ///   - hasOtherScenes: true if the first argument need not be a scene.
  ///   - defaultSelector: the selector for a single word; nil if a selector is required. Only a shell has one, where
  ///     no scene is named.
  package init(
    _ arguments: [String], hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(NameArgumentsError) {
    let first = hasOtherScenes ? 0 : 1
    scenes = Array(arguments.prefix(first))
    if defaultSelector == nil { scenes += arguments.dropFirst(first).prefix(while: Self.isScene) }
    var rest = arguments[scenes.count...]
    guard !scenes.isEmpty || hasOtherScenes else { throw .nothing }
    if rest.count == 1, let defaultSelector { rest = [defaultSelector] + rest }
    guard let selector = rest.popFirst() else { throw defaultSelector == nil ? .noSelector : .noName(selector: nil) }
    guard !rest.isEmpty else { throw .noName(selector: selector) }
    self.selector = selector
    names = Array(rest)
  }

  private static func isScene(_ argument: String) -> Bool {
    argument == "-" || SceneFile(argument) != nil || argument.hasSuffix(".json") && !argument.hasPrefix("#")
  }
}

/// The arguments of `run` by their kind: scenes, selector, action.
///
/// ```swift
/// try RunArguments(["a.json", "b.json", "StarView", "reset"])
/// // scenes ["a.json", "b.json"], selector "StarView", action "reset"
/// ```
package struct RunArguments: Hashable {
  package var scenes: [String]
  package var selector: String
  package var action: String

  /// - Parameters:
  ///   - hasOtherScenes: true if the arguments need not name a scene.
  ///   - defaultSelector: the selector for a single word; nil if a selector is required. Only a shell has one, where
  ///     no scene is named.
  package init(
    _ arguments: [String], hasOtherScenes: Bool = false, defaultSelector: String? = nil
  ) throws(RunArgumentsError) {
    var rest = arguments
    guard let action = rest.popLast() else { throw .nothing }
    if let defaultSelector, rest.isEmpty { rest = [defaultSelector] }
    guard let selector = rest.popLast() else { throw .noSelector(action: action) }
    guard !rest.isEmpty || hasOtherScenes else { throw .noAction(after: selector, action) }
    (self.scenes, self.selector, self.action) = (rest, selector, action)
  }
}
