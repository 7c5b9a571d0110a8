/// The arguments of `set`, sorted into scenes, selector and assignments.
///
/// The trailing arguments of the form `NAME op VALUE` are the assignments, the one before them is the selector, the rest
/// are scenes. Where `--unset` or `--reset` says what to do and there are no assignments, the last argument is the selector.
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
  ///   - hasOtherChanges: whether `--unset` or `--reset` is there.
  ///   - hasOtherScenes: whether the arguments may name no scene.
  ///   - defaultSelector: what is meant where there is no selector; nil where there must be one. Only a shell has one,
  ///     where no scene need be named.
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
      // A value was forgotten after others that are there, or nothing is to be changed at all.
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

  /// An assignment in three words, as one; nil where there is none.
  private static func spacedOut(_ words: ArraySlice<String>) -> String? {
    let signs = AssignmentText.Operation.allCases.map(\.rawValue)
    guard let place = words.firstIndex(where: signs.contains), words.indices.contains(place - 1),
      words.indices.contains(place + 1)
    else { return nil }
    return words[place - 1...place + 1].joined()
  }
}
