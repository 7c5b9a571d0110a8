import Foundation
import JSONText
import Testing

/// A JSON block in a component's doc comment: the stored attributes, and the component's effective values.
struct ComponentExample: CustomTestStringConvertible, Sendable {
  var file: String
  var line: Int
  var json: JSON

  var className: String { json["class"]?.stringValue ?? "" }
  var attributes: [JSON.Member] { json["attributes"]?.objectValue ?? [] }
  var effective: [JSON.Member] { json["effective"]?.objectValue ?? [] }
  var warnings: [String] { json["warnings"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
  var parent: JSON? { json["parent"] }

  var testDescription: String { "\(file):\(line)" }

  /// Returns the examples of all components in `Plugins/`.
  static func all() throws -> [ComponentExample] {
    try componentFiles().flatMap { try examples(in: $0) }
  }

  /// Returns the files of all plugin folders except the plugins' entry points.
  static func componentFiles() throws -> [URL] {
    let plugins = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Plugins").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(at: plugins, includingPropertiesForKeys: nil).flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter { file in
        file.pathExtension == "swift" && file.deletingPathExtension().lastPathComponent != folder.lastPathComponent
      }
    }
    .sorted { $0.path < $1.path }
  }

  private static func examples(in file: URL) throws -> [ComponentExample] {
    var examples: [ComponentExample] = []
    var block: [Substring]?
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard let comment = line.wholeMatch(of: #/\s*\/\/\/ ?(.*)/#)?.1 else { continue }
      if comment == "```json" {
        block = []
      } else if comment == "```", let text = block {
        let name = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
        let json = try JSON.parse(Array(text.joined(separator: "\n").utf8))
        examples.append(ComponentExample(file: name, line: number + 1 - text.count, json: json))
        block = nil
      } else {
        block?.append(comment)
      }
    }
    return examples
  }
}
