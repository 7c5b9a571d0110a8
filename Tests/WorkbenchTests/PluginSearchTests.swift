import Foundation
import InspectorKit
import Testing

@testable import PluginHost
@testable import SceneQuery
@testable import Workbench

/// Where plugins are looked for, and what is refused with words.
@Suite struct PluginSearchTests {
  @Test("explicit paths, the executable's folder, the search path, the user's folder; the first of a name wins")
  func order() throws {
    let (own, path, data, named) = (try PluginFolder(), try PluginFolder(), try PluginFolder(), try PluginFolder())
    let user = "\(data.path)/inspector/plugins"
    try FileManager.default.createDirectory(atPath: user, withIntermediateDirectories: true)
    for folder in [own, path, named] { try folder.add("same", script: "#!/bin/sh\n") }
    try path.add("second", script: "#!/bin/sh\n")
    try FileManager.default.copyItem(
      atPath: "\(path.path)/inspector-plugin-second", toPath: "\(user)/inspector-plugin-third")
    try own.add("notes.txt", script: "not executable", mode: 0o644)
    let environment = ["INSPECTOR_PLUGIN_PATH": path.path, "XDG_DATA_HOME": data.path]
    let found = PluginSearch(executableFolder: own.path, environment: environment).candidates()
    #expect(
      found.found.map(\.path) == [
        "\(own.path)/inspector-plugin-same", "\(path.path)/inspector-plugin-second", "\(user)/inspector-plugin-third",
      ])
    let (first, second) = ("\(own.path)/inspector-plugin-same", "\(path.path)/inspector-plugin-same")
    #expect(
      found.unused.map(\.message) == ["'\(second)' is not used, since '\(first)' has the same name and is found first"])
    #expect(found.unused.map(\.usedInstead) == [first])
    #expect(found.unused.map(\.isWarning) == [false])
    let explicit = PluginSearch(
      paths: ["\(named.path)/inspector-plugin-same"], executableFolder: own.path, environment: [:]
    ).candidates()
    #expect(explicit.found.map(\.path) == ["\(named.path)/inspector-plugin-same"])
  }

  @Test("relative and empty entries, files and folders that others can write, and what is no plugin are refused")
  func refusals() throws {
    let folder = try PluginFolder()
    try folder.add("open", script: "#!/bin/sh\n", mode: 0o757)
    try folder.add("plain", script: "#!/bin/sh\n", mode: 0o644)
    let shared = try PluginFolder()
    try shared.add("inner", script: "#!/bin/sh\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: shared.path)
    let other = "\(folder.path)/tool"
    try "#!/bin/sh\n".write(toFile: other, atomically: true, encoding: .utf8)
    try folder.add("quiet", script: "#!/bin/sh\n", mode: 0o644)
    try folder.add("script.py", script: "#!/bin/sh\n")
    let environment = ["INSPECTOR_PLUGIN_PATH": "plugins::\(shared.path):/nowhere:\(folder.path)"]
    let paths = ["\(folder.path)/inspector-plugin-plain", other, "\(folder.path)/none"]
    let found = PluginSearch(paths: paths, executableFolder: folder.path, environment: environment).candidates()
    #expect(found.found.isEmpty)
    #expect(
      found.unused.map { "\($0.reason) \($0.isWarning) \($0.message)" } == [
        "notExecutable true '\(folder.path)/inspector-plugin-plain' cannot be executed; allow it with 'chmod +x'",
        "name true '\(other)' is no plugin: its name does not begin with 'inspector-plugin-'",
        "missing true there is no plugin '\(folder.path)/none'",
        "writable true '\(folder.path)/inspector-plugin-open' can be written by others and is not run; take that away with 'chmod o-w'",
        "notExecutable false '\(folder.path)/inspector-plugin-quiet' cannot be executed; allow it with 'chmod +x'",
        "name false '\(folder.path)/inspector-plugin-script.py' is not used, since its name has a point; leave the ending out",
        "relative true INSPECTOR_PLUGIN_PATH holds the relative entry 'plugins', which is not searched; write whole paths",
        "empty true INSPECTOR_PLUGIN_PATH holds an empty entry, which is not searched; write whole paths",
        "writable true the folder '\(shared.path)' can be written by others, so no plugin in it is run; take that away with 'chmod o-w'",
        "missing false INSPECTOR_PLUGIN_PATH holds '/nowhere', which is no folder; leave it out",
      ])
  }

  @Test("an unchanged plugin is not asked twice; a changed one is")
  func cache() throws {
    let folder = try PluginFolder()
    let count = "\(folder.path)/count"
    let script = pythonPlugin(
      "open('\(count)', 'a').write('x'); send({'id': 1, 'description': DESCRIPTION}) # describe")
    try folder.add("py", script: script)
    func starts() -> Int { (try? String(contentsOfFile: count, encoding: .utf8))?.count ?? 0 }
    #expect(folder.library().plugins.map(\.name) == ["Py"])
    #expect(starts() == 1)
    #expect(folder.library().plugins.map(\.name) == ["Py"])
    #expect(starts() == 1)
    try folder.add("py", script: script.replacingOccurrences(of: "\"name\": \"Py\"", with: "\"name\": \"Viper\""))
    #expect(folder.library().plugins.map(\.name) == ["Viper"])
    #expect(starts() == 2)
  }

  @Test("what was kept of a plugin is the same, class by class; what was damaged since is not believed")
  func keptDescription() throws {
    let folder = try PluginFolder()
    let count = "\(folder.path)/count"
    try folder.add(
      "py",
      script: pythonPlugin("open('\(count)', 'a').write('x'); send({'id': 1, 'description': DESCRIPTION}) # describe"))
    func starts() -> Int { (try? String(contentsOfFile: count, encoding: .utf8))?.count ?? 0 }
    let asked = try #require(folder.library().plugins.first?.description)
    let kept = try #require(folder.library().plugins.first)
    let name = try #require(asked.components.first?.name)
    #expect(kept.definition(ofClass: name) == asked.components.first)
    #expect(kept.description == asked)
    #expect(kept.clone().description == asked)
    #expect(starts() == 1)
    let cache = URL(filePath: "\(folder.path)/cache/inspector/plugins")
    for file in try FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("\"label\""))
      try text.replacingOccurrences(of: "\"label\"", with: "\"lapel\"").write(
        to: file, atomically: true, encoding: .utf8)
    }
    #expect(folder.library().plugins.first?.description == asked)
    #expect(starts() == 2)
  }
}
