internal import Glibc
internal import JSONText
package import SceneDocument

/// The output paths for the bundles or pictures of several scenes. All paths are below one folder, with the same
/// relative positions as the scenes in their innermost common folder.
///
/// ```swift
/// try OutputPaths(of: ["ui/card.scene.json", "ui/old/list.json"], in: "out/", .bundles).paths
/// // ["out/card.bundle", "out/old/list.bundle"]
/// ```
package struct OutputPaths {
  /// The kind of output made from the scenes.
  package struct Kind {
    /// The suffix of the output names, without the dot.
    let ending: String

    /// The noun for messages, such as `bundle`.
    let noun: String

    /// The participle for messages about a scene, such as `exported`.
    let done: String

    package static let bundles = Kind(ending: "bundle", noun: "bundle", done: "exported")

    /// Returns the kind for pictures of a format.
    ///
    /// - Parameter ending: the suffix of the file names, such as `svg`.
    package static func pictures(_ ending: String) -> Kind { Kind(ending: ending, noun: "picture", done: "drawn") }
  }

  /// The output paths in the order of the scenes.
  package let paths: [String]
  private let folder: String

  /// Chooses the paths, and writes nothing.
  ///
  /// - Throws: an error if a scene is the standard input, if the folder is a bundle, if two scenes would have the same
  ///   output, or if one output would lie inside another.
  package init(of scenes: [String], in folder: String, _ kind: Kind) throws(Diagnostic) {
    var root = folder[...]
    while root.count > 1, root.last == "/" { root = root.dropLast() }
    self.folder = String(root)
    guard !scenes.contains("-") else {
      throw Diagnostic(CommandLineRefusal.noNameForOutput(noun: kind.noun))
    }
    guard !Self.isBundle(folder) else {
      throw Diagnostic(CommandLineRefusal.isBundle(folder, noun: kind.noun))
    }
    let places = scenes.map(Self.place)
    var common = places.first.map { Array($0.dropLast()) } ?? []
    for place in places {
      while !place.dropLast().starts(with: common) { common.removeLast() }
    }
    let start = self.folder == "/" ? [""] : [self.folder]
    paths = places.map { place in
      let rest = place.dropFirst(common.count)
      return (start + rest.dropLast() + [Self.name(rest.last ?? "", kind)]).joined(separator: "/")
    }
    try refuseClashes(scenes, kind)
  }

  private func refuseClashes(_ scenes: [String], _ kind: Kind) throws(Diagnostic) {
    var owners: [String: String] = [:]
    for (path, scene) in zip(paths, scenes) {
      if let other = owners.updateValue(scene, forKey: path) {
        throw Diagnostic(CommandLineRefusal.sameOutput(other, scene, path: path, done: kind.done))
      }
    }
    for (path, scene) in zip(paths, scenes) {
      for holder in Self.holders(of: path) {
        guard let other = owners[holder] else { continue }
        throw Diagnostic(
          CommandLineRefusal.outputInside(scene, of: other, path: holder, noun: kind.noun, done: kind.done))
      }
    }
  }

  /// Creates the missing folders on the path of an output, from the output folder inwards. Throws if a folder cannot be
  /// created, for example because the parent of the output folder does not exist.
  package func makeFolders(for path: String) throws(SceneError) {
    for holder in Self.holders(of: path).reversed() where holder.count >= folder.count {
      guard mkdir(holder, 0o777) != 0, errno != EEXIST else { continue }
      throw SceneError(SaveRefusal.cannotMake(folder: holder, errno: errno), file: path)
    }
  }

  /// Returns the output path, or `-` for a name of the standard output such as `/dev/stdout`.
  package static func plain(_ output: String) -> String {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(output) ? "-" : output
  }

  /// Returns true if the output is the standard output, a pipe or a device; false for files and folders, and for a path
  /// that does not exist.
  package static func isStream(_ output: String) -> Bool {
    plain(output) == "-" || SceneFile(output)?.isRegular == false
  }

  /// Returns true if a file or folder already exists at the output path. Pipes and devices do not count, since writing
  /// to them replaces nothing.
  package static func isThere(_ output: String) -> Bool { access(output, F_OK) == 0 && !isStream(output) }

  /// Returns true if the folder is a bundle, which has a file `bundle.json`.
  package static func isBundle(_ folder: String) -> Bool {
    var status = stat()
    return stat("\(folder)/bundle.json", &status) == 0
  }

  /// Returns the folders on a path, the innermost first; the root folder is not included.
  private static func holders(of path: String) -> [String] {
    var (holders, rest): ([String], Substring) = ([], path[...])
    while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")), slash > rest.startIndex {
      rest = rest[..<slash]
      holders.append(String(rest))
    }
    return holders
  }

  /// Returns the components of a file's absolute path, with the symbolic links of its folder resolved; the components
  /// of the path as given if the folder does not exist.
  package static func place(of scene: String) -> [String] {
    // A folder that does not exist is reported when the scene is opened.
    guard let folder = realpath(FileName.folder(of: scene)) else { return scene.split(separator: "/").map(String.init) }
    return folder.split(separator: "/").map(String.init) + scene.parts(between: "/").suffix(1)
  }

  /// Returns the name of a scene's output: `card.bundle` for `card.scene.json`, `card.json` and `card`.
  private static func name(_ name: String, _ kind: Kind) -> String {
    let ending = [".scene.json", ".json"].first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count } ?? ""
    return "\(name.dropLast(ending.count)).\(kind.ending)"
  }
}
