internal import Glibc
internal import InspectorKit
package import JSONText
package import SceneDocument

/// A finding about a string that is the path of a file.
package enum FileFinding: Refusal {
  /// No file has the path, which is relative to the folder.
  case missing(FindingPlace, path: String, folder: String)
  /// The name of the file matches none of the patterns.
  case otherName(FindingPlace, path: String, patterns: [String])

  package var code: DiagnosticCode {
    switch self {
    case .missing: .fileMissing
    case .otherName: .fileName
    }
  }

  package var message: String {
    switch self {
    case .missing(let place, let path, let folder):
      "\(place.quoted) is the path '\(path)', but there is no such file\(path.begins(with: "/") ? "" : " in '\(folder)'")"
    case .otherName(let place, let path, let patterns):
      "\(place.quoted) is the path '\(path)', but the file's name must match \(patterns.map { "'\($0)'" }.joined(separator: " or "))"
    }
  }
}

extension SceneModel {
  /// Returns the findings about all paths of files in a scene.
  func checkFiles(strict: Bool) -> [Diagnostic] {
    let holds = document.classNames.indices.map { classID in
      if case .known(let binding) = meaning(ofClass: classID) { !binding.files.isEmpty } else { false }
    }
    guard holds.contains(true) else { return [] }
    return document.objects.filter { holds[document.classID($0)] }.flatMap { node -> [Diagnostic] in
      job.isCancelled(at: node.number) ? [] : fileFindings(of: node, strict ? .error : .warning)
    }
  }

  /// Returns the findings about the paths of files that an object stores.
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
    guard patterns.contains(where: { fnmatch($0, name, 0) == 0 }) else {
      return .otherName(place, path: path, patterns: patterns)
    }
    let folder = FileName.folder(of: document.name)
    let isThere = access(path.begins(with: "/") ? path : "\(folder)/\(path)", F_OK) == 0
    return isThere ? nil : .missing(place, path: path, folder: folder)
  }
}
