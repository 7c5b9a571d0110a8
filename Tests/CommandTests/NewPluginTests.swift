import Foundation
import InspectorCommands
import JSONText
import Testing
import Workbench

@testable import PluginCommands

/// Tests of the names of new plugins, and of the folders that are created.
@Suite struct NewPluginTests {
  @Test(arguments: [
    ("gauge", "Gauge", "gauge", "Gauge"), ("status-light", "StatusLight", "status-light", "Status Light"),
    ("status_light", "StatusLight", "status-light", "Status Light"),
    ("StatusLight", "StatusLight", "status-light", "Status Light"),
    ("statusLight", "StatusLight", "status-light", "Status Light"),
    ("HTTPGauge", "HTTPGauge", "http-gauge", "HTTP Gauge"), ("a", "A", "a", "A"),
    ("gauge2", "Gauge2", "gauge2", "Gauge 2"), ("my--gauge-", "MyGauge", "my-gauge", "My Gauge"),
  ])
  func aNameIsReadAsWords(typed: String, type: String, file: String, label: String) throws {
    let name = try PluginName(typed)
    #expect([name.typeName, name.fileName, name.label] == [type, file, label])
    #expect(name.productName == "inspector-plugin-\(file)")
  }

  @Test(arguments: [
    (
      "",
      "'' is not a name for a plugin; begin with a letter, and use letters, digits and dashes, such as 'status-light'"
    ),
    (
      "2gauges",
      "'2gauges' is not a name for a plugin; begin with a letter, and use letters, digits and dashes, such as 'status-light'"
    ),
    (
      "a/b",
      "'a/b' is not a name for a plugin; begin with a letter, and use letters, digits and dashes, such as 'status-light'"
    ),
    (
      "größe",
      "'größe' is not a name for a plugin; begin with a letter, and use letters, digits and dashes, such as 'status-light'"
    ),
    ("color", "'Color' is already a name in Swift or InspectorKit; choose another, such as 'my-color'"),
    ("view", "'View' is already a name in Swift or InspectorKit; choose another, such as 'my-view'"),
  ])
  func aNameIsRefused(typed: String, words: String) {
    #expect {
      try PluginName(typed)
    } throws: { error in
      (error as? PluginRefusal)?.message == words
    }
  }

  @Test func aLongNameIsRefused() throws {
    _ = try PluginName(String(repeating: "a", count: 64))
    let long = String(repeating: "a", count: 65)
    #expect {
      try PluginName(long)
    } throws: { error in
      (error as? PluginRefusal)?.message == "'\(long)' is too long for a plugin's name; use at most 64 characters"
    }
  }

  @Test(arguments: [
    (
      "https://example.org/a/inspector-workbench.git#1.2.0",
      #".package(url: "https://example.org/a/inspector-workbench.git", from: "1.2.0")"#, "inspector-workbench"
    ),
    ("file:///srv/workbench#main", #".package(url: "file:///srv/workbench", branch: "main")"#, "workbench"),
    ("git@example.org:a/kit.git#2.0.0", #".package(url: "git@example.org:a/kit.git", from: "2.0.0")"#, "kit"),
  ])
  func aPackageIsNamedByURL(text: String, dependency: String, package: String) throws {
    let kit = try KitSource(text)
    #expect(kit.dependency == dependency)
    #expect(kit.package == package)
    #expect(!kit.isFolder)
  }

  /// Checks that a failed creation leaves no files behind and existing files unchanged.
  @Test func aFolderIsMadeWholeOrNotAtAll() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "inspector-new-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let files = [TemplateFile(path: "a/b/c.txt", text: "c"), TemplateFile(path: "run", text: "r", isExecutable: true)]
    func names() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: root).sorted() }

    // A name that another file of the template uses.
    #expect {
      try NewFolder.write(files + [TemplateFile(path: "run/x", text: "")], to: "\(root)/new")
    } throws: { error in
      guard
        case .cannotCreate(let path, EEXIST)? = (error as? Diagnostic)?.reason.base as? CommandLineRefusal
      else { return false }
      return path.hasSuffix(".tmp/run")
    }
    #expect(try names() == [])

    try NewFolder.write(files, to: "\(root)/new")
    #expect(try names() == ["new", "new/a", "new/a/b", "new/a/b/c.txt", "new/run"])
    #expect(FileManager.default.isExecutableFile(atPath: "\(root)/new/run"))
    #expect(!FileManager.default.isExecutableFile(atPath: "\(root)/new/a/b/c.txt"))

    #expect(throws: Diagnostic(PluginRefusal.folderIsThere("\(root)/new"))) {
      try NewFolder.write(files, to: "\(root)/new")
    }
    #expect(try names() == ["new", "new/a", "new/a/b", "new/a/b/c.txt", "new/run"])

    // An empty folder is treated like a missing one.
    try FileManager.default.createDirectory(atPath: "\(root)/empty", withIntermediateDirectories: false)
    try NewFolder.write(files, to: "\(root)/empty")
    #expect(try String(contentsOfFile: "\(root)/empty/run", encoding: .utf8) == "r")
  }

  /// Checks that a template for any name contains no file twice, and only valid JSON.
  @Test(arguments: PluginLanguage.allCases)
  func templatesAreSound(language: PluginLanguage) throws {
    let name = try PluginName("HTTP-gauge")
    let kit = try KitSource("https://example.org/kit#1.0.0")
    let template: any PluginTemplate =
      switch language {
      case .swift: SwiftTemplate(name: name, kit: kit)
      case .python: PythonTemplate(name: name)
      case .data: DataTemplate(name: name)
      }
    #expect(Set(template.files.map(\.path)).count == template.files.count)
    for file in template.files {
      #expect(file.text.hasSuffix("\n"), "\(file.path)")
      #expect(!file.text.contains("\\#("), "\(file.path) holds what was to be replaced")
      #expect(
        !file.text.split(separator: "\n").contains { $0.hasSuffix(" ") }, "\(file.path) has blanks at a line's end")
      if file.path.hasSuffix(".json") {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(file.text.utf8)) }
      }
      #expect(file.isExecutable == file.text.hasPrefix("#!"), "\(file.path)")
    }
  }

  @Test(arguments: [(1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (10_549, "10.5 kB"), (9_876_543, "9.9 MB")])
  func sizesAreRounded(bytes: Int, words: String) { #expect(PluginPackCommand.size(bytes) == words) }
}
