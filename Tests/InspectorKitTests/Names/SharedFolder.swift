import Foundation

/// The folder of shared material beside the clone (or where `INSPECTOR_SHARED` says); tests that need it are skipped
/// where it is absent.
enum SharedFolder {
  static let url: URL = {
    if let path = ProcessInfo.processInfo.environment["INSPECTOR_SHARED"] { return URL(fileURLWithPath: path) }
    var package = URL(fileURLWithPath: #filePath)
    while package.path != "/",
      !FileManager.default.fileExists(atPath: package.appendingPathComponent("Package.swift").path)
    {
      package.deleteLastPathComponent()
    }
    return package.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent(path).path)
  }

  /// The rows of a tab-separated file, without its heading.
  static func table(_ path: String) throws -> [[String]] {
    let text = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
