import Foundation
import InspectorKit
import JSONText
import Settings
import TestSupport
import Testing
import WorkbenchSupport

/// Tests of settings: their precedence, edits, and refused values.
@Suite struct SettingsTests {
  private let folder = TemporaryFolder()

  private func suite(_ environment: [String: String] = [:]) -> SettingsSuite {
    mkdir("\(folder.path)/side", 0o755)
    mkdir("\(folder.path)/side/.inspector", 0o755)
    return SettingsSuite(
      environment: environment.merging(["HOME": "\(folder.path)/home"]) { $1 }, folder: "\(folder.path)/side")
  }

  private func write(_ settings: String, to path: String?, mode: mode_t = 0o644) throws {
    let path = try #require(path)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(#"{"format":"inspector-settings/1","settings":\#(settings)}"#.utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
  }

  private func text(_ path: String?) throws -> String {
    try String(contentsOfFile: try #require(path), encoding: .utf8)
  }

  @Test("each place wins over the weaker ones, whichever of them say a value", arguments: 0..<8)
  func layers(mask: Int) throws {
    let (user, workspace, variable) = (mask & 1 != 0, mask & 2 != 0, mask & 4 != 0)
    let suite = suite(variable ? ["INSPECTOR_COLOR": "always"] : [:])
    if user { try write(#"{"color":"never"}"#, to: suite.userFile) }
    if workspace { try write(#"{"color":"auto"}"#, to: suite.workspaceFile) }
    let settings = suite.current
    #expect(settings.problems.isEmpty)
    #expect(settings["color"] == .string(variable ? "always" : workspace ? "auto" : user ? "never" : "auto"))
    let expected: [Settings.Source] =
      [.standard] + (user ? [.user] : []) + (workspace ? [.workspace] : []) + (variable ? [.environment] : [])
    #expect(settings.layers(of: "color").map(\.source) == expected)
  }

  @Test("an empty variable turns paging off, and says nothing of other keys")
  func emptyVariables() throws {
    #expect(suite(["PAGER": ""]).current["pager"] == .string(""))
    #expect(suite(["INSPECTOR_PAGER": "", "PAGER": "more"]).current["pager"] == .string(""))
    #expect(suite(["NO_COLOR": "", "INSPECTOR_COLOR": ""]).current["color"] == .string("auto"))
  }

  @Test("a workspace sets no key of one's own machine, and the reason is said for each")
  func personalKeys() throws {
    let suite = suite()
    let personal = SettingDefinition.all.filter(\.isPersonal)
    #expect(Set(personal.map(\.key)).isSuperset(of: ["pager", "plugins.paths", "plugins.sandbox", "plugins.timeout"]))
    let members = SettingDefinition.all.map { "\"\($0.key)\":\(value(of: $0))" }.joined(separator: ",")
    try write("{\(members)}", to: suite.workspaceFile)
    let settings = suite.current
    for setting in SettingDefinition.all {
      #expect(settings.layers(of: setting.key).contains { $0.source == .workspace } == !setting.isPersonal)
    }
    #expect(settings.problems.map(\.code) == personal.map { _ in .settingPersonal })
    #expect(settings.problems.compactMap(\.property) == personal.map(\.key))
    #expect(throws: Diagnostic.self) { try suite.set("pager", to: "more", in: .workspace) }
  }

  @Test("a file that others can write sets no key of one's own machine", arguments: [0o644, 0o666, 0o602])
  func untrustedFile(mode: mode_t) throws {
    let suite = suite()
    try write(#"{"plugins.sandbox":"off","color":"never"}"#, to: suite.userFile, mode: mode)
    let isTrusted = mode == 0o644
    #expect(suite.current["plugins.sandbox"] == .string(isTrusted ? "off" : "try"))
    #expect(suite.current["color"] == .string("never"))
    #expect(suite.current.problems.map(\.code) == (isTrusted ? [] : [.settingPersonal]))
  }

  @Test("every key takes its default and refuses a text that is none of its values")
  func keys() throws {
    let suite = suite()
    for setting in SettingDefinition.all {
      let wrong = setting.property.type == .string && setting.property.options.isEmpty ? nil : "nonsense"
      if let wrong { #expect(throws: Diagnostic.self) { try suite.set(setting.key, to: wrong, in: .user) } }
      let change = try suite.set(setting.key, to: typed(setting), in: .user)
      #expect(change.isChange && change.old == nil)
      #expect(suite.current.layers(of: setting.key).last?.source == .user)
      #expect(try suite.set(setting.key, to: typed(setting), in: .user).isChange == false)
      #expect(try suite.unset(setting.key, in: .user).new == nil)
    }
    #expect(suite.current.problems.isEmpty)
  }

  @Test("an edit changes the bytes of its own value; an edit and its reverse leave the file as it was")
  func locality() throws {
    let suite = suite()
    let path = try #require(suite.userFile)
    let original =
      "{ \"format\" : \"inspector-settings/1\",\r\n\t\"settings\":{ \"user.a\":1.50,  \"later\" : [1, 2],\r\n\t\"user.b\" : \"\\u00e9\" }, \"x\": null }"
    try write("{}", to: path)
    try Data(original.utf8).write(to: URL(fileURLWithPath: path))
    _ = try suite.set("user.a", to: "2.50", in: .user)
    #expect(try text(path) == original.replacingOccurrences(of: "1.50", with: "2.50"))
    _ = try suite.set("user.a", to: "1.50", in: .user)
    #expect(try text(path) == original)
    _ = try suite.set("user.c", to: "true", in: .user)
    #expect(suite.current["user.c"] == .bool(true))
    _ = try suite.unset("user.c", in: .user)
    #expect(try text(path) == original)
    for (key, wrong) in [("user.a", "big"), ("color", "blue"), ("colour", "red"), ("plugins.timeout", "0")] {
      #expect(throws: Diagnostic.self) { try suite.set(key, to: wrong, in: .user) }
    }
    #expect(try text(path) == original)
    // Values are read back unchanged, even if the program does not know them.
    #expect(suite.current["user.b"] == .string("é"))
    #expect(suite.current.problems.map(\.code) == [.settingUnknown])
  }

  @Test("keys of one's own hold each of the eight types, and keep their type")
  func ownKeys() throws {
    let suite = suite()
    let values: [(String, String, PropertyType)] = [
      ("user.i", "3", .int), ("user.s", "dark", .string), ("user.d", "3.5", .double), ("user.f", "false", .bool),
      ("user.p", #"{"x":1,"y":2}"#, .point), ("user.z", #"{"width":1,"height":2}"#, .size),
      ("user.r", #"{"x":1,"y":2,"width":3,"height":4}"#, .rect),
      ("user.c", #"{"red":1,"green":0.5,"blue":0,"alpha":1}"#, .color),
    ]
    for (key, text, type) in values {
      _ = try suite.set(key, to: text, in: .user)
      #expect(suite.current[key]?.type == type, "\(key)")
    }
    #expect(throws: Diagnostic.self) { try suite.set("user.i", to: "dark", in: .user) }
    #expect(throws: Diagnostic.self) { try suite.set("user.p", to: "true", in: .user) }
    _ = try suite.set("user.p", to: "5,6", in: .user)
    #expect(suite.current["user.p"]?.text == "5,6")
    _ = try suite.set("user.s", to: "24", in: .user)
    #expect(suite.current["user.s"] == .string("24"))
    _ = try suite.set("user.d", to: "2", in: .user)
    #expect(suite.current["user.d"] == .double(2))
    _ = try suite.set("user.d", to: "2.5", in: .user)
    for key in ["user", "user.", "user..a", "user.9", "user.a b", "User.a", "user.é"] {
      #expect(throws: Diagnostic.self) { try suite.set(key, to: "1", in: .user) }
    }
  }

  @Test("a file that breaks keeps what it said where it was read before, and is not written")
  func brokenFile() throws {
    let suite = suite()
    try write(#"{"color":"never"}"#, to: suite.userFile)
    #expect(suite.current["color"] == .string("never"))
    for broken in ["{", "[]", "", "{\"format\":\"inspector-settings/1\",\"settings\":{\"color\":never}}", "\u{0}"] {
      let path = try #require(suite.userFile)
      try Data(broken.utf8).write(to: URL(fileURLWithPath: path))
      #expect(suite.current["color"] == .string("never"), "\(broken)")
      #expect(suite.current.problems.count == 1)
      #expect(self.suite().current["color"] == .string("auto"), "\(broken)")
      #expect(throws: Diagnostic.self) { try suite.set("color", to: "always", in: .user) }
      #expect(throws: Diagnostic.self) { try suite.unset("color", in: .user) }
      #expect(try text(path) == broken)
    }
    try write(#"{"color":"always"}"#, to: suite.userFile)
    #expect(suite.current["color"] == .string("always"))
    #expect(suite.current.problems.isEmpty)
    try FileManager.default.removeItem(atPath: try #require(suite.userFile))
    #expect(suite.current["color"] == .string("auto"))
  }

  @Test("a file behind a link is edited where it is; a link that leads nowhere is refused")
  func links() throws {
    let suite = suite()
    let path = try #require(suite.userFile)
    try write("{}", to: path)
    let target = "\(folder.path)/dotfiles.json"
    try FileManager.default.moveItem(atPath: path, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    _ = try suite.set("color", to: "never", in: .user)
    #expect(try text(target).contains("never"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    #expect(suite.current["color"] == .string("never"))
    try FileManager.default.removeItem(atPath: target)
    #expect(throws: Diagnostic.self) { try suite.set("color", to: "always", in: .user) }
    #expect(suite.current["color"] == .string("auto"))
  }

  @Test("writers in many threads lose nothing, from a file that does not exist yet")
  func writers() async throws {
    let suite = suite()
    let environment = ["HOME": "\(folder.path)/home"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let own = SettingsSuite(environment: environment)
          for number in 0..<25 { _ = try own.set("user.w\(writer).k\(number)", to: "\(number)", in: .user) }
        }
      }
      try await group.waitForAll()
    }
    for writer in 0..<8 {
      for number in 0..<25 { #expect(suite.current["user.w\(writer).k\(number)"] == .int(number)) }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/home/.config/inspector")
    #expect(files == ["settings.json"])
  }

  @Test("the schema has each key of the program, and no other")
  func schema() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../../Schemas/settings.schema.json").standardized
    let schema = try JSON.parse(Array(try Data(contentsOf: path)))
    guard case .object(let members)? = schema["properties"]?["settings"]?["properties"] else {
      Issue.record("no keys")
      return
    }
    #expect(members.map(\.key) == SettingDefinition.all.map(\.key))
  }

  /// Returns a valid value of a setting as JSON text.
  private func value(of setting: SettingDefinition) -> String {
    switch setting.property.defaultValue {
    case .string(let text)?: "\"\(text)\""
    case let value?: value.text
    case nil: "\"x\""
    }
  }

  private func typed(_ setting: SettingDefinition) -> String { setting.property.defaultValue?.text ?? "x" }
}
