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
  ///   - hasOtherScenes: whether the arguments may name no scene.
  ///   - defaultSelector: what is meant where there is one word alone; nil where there must be a selector. Only a shell
  ///     has one, where no scene is named.
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
