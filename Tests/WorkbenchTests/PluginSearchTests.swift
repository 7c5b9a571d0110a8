import Foundation
import InspectorKit
import Testing

@testable import PluginHost
@testable import SceneQuery
@testable import Workbench

/// Tests of the plugin search path, and of the messages about refused plugins.
@Suite struct PluginSearchTests {
  @Test("explicit paths, the search path, the user's folder, the executable's folder; the first of a name wins")
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
        "\(path.path)/inspector-plugin-same", "\(path.path)/inspector-plugin-second", "\(user)/inspector-plugin-third",
      ])
    let (first, second) = ("\(path.path)/inspector-plugin-same", "\(own.path)/inspector-plugin-same")
    #expect(
      found.unused.map(\.message) == ["'\(second)' is not used, since '\(first)' has the same name and is found first"])
    #expect(found.unused.map(\.usedInstead) == [first])
    #expect(found.unused.map(\.isWarning) == [false])
    let explicit = PluginSearch(
      paths: ["\(named.path)/inspector-plugin-same"], executableFolder: own.path, environment: [:]
    ).candidates()
    #expect(explicit.found.map(\.path) == ["\(named.path)/inspector-plugin-same"])
  }

  @Test("of a workspace, only files without code are used, and after those of all other places")
  func workspace() throws {
    let (own, workspace) = (try PluginFolder(), try PluginFolder())
    let folder = "\(workspace.path)/.inspector/plugins"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in [
      "rules.inspector-plugin.json", "board.inspector-format.json", "same.inspector-plugin.json", "notes.txt",
    ] {
      try "{}".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    try own.add("same", script: "#!/bin/sh\n")
    try workspace.add("code", script: "#!/bin/sh\n")
    try FileManager.default.moveItem(
      atPath: "\(workspace.path)/inspector-plugin-code", toPath: "\(folder)/inspector-plugin-code")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link.inspector-plugin.json", withDestinationPath: "/etc/passwd")
    try #require(mkfifo("\(folder)/pipe.inspector-format.json", 0o600) == 0)
    var search = PluginSearch(executableFolder: own.path, environment: [:])
    search.workspaceFolder = folder
    let outcome = search.candidates()
    #expect(
      outcome.found.map { "\($0.origin) \($0.name) \($0.isData)" } == ["program same false", "workspace rules true"])
    #expect(outcome.formats.map(\.name) == ["board"])
    let unused = outcome.unused.map { "\($0.path.split(separator: "/").last ?? "") \($0.reason) \($0.isWarning)" }
    #expect(
      unused == [
        "inspector-plugin-code workspace true", "link.inspector-plugin.json workspace true",
        "pipe.inspector-format.json workspace true", "same.inspector-plugin.json shadowed false",
      ])
    let linked = "\(own.path)/.inspector"
    try FileManager.default.createSymbolicLink(
      atPath: linked, withDestinationPath: "\(workspace.path)/.inspector")
    search.workspaceFolder = "\(linked)/plugins"
    #expect(search.candidates().found.map(\.name) == ["same"])
    #expect(search.candidates().unused.map(\.reason) == [.workspace])
    search.isSafeMode = true
    #expect(search.candidates().found.isEmpty)
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
        "name true '\(other)' is not a plugin: its name neither begins with 'inspector-plugin-' nor ends with '.inspector-plugin.json'",
        "missing true there is no plugin '\(folder.path)/none'",
        "relative true INSPECTOR_PLUGIN_PATH holds the relative entry 'plugins', which is not searched; write absolute paths",
        "empty true INSPECTOR_PLUGIN_PATH holds an empty entry, which is not searched; write absolute paths",
        "writable true the folder '\(shared.path)' is writable by other users, so no plugin in it is run; prevent that with 'chmod go-w \(shared.path)'",
        "missing false INSPECTOR_PLUGIN_PATH holds '/nowhere', which is not a folder; leave it out",
        "writable true '\(folder.path)/inspector-plugin-open' is writable by other users and is not run; prevent that with 'chmod go-w \(folder.path)/inspector-plugin-open'",
        "notExecutable false '\(folder.path)/inspector-plugin-quiet' cannot be executed; allow it with 'chmod +x'",
        "name false '\(folder.path)/inspector-plugin-script.py' is not used because its name has a dot; remove the file extension",
      ])
  }

  @Test("what the person names is consent, though others can write it")
  func consent() throws {
    let folder = try PluginFolder()
    try folder.add("open", script: "#!/bin/sh\n", mode: 0o777)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let file = "\(folder.path)/inspector-plugin-open"
    for path in [file, folder.path] {
      let found = PluginSearch(paths: [path], executableFolder: nil, environment: [:]).candidates()
      #expect(found.found.map(\.path) == [file])
      #expect(found.unused.isEmpty)
    }
    let found = PluginSearch(executableFolder: folder.path, environment: [:]).candidates()
    #expect(found.found.isEmpty)
    #expect(found.unused.map(\.reason) == [.writable])
  }

  @Test("who can write a folder or a link's target on the way decides what is run", arguments: [0o775, 0o757, 0o1777])
  func way(mode: Int) throws {
    let tree = try PluginFolder()
    let (inner, target) = ("\(tree.path)/open/plugins", "\(tree.path)/target")
    for path in [inner, target] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let file = "\(inner)/inspector-plugin-a"
    try tree.add("a", script: "#!/bin/sh\n")
    try FileManager.default.moveItem(atPath: "\(tree.path)/inspector-plugin-a", toPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: "\(target)/inspector-plugin-b", withDestinationPath: "../open/./plugins/inspector-plugin-a")
    let environment = ["INSPECTOR_PLUGIN_PATH": "\(inner):\(target)"]
    func search() -> PluginSearch.Outcome {
      PluginSearch(executableFolder: nil, environment: environment).candidates()
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(tree.path)/open")
    #expect(search().found.map(\.path) == [file, "\(target)/inspector-plugin-b"])
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(tree.path)/open")
    guard mode != 0o1777 || geteuid() != 0 else {
      #expect(search().found.count == 2, "a sticky folder of root")
      return
    }
    #expect(search().found.isEmpty)
    let words = "since '\(tree.path)/open' is writable by other users; prevent that with 'chmod go-w \(tree.path)/open'"
    #expect(
      search().unused.map(\.message) == [
        "no plugin in the folder '\(inner)' is run, \(words)",
        "'\(target)/inspector-plugin-b' is not run, \(words)",
      ])
  }

  @Test("a file that its group can write is not run, nor is one that a link leads to")
  func group() throws {
    let (folder, other) = (try PluginFolder(), try PluginFolder())
    try folder.add("a", script: "#!/bin/sh\n", mode: 0o775)
    let file = "\(folder.path)/inspector-plugin-a"
    try FileManager.default.createSymbolicLink(atPath: "\(other.path)/inspector-plugin-b", withDestinationPath: file)
    let environment = ["INSPECTOR_PLUGIN_PATH": "\(folder.path):\(other.path)"]
    let found = PluginSearch(executableFolder: nil, environment: environment).candidates()
    #expect(found.found.isEmpty)
    #expect(
      found.unused.map(\.message) == [
        "'\(file)' is writable by other users and is not run; prevent that with 'chmod go-w \(file)'",
        "'\(other.path)/inspector-plugin-b' is not run, since '\(file)' is writable by other users; prevent that with 'chmod go-w \(file)'",
      ])
  }

  @Test(
    "files, folders and links of another user are not used", .enabled(if: geteuid() == 0, "only root gives files away"))
  func owner() throws {
    let (mine, theirs, links) = (try PluginFolder(), try PluginFolder(), try PluginFolder())
    try mine.add("a", script: "#!/bin/sh\n")
    try mine.add("b", script: "#!/bin/sh\n")
    try theirs.add("c", script: "#!/bin/sh\n")
    let (given, link) = ("\(mine.path)/inspector-plugin-a", "\(links.path)/inspector-plugin-d")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(mine.path)/inspector-plugin-b")
    for path in [given, theirs.path, link] { try #require(lchown(path, 12345, 12345) == 0) }
    let environment = ["INSPECTOR_PLUGIN_PATH": "\(mine.path):\(theirs.path):\(links.path)"]
    let found = PluginSearch(executableFolder: nil, environment: environment).candidates()
    #expect(found.found.map(\.name) == ["b"])
    #expect(found.unused.map(\.reason) == [.owner, .owner, .owner])
    func words(_ path: String) -> String {
      "; only your own files and those of root are run, unless '--plugin \(path)' names the file"
    }
    #expect(
      found.unused.map(\.message) == [
        "'\(given)' belongs to another user (uid 12345) and is not run\(words(given))",
        "the folder '\(theirs.path)' belongs to another user (uid 12345), so no plugin in it is run\(words(theirs.path))",
        "'\(link)' belongs to another user (uid 12345) and is not run\(words(link))",
      ])
  }

  @Test("a path is walked to its end: rings of links, missing targets, what is no file, and each folder once")
  func walk() throws {
    let folder = try PluginFolder()
    for name in ["a", "b", "c", "d", "e"] { try folder.add(name, script: "#!/bin/sh\n") }
    var trust = FileTrust()
    #expect(trust.fault(of: "\(folder.path)/inspector-plugin-a") == nil)
    let count = trust.entries.count
    for name in ["b", "c", "d", "e"] {
      #expect(trust.fault(of: "\(folder.path)/../\(folder.name)//./inspector-plugin-\(name)") == nil)
    }
    #expect(trust.entries.count == count + 4)
    let (one, two) = ("\(folder.path)/one", "\(folder.path)/two")
    try FileManager.default.createSymbolicLink(atPath: one, withDestinationPath: "two")
    try FileManager.default.createSymbolicLink(atPath: two, withDestinationPath: one)
    #expect(trust.fault(of: one) == .links)
    let (lost, none) = ("\(folder.path)/lost", "\(folder.path)/none")
    try FileManager.default.createSymbolicLink(atPath: lost, withDestinationPath: "none")
    #expect(trust.fault(of: lost) == .unreadable(path: none, code: ENOENT))
    try #require(mkfifo("\(folder.path)/pipe", 0o755) == 0)
    #expect(trust.fault(of: "\(folder.path)/pipe") == .notFile)
    #expect(trust.fault(of: "/../..") == nil)
    // For another user, all of my files belong to someone else, but root's files do not.
    var strange = FileTrust(person: geteuid() &+ 12345)
    #expect(strange.fault(of: "/") == nil)
    if geteuid() != 0 { #expect(strange.fault(of: folder.path) != nil) }
  }

  @Test(
    "a group of the person alone is nobody else",
    arguments: [
      ("ann:x:1000:", true), ("ann:x:1000:ann", true), ("ann:x:1000:bob", false), ("ann:x:1000:ann,bob", false),
      ("staff:x:50:", false), ("", false),
    ])
  func privateGroups(line: String, isPrivate: Bool) {
    let groups = Array("root:x:0:\n\(line)\nnobody:x:65534:\n".utf8)
    #expect(FileTrust.isPrivate(1000, to: 1000, groups: groups) == isPrivate)
    #expect(!FileTrust.isPrivate(1000, to: 1001, groups: groups))
    #expect(!FileTrust.isPrivate(0, to: 0, groups: groups))
  }

  @Test("an unchanged plugin is not asked twice; a changed one is")
  func cache() throws {
    let folder = try PluginFolder()
    let count = "\(folder.path)/count"
    let script = pythonPlugin(
      "open('\(count)', 'a').write('x'); send({'id': 1, 'description': DESCRIPTION}) # describe")
    try folder.add("py", script: script)
    func starts() -> Int { (try? String(contentsOfFile: count, encoding: .utf8))?.count ?? 0 }
    #expect(folder.library(sandbox: .off).plugins.map(\.name) == ["Py"])
    #expect(starts() == 1)
    #expect(folder.library(sandbox: .off).plugins.map(\.name) == ["Py"])
    #expect(starts() == 1)
    try folder.add("py", script: script.replacingOccurrences(of: "\"name\": \"Py\"", with: "\"name\": \"Viper\""))
    #expect(folder.library(sandbox: .off).plugins.map(\.name) == ["Viper"])
    #expect(starts() == 2)
  }

  @Test("a plugin that ends for want of a library is asked again, and one that ended by a signal is not")
  func keptFailures() throws {
    let folder = try PluginFolder()
    let (count, library) = ("\(folder.path)/count", "\(folder.path)/library")
    func script(_ end: String) -> String {
      pythonPlugin("open('\(count)', 'a').write('x'); \(end); send({'id': 1, 'description': DESCRIPTION}) # describe")
    }
    func starts() -> Int { (try? String(contentsOfFile: count, encoding: .utf8))?.count ?? 0 }
    func isUsed() -> Bool { folder.library(sandbox: .off).plugins.contains { $0.name == "Py" && $0.problem == nil } }
    try folder.add("py", script: script("import os; os.path.exists('\(library)') or sys.exit(127)"))
    #expect(!isUsed() && starts() > 0)
    try "".write(toFile: library, atomically: true, encoding: .utf8)
    #expect(isUsed())
    try folder.add("py", script: script("import os; os.kill(os.getpid(), 11)"))
    #expect(!isUsed())
    let former = starts()
    #expect(!isUsed() && starts() == former)
  }

  @Test("what was kept of a plugin is the same, class by class; what was damaged since is not believed")
  func keptDescription() throws {
    let folder = try PluginFolder()
    let count = "\(folder.path)/count"
    try folder.add(
      "py",
      script: pythonPlugin("open('\(count)', 'a').write('x'); send({'id': 1, 'description': DESCRIPTION}) # describe"))
    func starts() -> Int { (try? String(contentsOfFile: count, encoding: .utf8))?.count ?? 0 }
    let asked = try #require(folder.library(sandbox: .off).plugins.first?.description)
    let kept = try #require(folder.library(sandbox: .off).plugins.first)
    let name = try #require(asked.components.first?.name)
    #expect(kept.definition(ofClass: name) == asked.components.first)
    #expect(kept.description == asked)
    #expect(starts() == 1)
    let cache = URL(filePath: "\(folder.path)/cache/inspector/plugins")
    for file in try FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("\"label\""))
      try text.replacingOccurrences(of: "\"label\"", with: "\"lapel\"").write(
        to: file, atomically: true, encoding: .utf8)
    }
    #expect(folder.library(sandbox: .off).plugins.first?.description == asked)
    #expect(starts() == 2)
  }
}
