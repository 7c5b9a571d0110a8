internal import Glibc
internal import JSONText
package import SceneDocument

/// Where the bundles or pictures of several scenes go: below one folder, as the scenes lie below the innermost folder that all
/// are in.
///
/// ```swift
/// try OutputPaths(of: ["ui/card.scene.json", "ui/old/list.json"], in: "out/", .bundles).paths
/// // ["out/card.bundle", "out/old/list.bundle"]
/// ```
package struct OutputPaths {
  /// What is made of the scenes.
  package struct Kind {
    /// What the names end with, without the dot.
    let ending: String

    /// Such as `bundle`.
    let noun: String

    /// What is done to a scene, such as `exported`.
    let done: String

    package static let bundles = Kind(ending: "bundle", noun: "bundle", done: "exported")

    /// - Parameter ending: that of the files' names, such as `svg`.
    package static func pictures(_ ending: String) -> Kind { Kind(ending: ending, noun: "picture", done: "drawn") }
  }

  /// In the order of the scenes.
  package let paths: [String]
  private let folder: String

  /// - Throws: where two scenes would have one bundle, or one inside of the other; nothing has been written then.
  package init(of scenes: [String], in folder: String, _ kind: Kind) throws(CommandFailure) {
    var root = folder[...]
    while root.count > 1, root.last == "/" { root = root.dropLast() }
    self.folder = String(root)
    guard !scenes.contains("-") else {
      throw .usage(CommandLineUsage.noNameForOutput(noun: kind.noun))
    }
    guard !Self.isBundle(folder) else {
      throw .refused(CommandLineRefusal.isBundle(folder, noun: kind.noun))
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

  private func refuseClashes(_ scenes: [String], _ kind: Kind) throws(CommandFailure) {
    var owners: [String: String] = [:]
    for (path, scene) in zip(paths, scenes) {
      if let other = owners.updateValue(scene, forKey: path) {
        throw .usage(CommandLineUsage.sameOutput(other, scene, path: path, done: kind.done))
      }
    }
    for (path, scene) in zip(paths, scenes) {
      for holder in Self.holders(of: path) {
        guard let other = owners[holder] else { continue }
        throw .usage(
          CommandLineUsage.outputInside(scene, of: other, path: holder, noun: kind.noun, done: kind.done))
      }
    }
  }

  /// Makes the folders that an output is to lie in, the first of them where its own is there.
  package func makeFolders(for path: String) throws(SceneError) {
    for holder in Self.holders(of: path).reversed() where holder.count >= folder.count {
      guard mkdir(holder, 0o777) != 0, errno != EEXIST else { continue }
      throw SceneError(SaveRefusal.cannotMake(folder: holder, errno: errno), file: path)
    }
  }

  /// The name of an output; those of the standard output are its mark, `-`.
  package static func plain(_ output: String) -> String {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(output) ? "-" : output
  }

  /// True if the output is no file: the standard output, a pipe or a device.
  package static func isStream(_ output: String) -> Bool {
    plain(output) == "-" || SceneFile(output)?.isRegular == false
  }

  /// True if a file or folder has that name already; pipes and devices may be written to.
  package static func isThere(_ output: String) -> Bool { access(output, F_OK) == 0 && !isStream(output) }

  /// Whether a bundle lies there.
  package static func isBundle(_ folder: String) -> Bool {
    var status = stat()
    return stat("\(folder)/bundle.json", &status) == 0
  }

  /// The folders that a path leads through, the innermost first.
  private static func holders(of path: String) -> [String] {
    var (holders, rest): ([String], Substring) = ([], path[...])
    while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")), slash > rest.startIndex {
      rest = rest[..<slash]
      holders.append(String(rest))
    }
    return holders
  }

  /// The parts of a scene's whole path, its folder without symbolic links.
  private static func place(of scene: String) -> [String] {
    let slash = scene.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == scene.startIndex ? "/" : String(scene[..<$0]) } ?? "."
    let name = slash.map { String(scene[scene.index(after: $0)...]) } ?? scene
    // A folder that does not exist is reported when the scene is opened.
    guard let whole = realpath(folder) else { return scene.split(separator: "/").map(String.init) }
    return whole.split(separator: "/").map(String.init) + [name]
  }

  /// `card.bundle` for `card.scene.json`, `card.json` and `card`.
  private static func name(_ name: String, _ kind: Kind) -> String {
    let ending = [".scene.json", ".json"].first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count } ?? ""
    return "\(name.dropLast(ending.count)).\(kind.ending)"
  }
}
