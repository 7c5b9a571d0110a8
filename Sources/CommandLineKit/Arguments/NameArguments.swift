internal import ArgumentParser

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
  ///   - hasOtherScenes: whether the first argument need not be a scene.
  ///   - defaultSelector: what is meant where there is one word alone; nil where there must be a selector. Only a shell
  ///     has one, where no scene is named.
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
