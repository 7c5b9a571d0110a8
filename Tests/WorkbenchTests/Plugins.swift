import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import Workbench

/// The folder of the executables of the test build.
let buildFolder: String = {
  final class Marker {}
  // The test bundle lies beside the executables of the same build.
  return (CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? Bundle(for: Marker.self).bundlePath as String)
    .split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
}()

/// The folder of this process's test files, removed when the process ends.
private let temporaryFolder: String = {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("inspector-tests-\(getpid())").path
  atexit { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  return path
}()

/// A folder of plugins for one test.
struct PluginFolder {
  let path: String

  init() throws {
    path = "\(temporaryFolder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  /// The name of the folder.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// Adds a plugin written as a script.
  func add(_ name: String, script: String, mode: Int = 0o755) throws {
    let file = "\(path)/inspector-plugin-\(name)"
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  /// Adds an executable of this build, under a plugin's file name.
  func add(_ name: String, executable: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/inspector-plugin-\(name)", withDestinationPath: "\(buildFolder)/\(executable)")
  }

  /// Adds a plugin of `Tests/Broken`, by the name of its folder.
  func addBroken(_ failure: String) throws {
    let file = "inspector-plugin-\(failure.lowercased())"
    let script = "\(Self.brokenFolder)/\(failure)/\(file)"
    guard FileManager.default.fileExists(atPath: script) else {
      return try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(file)", withDestinationPath: "\(buildFolder)/Broken")
    }
    // A plugin reads what is in its own folder, and no other.
    try FileManager.default.copyItem(atPath: script, toPath: "\(path)/\(file)")
    let messages = "\(path)/messages.py"
    if !FileManager.default.fileExists(atPath: messages) {
      try FileManager.default.copyItem(atPath: "\(Self.brokenFolder)/messages.py", toPath: messages)
    }
  }

  static var brokenFolder: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Broken").standardized.path
  }

  func search(_ extra: [String: String] = [:]) -> PluginSearch {
    let environment = ["XDG_CACHE_HOME": "\(path)/cache", "XDG_DATA_HOME": "\(path)/data"].merging(extra) { $1 }
    return PluginSearch(executableFolder: path, environment: environment)
  }

  func library(limit: Duration = .seconds(10), sandbox: PluginSandbox = .attempt) -> PluginLibrary {
    PluginLibrary(search: search(), limits: PluginLimits(answer: limit, sandbox: sandbox))
  }
}

private let snake = """
  {"format": "inspector-plugin/1", "name": "Py", "version": "1.0.0", "protocol": [1, 1], "bases": [], "components": [
      {"name": "Snake", "label": "Snake", "inert": False, "properties": [
          {"name": "length", "label": "Length", "type": "Int", "optional": False, "class": "Snake", "default": 1, "observed": True}]}]}
  """

/// Returns a Python plugin with its own function for replies.
///
/// - Parameter description: the plugin's description; nil for one with a class `Snake` that has a `length`.
func pythonPlugin(_ answer: String, description: String? = nil) -> String {
  """
  #!/usr/bin/env python3
  import json, struct, sys, time, os
  def read():
      head = sys.stdin.buffer.read(4)
      if len(head) < 4: sys.exit(0)
      return json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))
  def send(message):
      raw = message if isinstance(message, bytes) else json.dumps(message).encode()
      sys.stdout.buffer.write(struct.pack("<I", len(raw)) + raw)
      sys.stdout.buffer.flush()
  DESCRIPTION = \(description ?? snake)
  while True:
      message = read()
      if "describe" in message and not \(answer.contains("describe") ? "True" : "False"):
          send({"id": message["id"], "description": DESCRIPTION})
          continue
  \(answer.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
  """
}
