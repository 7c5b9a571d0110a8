import Foundation
import InspectorKit
import JSONText
import Testing

@testable import PluginHost

/// Tests of the sandbox's readable files and limits. `Tests/Tools/sandbox.py` tests their enforcement by the kernel.
@Suite struct SandboxTests {
  // MARK: private folders

  @Test(
    "A home, what holds one, and folders of the system that hold secrets are private, whatever HOME says",
    arguments: [
      ("/", true), ("/etc", true), ("/proc", true), ("/root", true), ("/home", true), ("/tmp", true),
      ("/opt/ruby", false), ("\(NSHomeDirectory())/.pyenv/versions/3.11", false), ("/usr/local", false),
    ])
  func privates(folder: String, isPrivate: Bool) {
    for home in [nil, "/nonexistent", "/tmp"] {
      let environment = home.map { ["HOME": $0] } ?? [:]
      #expect(PrivateFolders(environment).isOrHoldsPrivate(folder) == isPrivate)
    }
  }

  @Test("The folder that HOME names is private, and so is what holds it")
  func home() {
    let privates = PrivateFolders(["HOME": "/srv/people/ann"])
    #expect(privates.isOrHoldsPrivate("/srv/people/ann"))
    #expect(privates.isOrHoldsPrivate("/srv/people"))
    #expect(!privates.isOrHoldsPrivate("/srv/people/ann/env"))
    #expect(privates.isInHome("/srv/people/ann/env/lib/libx.so"))
  }

  // MARK: libraries

  @Test("A program of the system needs no rules, and one of Swift those of its toolchain, each a file")
  func closure() throws {
    let environment = ProcessInfo.processInfo.environment
    let system = PluginPlaces(of: "/usr/bin/env", environment: environment)
    #expect(LibraryClosure(of: ProgramFile("/usr/bin/env"), place: system).files.isEmpty)
    let shapes = "\(buildFolder)/inspector-plugin-shapes"
    let place = PluginPlaces(of: try #require(realpath(shapes)), environment: environment)
    for file in LibraryClosure(of: ProgramFile(shapes), place: place).files {
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue)
    }
  }

  // MARK: resources

  @Test("Resources lie in a folder of the plugin's own, and are no links")
  func resources() throws {
    let folder = try #require(realpath(try PluginFolder().path))
    let (file, environment) = ("\(folder)/inspector-plugin-x", ["HOME": "/nonexistent"])
    try Data("#!/usr/bin/env python3\n# inspector-resources: head.py\n".utf8).write(to: URL(fileURLWithPath: file))
    for name in ["head.py", "table"] { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "/etc/passwd")
    func readable(_ names: [String], _ environment: [String: String] = environment) throws(ProgramProblem) -> [String] {
      try PluginPlaces(of: file, environment: environment).readableResources(names)
    }
    #expect(try readable(["table"]) == ["\(folder)/table", "\(folder)/head.py"])
    #expect(throws: ProgramProblem.foreignResource(folder: folder, name: "link")) { try readable(["link"]) }
    #expect(throws: ProgramProblem.noResource(folder: folder, name: "none")) { try readable(["none"]) }
    #expect(throws: ProgramProblem.noResource(folder: folder, name: "../x")) { try readable(["../x"]) }
    #expect(throws: ProgramProblem.resourceInSharedFolder(folder: folder, name: "table")) {
      try readable(["table"], ["HOME": folder])
    }
  }

  @Test("A folder that was noted is the plugin's own, and one that took its place is not")
  func ownFolders() throws {
    let folder = try #require(realpath(try PluginFolder().path))
    let made = "\(folder)/gauge"
    try FileManager.default.createDirectory(atPath: "\(made)/build", withIntermediateDirectories: true)
    let own = OwnFolders(["XDG_STATE_HOME": "\(folder)/state"])
    #expect(own.folder(holding: made) == nil)
    own.note(made)
    #expect(own.folder(holding: "\(made)/build") == made)
    #expect(own.folder(holding: folder) == nil)
    try FileManager.default.moveItem(atPath: made, toPath: "\(folder)/old")
    try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    #expect(own.folder(holding: made) == nil)
  }

  @Test(
    "A resource is named by a path below the plugin's folder",
    arguments: [
      ("table.json", true), ("data/a b", true), ("../x", false), ("/etc/passwd", false), (".ssh/key", false),
      ("", false),
      ("a//b", false), ("a/..", false), ("a/.b", false),
    ])
  func names(name: String, isTaken: Bool) { #expect(PluginDescription.isResourceName(name) == isTaken) }

  // MARK: limits

  @Test("A failure under a limit is expected under a lower one, not under a higher one, or none")
  func cover() {
    let usual = PluginLimits(threads: 8)
    #expect(usual.cover(PluginLimits(threads: 8)) && usual.cover(PluginLimits(threads: 4)))
    #expect(!usual.cover(PluginLimits(threads: 9)) && !usual.cover(PluginLimits(threads: 0)))
    #expect(PluginLimits(threads: 0).cover(usual) && PluginLimits(threads: 0).cover(PluginLimits(threads: 0)))
    #expect(!PluginLimits(memory: 1 << 30).cover(PluginLimits(memory: 0)))
  }

  @Test("A file beyond the limit is not read, whatever it holds")
  func longFile() throws {
    let path = try PluginFolder().path + "/long"
    #expect(FileManager.default.createFile(atPath: path, contents: Data("12345".utf8)))
    guard case .bytes(let bytes) = FileText.read(path, atMost: 5) else {
      Issue.record("the file has as many bytes as are allowed")
      return
    }
    #expect(bytes == Array("12345".utf8))
    guard case .tooLong(5) = FileText.read(path, atMost: 4) else {
      Issue.record("the file is longer than is allowed")
      return
    }
  }
}
