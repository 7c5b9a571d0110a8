import Foundation
import InspectorKit
import JSONText

/// The shared corpora beside the clone (or where `INSPECTOR_SHARED` says), of real declarations and scenes.
enum Corpus {
  private static let folder: URL = {
    let shared =
      ProcessInfo.processInfo.environment["INSPECTOR_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../shared")
    return shared.appendingPathComponent("corpora").standardizedFileURL
  }()

  static var isHere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The rows of a tab-separated file, without its heading.
  static func table(_ path: String) throws -> [[String]] {
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Every object of every scene, children too.
  static func objects() throws -> [JSON] {
    let scenes = try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent("scenes"), includingPropertiesForKeys: nil)
    return try scenes.flatMap { file in
      let scene = try JSON.parse(Array(try Data(contentsOf: file)))
      return (scene["objects"]?.arrayValue ?? []).flatMap(withDescendants)
    }
  }

  private static func withDescendants(_ object: JSON) -> [JSON] {
    [object] + (object["children"]?.arrayValue ?? []).flatMap(withDescendants)
  }

  /// A default as the table writes it: a colour is four numbers, divisions among them.
  static func value(_ text: String, as type: PropertyType) throws -> PropertyValue? {
    if text.isEmpty { return nil }
    guard type == .color else { return try PropertyValue(parsing: text, as: type) }
    let parts = text.split(separator: ",").map { part in
      let numbers = part.split(separator: "/").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
      return numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    }
    return .color(Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]))
  }
}
