internal import JSONText

/// The source of InspectorKit for a new Swift package: a folder or a URL.
struct KitSource: Hashable {
  /// The dependency on the package in the syntax of `Package.swift`.
  let dependency: String

  /// The name by which targets refer to the package of InspectorKit.
  let package: String

  /// True if the source is a local folder, which is missing on other machines.
  let isFolder: Bool

  /// Parses the argument of `--package`: a folder that contains a package, or a URL with a version or a branch after
  /// `#`. Throws if the folder contains no package, or if the URL has no version or branch.
  init(_ text: String) throws(PluginRefusal) {
    guard text.contains("://") || text.begins(with: "git@") else {
      guard let folder = realpath(text), access("\(folder)/Package.swift", 4) == 0 else { throw .noPackage(text) }
      self.init(folder: folder)
      return
    }
    let parts = text.parts(between: "#")
    guard parts.count == 2, !parts[1].isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x5C }) else {
      throw .packageWithoutVersion(text)
    }
    let last = parts[0].parts(between: "/").last { !$0.isEmpty } ?? ""
    let isVersion = parts[1].utf8.first.map { (0x30...0x39).contains($0) } == true
    self.init(
      dependency: ".package(url: \"\(parts[0])\", \(isVersion ? "from" : "branch"): \"\(parts[1])\")",
      package: last.hasSuffix(".git") ? String(last.dropLast(4)) : last, isFolder: false)
  }

  private init(dependency: String, package: String, isFolder: Bool) {
    (self.dependency, self.package, self.isFolder) = (dependency, package, isFolder)
  }

  /// Creates the source for the package in a folder.
  private init(folder: String) {
    self.init(
      dependency: ".package(name: \"\(Self.name)\", path: \(JSON.string(folder).text()))", package: Self.name,
      isFolder: true)
  }

  /// Finds the package of InspectorKit whose `.build` folder contains the running program; nil for an installed
  /// program.
  ///
  /// - Parameter folder: the folder of the program.
  init?(around folder: String?) {
    guard var place = folder else { return nil }
    while place != "/", place != "." {
      let parent = FileName.folder(of: place)
      if place.parts(between: "/").last?.begins(with: ".build") == true,
        let manifest = FileText.read("\(parent)/Package.swift"),
        String(decoding: manifest, as: UTF8.self).contains("name: \"\(Self.name)\"")
      {
        self.init(folder: parent)
        return
      }
      place = parent
    }
    return nil
  }

  private static let name = "inspector-workbench"
}
