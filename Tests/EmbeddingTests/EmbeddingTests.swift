import Foundation
import InspectorKit
import Synchronization
import Testing
import Workbench

/// Tests of a program that embeds the workbench and uses only public products and declarations. The module's
/// documentation contains the same lines as examples.
@Suite struct EmbeddingTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("plant.json").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("embedding-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static let text = """
    {
      "format": "inspector-scene/1",
      "objects": [
        { "id": "boiler", "class": "GaugeView", "attributes": { "level": 90 } },
        { "id": "pump", "class": "GaugeView" }
      ]
    }

    """

  private func contents(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  @Test func findsObjects() throws {
    defer { removeFolder() }
    let library = PluginLibrary(inProcess: [Gauges.self])
    let session = try SceneSession.open(path: path, library: library)
    let high = try Selector(parsing: "GaugeView[level>=80]")
    let result = try session.find(high, columns: [FindColumn("level")]) { object in
      print(object.id, object.values)
    }
    #expect(result.count == 1)
    #expect(session.check(strict: true).isEmpty)
    #expect(session.withDocument { $0.objectCount } == 2)
  }

  /// A mutable source of settings.
  private final class Levels: SettingSource {
    private let level = Mutex(SettingValues())

    var values: SettingValues { level.withLock { $0 } }

    func set(_ level: Int, version: Int) {
      let value = SettingValues.Value(value: .int(level), place: "the program", isPersonal: false)
      self.level.withLock { $0 = SettingValues(["program.level": value], version: version) }
    }
  }

  @Test func bindsSettings() throws {
    defer { removeFolder() }
    let levels = Levels()
    levels.set(40, version: 1)
    let library = PluginLibrary(inProcess: [Gauges.self])
    library.settings = levels
    let session = try SceneSession.open(path: path, library: library)
    let pump = try Selector(parsing: "#pump")
    _ = try session.perform(EditRequest([.bind(pump, "level", to: "program.level")]))
    #expect(try session.find(Selector(parsing: "GaugeView[level=40]")) { _ in }.count == 1)
    levels.set(60, version: 2)
    #expect(try session.find(Selector(parsing: "GaugeView[level=60]")) { _ in }.count == 1)
    try session.save()
    let bindings = #""bindings": { "level": { "setting": "program.level" } }"#
    #expect(try contents("plant.json").contains(bindings))
  }

  @Test func looksForPlugins() throws {
    defer { removeFolder() }
    let folder = folder.path
    let search = PluginSearch(executableFolder: folder, environment: ProcessInfo.processInfo.environment)
    let library = PluginLibrary(search: search)
    for problem in library.problems { print(problem.message) }
    #expect(library.plugins.allSatisfy { $0.path?.hasPrefix(folder) == false })
  }

  /// Writes a plugin without code, with a default for one property.
  private func addTanks(level: Int) throws {
    let text = """
      {"format":"inspector-plugin/1","name":"Tanks","version":"1.0.0","protocol":[1,1],"components":[
      {"name":"Tank","properties":[{"name":"level","type":"Int","default":\(level)}]}]}
      """
    let file = folder.appendingPathComponent("plugins/tanks.inspector-plugin.json")
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  @Test func takesRebuiltPlugins() throws {
    defer { removeFolder() }
    let plugins = folder.appendingPathComponent("plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    try addTanks(level: 1)
    let search = PluginSearch(paths: [plugins.path], executableFolder: nil, environment: [:])
    let library = PluginLibrary(search: search)
    let scene = #"{"format":"inspector-scene/1","objects":[{"id":"t","class":"Tank"}]}"#
    let session = try SceneSession.open(bytes: Array(scene.utf8), name: "tank.json", library: library)
    #expect(library.updates().isEmpty)
    try addTanks(level: 2)
    for reload in library.take(library.updates()) { print(reload.name, reload.outcome) }
    #expect(try session.value(of: "t.level").effective == .int(2))
    try addTanks(level: 30)
    let exchange = library.describe(library.updates())
    let recreation = SceneRecreation(session, exchange)
    _ = library.perform(exchange)
    let objects = recreation.finish()
    for change in objects.changes { print(change.object, change.property, change.old as Any, change.new as Any) }
    #expect(objects.changes.map(\.old) == [.int(2)])
    #expect(objects.changes.map(\.new) == [.int(30)])
    #expect(library.updates().isEmpty)
  }

  @Test func editsWithHooks() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    var request = EditRequest(try Selector(parsing: "#boiler"), [Assignment("level", .set("120"))])
    request.wantsChanges = true
    let result = try session.perform(request)
    for change in result.changes {
      print(change.object, change.property, change.new ?? "removed", change.effective?.text ?? "unset")
    }
    #expect(result.changes.map(\.new) == ["120"])
    #expect(result.changes.map(\.effective) == [.double(100)])
    #expect(try session.value(of: "boiler.level").effective == .double(100))
    #expect(session.isModified)
  }

  @Test func makesTransactions() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let all = try Selector(parsing: "GaugeView")
    try session.begin(named: "calibrate")
    _ = try session.perform(EditRequest([.set(all, [Assignment("maximum", .multiply("2"))])]))
    _ = try session.perform(EditRequest([.set(all, [Assignment("level", .reset)])]))
    let step = try session.commit()
    try session.undo()
    #expect(step?.name == "calibrate")
    #expect(step?.edits == 2)
    #expect(!session.isModified)
    #expect(session.history.map(\.isUndone) == [true])
    let scratch = try session.scratch(named: "lower")
    _ = try scratch.session.perform(EditRequest(all, [Assignment("level", .set("10"))]))
    #expect(!session.isModified)
    #expect(try scratch.commit().isEmpty)
    #expect(session.isModified)
  }

  @Test func observesChanges() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let request = EditRequest(try Selector(parsing: "#pump"), [Assignment("level", .set("7"))])
    let changes = Mutex<[SceneChange]>([])
    let number = session.observe { change in
      changes.withLock { $0.append(change) }
    }
    _ = try session.perform(request)
    session.stopObserving(number)
    try session.undo()
    #expect(changes.withLock { $0.map(\.version) } == [1])
    #expect(changes.withLock { $0.map(\.properties) } == [["level"]])
  }

  @Test func editsScenesAtOnce() async throws {
    defer { removeFolder() }
    let library = PluginLibrary(inProcess: [Gauges.self])
    let request = EditRequest(try Selector(parsing: "GaugeView"), [Assignment("level", .subtract("1"))])
    let paths = (0..<8).map { "\(folder.path)/plant\($0).json" }
    for path in paths { try Data(Self.text.utf8).write(to: URL(fileURLWithPath: path)) }
    let changed = try await withThrowingTaskGroup(of: Int.self) { group in
      for path in paths {
        group.addTask {
          let session = try SceneSession.open(path: path, library: library)
          let result = try session.perform(request)
          try session.save()
          return result.changed
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(changed == 16)
    for number in 0..<8 { #expect(try contents("plant\(number).json").contains(#"{ "level": 89 }"#)) }
  }

  @Test func savesAndExports() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let copy = "\(folder.path)/copy.json"
    let bundle = "\(folder.path)/plant.bundle"
    _ = try session.perform(EditRequest(try Selector(parsing: "#boiler"), [Assignment("level", .set("120"))]))
    try session.save()
    let ticket = try session.saveInBackground(to: copy)
    try ticket.wait()
    try BundleFolder(path: bundle).write(try session.bundle(effective: true))
    let saved = Self.text.replacingOccurrences(of: "90", with: "120")
    #expect(try contents("plant.json") == saved)
    #expect(try contents("copy.json") == saved)
    #expect(!session.isModified)
    #expect(try RuntimeBundle.load(path: bundle).objects.map(\.id) == ["boiler", "pump"])
  }

  @Test func worksInTheBackground() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let request = EditRequest(try Selector(parsing: "#boiler"), [Assignment("level", .set("60"))])
    let screen = DispatchQueue(label: "screen")
    let work = session.perform(
      in: .background, named: "import", deliver: { screen.async(execute: $0) },
      { scene throws(Diagnostic) in try scene.perform(request).changed },
      then: { result, work in
        if case .success(let count) = result { print(count, work.conflicts) }
      })
    work.wait()
    #expect(session.history.map(\.name) == ["import"])
    #expect(try session.value(of: "boiler.level").effective == .double(60))
    let batch = session.perform(in: .batch, named: "batch") { scene throws(Diagnostic) in
      _ = try scene.perform(EditRequest([.setName(Selector(ids: ["boiler"]), to: "The boiler")]))
    }
    batch.wait()
    #expect(try contents("plant.json").contains("The boiler"))
    #expect(try session.refetch() == [])
  }

  @Test func refusesWithReasons() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let request = EditRequest(try Selector(parsing: "GaugeView"), [Assignment("lvel", .set("1"))])
    do {
      _ = try session.perform(request)
    } catch {
      print(error.code, error.message)
    }
    #expect(throws: Diagnostic.self) { _ = try session.perform(request) }
    #expect(session.version == 0)
  }

  @Test func inspects() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let level = try session.value(of: "boiler.level")
    print(level.state, level.storedText ?? "", level.effective?.text ?? "unset", level.defaultValue?.text ?? "")
    for section in try session.inspect(id: "boiler").sections {
      for property in section.properties { print(section.title, property.label, property.notes) }
    }
    #expect(level.effective == .double(90))
    for reason in try session.why("boiler.level").reasons { print(reason.kind, reason.text) }
    let picture = try ScenePicture(session).svg(of: "boiler")
    print(picture.size, picture.svg.count)
    #expect(!picture.svg.isEmpty)
  }

  @Test func followsLists() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let gauges = try Selector(parsing: "GaugeView")
    let request = EditRequest(gauges, [Assignment("level", .subtract("1"))])
    let list = try LiveList(session, gauges, columns: [FindColumn("level")], sort: [LiveList.SortKey("level")])
    _ = try session.perform(request)
    for change in try list.update().changed { print(change.new.object.id, change.new.object.values) }
    #expect(try list.update().changed.isEmpty)
  }

  @Test func takesInAChangedFile() throws {
    defer { removeFolder() }
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Gauges.self]))
    let theirs = Self.text.replacingOccurrences(of: "90", with: "70")
    try Data(theirs.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    if case .changed(let theirs) = session.fileState() {
      let conflicts = try session.takeInFile(theirs)
      for conflict in conflicts { print(conflict) }
    }
    #expect(try session.value(of: "boiler.level").effective == .double(70))
  }

  @Test func refusesWithErrorsOfSeveralTypes() throws {
    defer { removeFolder() }
    let library = PluginLibrary(inProcess: [Gauges.self])
    let request = EditRequest(try Selector(parsing: "GaugeView"), [Assignment("lvel", .set("1"))])
    do {
      let session = try SceneSession.open(path: path, library: library)
      _ = try session.perform(request)
    } catch let error as Diagnostic {
      print(error.code, error.message)
    } catch {
      print(error)
    }
  }

  @Test("the examples of the documentation stand in this file")
  func documentation() throws {
    defer { removeFolder() }
    func lines(_ path: String) throws -> [String] {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(path)
      return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let source = try lines("EmbeddingTests.swift").joined(separator: "\n")
    let page = try lines("../../Sources/Workbench/Documentation.docc/Workbench.md").joined(separator: "\n")
    let examples = page.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(examples.count == 16)
    for example in examples { #expect(source.contains(example), "no test has the lines\n\(example)") }
  }
}

/// A plugin that is part of the test program.
enum Gauges: InspectorPlugin {
  static var components: [Component.Type] { [View.self, GaugeView.self] }
}

@Component final class GaugeView: View {
  @Inspectable(range: 0...) var maximum = 100.0
  @Inspectable(dependsOn: ["maximum"]) var level = 50.0 {
    didSet { if level > maximum { level = maximum } }
  }
}
