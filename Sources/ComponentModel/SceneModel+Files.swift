internal import Glibc
internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns the findings about all file paths in a scene.
  func checkFiles(strict: Bool) -> [Diagnostic] {
    let holds = document.classNames.indices.map { classID in
      if case .known(let binding) = meaning(ofClass: classID) { !binding.files.isEmpty } else { false }
    }
    guard holds.contains(true) else { return [] }
    return document.objects.filter { holds[document.classID($0)] }.flatMap { node -> [Diagnostic] in
      job.isCancelled(at: node.number) ? [] : fileFindings(of: node, strict ? .error : .warning)
    }
  }

  /// Returns the findings about the file paths that an object stores.
  package func fileFindings(of node: NodeIndex, _ severity: Diagnostic.Severity) -> [Diagnostic] {
    guard let binding = binding(of: node), !binding.files.isEmpty else { return [] }
    return binding.files.compactMap { place in
      guard case .value(.string(let path)?) = storedCell(node, binding, at: place), !path.isEmpty else { return nil }
      let key = storedKey(node, binding, at: place)
      let finding = finding(
        aboutFile: path, binding.definition.properties[place].file, FindingPlace(document.id(node), key))
      return finding.map { diagnostic($0, severity, node, property: key, naming: .inReason) }
    }
  }

  private func finding(aboutFile path: String, _ patterns: [String], _ place: FindingPlace) -> FileFinding? {
    let name = path.parts(between: "/").last ?? path
    let fits = patterns.contains { pattern in
      pattern.holds("/") ? fnmatch(pattern, path, FNM_PATHNAME) == 0 : fnmatch(pattern, name, 0) == 0
    }
    guard fits else { return .otherName(place, path: path, patterns: patterns) }
    let folder = FileName.folder(of: document.name)
    var status = stat()
    // The name of a file ends at the first NUL.
    let isThere =
      !path.utf8.contains(0) && stat(path.begins(with: "/") ? path : "\(folder)/\(path)", &status) == 0
      && status.st_mode & S_IFMT != S_IFDIR
    return isThere ? nil : .missing(place, path: path, folder: folder)
  }
}
