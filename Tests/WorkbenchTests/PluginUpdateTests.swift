import Foundation
import JSONText
import SceneDocument
import Testing

@testable import InspectorKit
@testable import PluginHost
@testable import SceneSessions
@testable import Workbench

/// Tests of plugins whose files change while a library is in use.
@Suite struct PluginUpdateTests {
  /// Returns a Python plugin with a class `Snake`, whose properties are given as JSON members.
  private static func snake(_ properties: String, version: String = "1.0.0", answer: String = "{}") -> String {
    pythonPlugin(
      "send({'id': message['id'], 'rows': [\(answer) for row in message['build']['rows']]})",
      description: """
        {"format": "inspector-plugin/1", "name": "Py", "version": "\(version)", "protocol": [1, 1], "bases": [], "components": [
            {"name": "Snake", "label": "Snake", "inert": False, "properties": [\(properties)]}]}
        """)
  }

  private static func property(_ name: String, _ type: String = "Int", _ value: String = "1", _ more: String = "")
    -> String
  {
    """
    {"name": "\(name)", "label": "\(name.capitalized)", "type": "\(type)", "optional": False, "class": "Snake", \
    "default": \(value), "observed": True\(more)}
    """
  }

  private static let former = snake(property("length"))

  private func scene(_ library: PluginLibrary, _ objects: String = #"{"id":"s","class":"Snake"}"#) throws
    -> SceneSession
  {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    return try SceneSession.open(bytes: Array(text.utf8), name: "scene", library: library)
  }

  private func words(_ reloads: [PluginReload]) -> [String] {
    reloads.map { reload in
      switch reload.outcome {
      case .rebuilt(let changes): "\(reload.name) rebuilt: \(changes.map(\.description).joined(separator: ", "))"
      case .mended: "\(reload.name) mended"
      case .found: "\(reload.name) found"
      case .removed: "\(reload.name) removed"
      case .failed(let failure, let isFormerUsed): "\(reload.name) failed, \(isFormerUsed): \(failure.message)"
      }
    }
  }

  // MARK: scripts

  @Test("a rebuilt plugin is noticed, described, and says what is different")
  func rebuilt() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: Self.former)
    let library = folder.library()
    let session = try scene(library)
    #expect(try session.effective("s.length") == .int(1))
    #expect(library.updates().isEmpty)
    try folder.add("py", script: Self.snake("\(Self.property("length", "Int", "7")), \(Self.property("girth"))"))
    let updates = library.updates()
    #expect(updates.map { "\($0.kind) \($0.name) \($0.path)" } == ["changed Py \(folder.path)/inspector-plugin-py"])
    #expect(words(library.take(updates)) == ["Py rebuilt: Snake.length default 1 → 7, Snake.girth added"])
    #expect(try session.effective("s.length") == .int(7))
    #expect(try session.effective("s.girth") == .int(1))
    #expect(library.updates().isEmpty)
    #expect(library.version == 1)
    library.shutDown()
  }

  @Test("a build that does not work leaves the former in use, and is reported once")
  func broken() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: Self.former)
    let library = folder.library()
    let session = try scene(library)
    try folder.add("py", script: Self.snake(Self.property("length", "Whole")))
    let reloads = library.take(library.updates())
    #expect(
      words(reloads) == [
        """
        Py failed, true: plugin 'py' is not loaded; its declarations are wrong:
          'Snake.length' has the type 'Whole', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect
        """
      ])
    #expect(library.updates().isEmpty)
    #expect(library.version == 0)
    #expect(library.problems.isEmpty)
    try session.set("#s", Assignment("length", .set("3")))
    // A script cannot be kept when its process ends, and the new one is not asked in the former words.
    library.shutDown()
    #expect(
      refusal { try session.set("#s", Assignment("length", .set("2"))) }
        == "'s' is not built: plugin 'Py' is no longer the file that described itself; run inspector again, or 'reload-plugins' in a shell"
    )
    try folder.add("py", script: Self.former.replacingOccurrences(of: "\"1.0.0\"", with: "\"1.0.1\""))
    #expect(words(library.take(library.updates())) == ["Py rebuilt: version 1.0.0 → 1.0.1"])
    try session.set("#s", Assignment("length", .set("2")))
    library.shutDown()
  }

  @Test("one that failed is taken when its file works, and asked again where somebody wants that")
  func mended() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: "#!/bin/sh\nexit 3\n")
    let library = folder.library(sandbox: .off)
    #expect(library.problems.map(\.message) == ["plugin 'py' ended with exit code 3"])
    #expect(library.updates().isEmpty)
    let update = try #require(library.plugins.first.flatMap(library.update))
    #expect(words(library.take([update], asksAgain: true)) == ["py failed, false: plugin 'py' ended with exit code 3"])
    try folder.add("py", script: Self.former)
    #expect(words(library.take(library.updates())) == ["Py mended"])
    #expect(library.problems.isEmpty)
    library.shutDown()
  }

  @Test("a script that is changed in place is not asked in the words of the former one")
  func inPlace() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: Self.former)
    let library = folder.library()
    let session = try scene(library)
    try session.set("#s", Assignment("length", .set("2")))
    try #require(library.plugins.first).stop()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/inspector-plugin-py"))
    // The description is unchanged, but the replies differ.
    try file.write(contentsOf: Data(Self.snake(Self.property("length"), answer: "{'effective': {'length': 5}}").utf8))
    try file.close()
    let text = session.text
    #expect(refusal { try session.set("#s", Assignment("length", .set("3"))) }.hasPrefix("'s' is not built: "))
    #expect(session.text == text)
    #expect(words(library.take(library.updates())) == ["Py rebuilt: "])
    #expect(try session.effective("s.length") == .int(5))
    library.shutDown()
  }

  @Test("a look sees a file that is made executable, one that is new, and one that is gone")
  func foundAndGone() throws {
    let folder = try PluginFolder()
    let library = folder.library()
    #expect(library.updates().isEmpty)
    try folder.add("py", script: Self.former, mode: 0o644)
    #expect(library.updates().isEmpty)
    let file = "\(folder.path)/inspector-plugin-py"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    #expect(library.updates().map { "\($0.kind) \($0.name)" } == ["found py"])
    #expect(words(library.take(library.updates())) == ["Py found"])
    let session = try scene(library)
    #expect(try session.effective("s.length") == .int(1))
    try FileManager.default.removeItem(atPath: file)
    let updates = library.updates()
    #expect(updates.map { "\($0.kind) \($0.name) \($0.path)" } == ["vanished Py \(file)"])
    #expect(words(library.take(updates)) == ["Py removed"])
    #expect(library.updates().isEmpty)
    #expect(library.plugins.isEmpty)
    #expect(session.check().map(\.code.rawValue) == ["unknown.class"])
  }

  @Test("a plugin that is data is read again")
  func data() throws {
    let folder = try PluginFolder()
    func write(_ value: Int) throws {
      try """
      {"format": "inspector-plugin/1", "name": "Data", "version": "1.0.0", "protocol": [1, 1], "components": [
        {"name": "Snake", "properties": [{"name": "length", "type": "Int", "default": \(value)}]}]}
      """.write(toFile: "\(folder.path)/snakes.inspector-plugin.json", atomically: true, encoding: .utf8)
    }
    try write(1)
    let library = folder.library()
    #expect(library.problems.isEmpty)
    let session = try scene(library)
    #expect(try session.effective("s.length") == .int(1))
    try write(4)
    #expect(words(library.take(library.updates())) == ["Data rebuilt: Snake.length default 1 → 4"])
    #expect(try session.effective("s.length") == .int(4))
  }

  // MARK: native programs

  /// Atomically puts a copy of a built program at a path, as linkers do.
  private func put(_ executable: String, at path: String) throws {
    let new = "\(path).new"
    try FileManager.default.copyItem(atPath: "\(buildFolder)/\(executable)", toPath: new)
    #expect(rename(new, path) == 0)
  }

  private static let stars = #"{"id":"s","class":"CosmosView","attributes":{"rating":-1}}"#

  @Test(
    "where another build has taken its place, later workers of the former description still run the former",
    arguments: [PluginSandbox.attempt, .off])
  func held(sandbox: PluginSandbox) throws {
    let folder = try PluginFolder()
    // What lies in a folder that all write to is allowed to be read by itself, without the folder.
    #expect(chmod(folder.path, 0o1777) == 0)
    let file = "\(folder.path)/inspector-plugin-stars"
    try put("inspector-plugin-ratings", at: file)
    var search = folder.search()
    (search.paths, search.executableFolder) = ([file], nil)
    let library = PluginLibrary(search: search, limits: PluginLimits(answer: .seconds(10), sandbox: sandbox))
    #expect(library.problems.isEmpty)
    let session = try scene(library, Self.stars)
    #expect(try session.effective("s.rating") == .double(0))
    try put("inspector-plugin-tags", at: file)
    // The next request needs a new process.
    library.shutDown()
    #expect(try session.effective("s.rating") == .double(0))
    try session.set("#s", Assignment("rating", .set("-2")))
    try FileManager.default.removeItem(atPath: file)
    library.shutDown()
    #expect(try session.effective("s.rating") == .double(0))
    #expect(library.updates().map(\.kind) == [.vanished])
    try put("inspector-plugin-tags", at: file)
    let reload = words(library.take(library.updates()))
    #expect(reload.first?.hasPrefix("Tags rebuilt: named 'Tags', formerly 'Ratings', ") == true, "\(reload)")
    #expect(session.check().map(\.code.rawValue) == ["unknown.class"])
    library.shutDown()
  }

  @Test("a native program whose bytes were changed in place is not asked")
  func nativeInPlace() throws {
    let folder = try PluginFolder()
    let file = "\(folder.path)/inspector-plugin-stars"
    try put("inspector-plugin-ratings", at: file)
    let library = folder.library()
    let session = try scene(library, Self.stars)
    library.shutDown()
    try Data(contentsOf: URL(fileURLWithPath: "\(buildFolder)/inspector-plugin-tags")).write(
      to: URL(fileURLWithPath: file), options: [])
    #expect(session.check().map(\.code.rawValue) == ["plugin.changed"])
  }

  @Test("half of a program does not take the place of a whole one")
  func halfWritten() throws {
    let folder = try PluginFolder()
    let file = "\(folder.path)/inspector-plugin-stars"
    try put("inspector-plugin-ratings", at: file)
    let library = folder.library()
    let session = try scene(library, Self.stars)
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(buildFolder)/inspector-plugin-tags"))
    try FileManager.default.removeItem(atPath: file)
    // What follows the first quarter may be for debuggers alone.
    try whole.prefix(whole.count / 10).write(to: URL(fileURLWithPath: file))
    #expect(library.updates().map(\.kind) == [.vanished], "it cannot be executed yet")
    #expect(chmod(file, 0o755) == 0)
    let reloads = library.take(library.updates())
    #expect(words(reloads).first?.hasPrefix("Ratings failed, true: plugin 'stars' ") == true, "\(words(reloads))")
    #expect(try session.effective("s.rating") == .double(0))
    try whole.write(to: URL(fileURLWithPath: file))
    #expect(chmod(file, 0o755) == 0)
    #expect(words(library.take(library.updates())).first?.hasPrefix("Tags rebuilt: ") == true)
    library.shutDown()
  }

  @Test("what is under way when a plugin is exchanged ends with the build that it began with")
  func underWay() throws {
    let folder = try PluginFolder()
    let file = "\(folder.path)/inspector-plugin-stars"
    try put("inspector-plugin-ratings", at: file)
    let library = folder.library()
    let count = 20_000
    let objects = (0..<count).map { #"{"id":"s\#($0)","class":"CosmosView","attributes":{"rating":-1}}"# }
    let session = try scene(library, objects.joined(separator: ","))
    let finished = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var found = 0
    let selector = try Selector(parsing: "CosmosView[rating=0]")
    Thread.detachNewThread {
      found = (try? session.select(selector).count) ?? -1
      finished.signal()
    }
    try put("inspector-plugin-tags", at: file)
    _ = library.take(library.updates())
    finished.wait()
    #expect(found == count || found == -1, "all by the former build, or the class was gone before it began")
    #expect(Set(session.check().map(\.code.rawValue)) == ["unknown.class"])
    library.shutDown()
  }

  // MARK: sessions

  @Test("a recreation lists the values that are others, and what cannot be used any more")
  func recreated() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: Self.snake("\(Self.property("length")), \(Self.property("girth"))"))
    let library = folder.library()
    let session = try scene(
      library,
      #"{"id":"a","class":"Snake"},{"id":"b","class":"Snake","attributes":{"girth":3,"length":2}},{"id":"c","class":"Cat"}"#
    )
    try session.set("#b", Assignment("length", .set("4")))
    try folder.add(
      "py", script: Self.snake(Self.property("length", "Int", "7"), answer: "{'effective': {'length': 9}}"))
    let exchange = library.describe(library.updates())
    let recreation = SceneRecreation(session, exchange)
    #expect(words(library.perform(exchange)) == ["Py rebuilt: Snake.length default 1 → 7, Snake.girth removed"])
    let objects = recreation.finish()
    #expect(objects.count == 2)
    #expect(
      objects.changes == [
        .init(object: "a", property: "length", old: .int(1), new: .int(9)),
        .init(object: "b", property: "length", old: .int(4), new: .int(9)),
      ])
    #expect(objects.refused == [.init(object: "b", key: "girth")])
    #expect(objects.failureCount == 0)
    #expect(try session.undo()?.name == "set #b length=4")
    #expect(try session.value(of: "b.length").storedText == "2")
    library.shutDown()
  }

  @Test("objects whose class is gone, or whose component fails now, are listed")
  func lost() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: Self.former)
    let library = folder.library()
    let session = try scene(library)
    func exchanged() -> RecreatedObjects {
      let exchange = library.describe(library.updates())
      let recreation = SceneRecreation(session, exchange)
      _ = library.perform(exchange)
      return recreation.finish()
    }
    try folder.add("py", script: Self.former.replacingOccurrences(of: "'rows': [{}", with: "'rows': [sys.exit(3)"))
    let failed = exchanged()
    #expect(failed.failureCount == 1)
    #expect(failed.failures.map(\.object) == ["s"])
    #expect(failed.changes.isEmpty)
    try FileManager.default.removeItem(atPath: "\(folder.path)/inspector-plugin-py")
    #expect(exchanged().lost == [.init(object: "s", className: "Snake")])
    library.shutDown()
  }

  @Test("of many objects some are compared")
  func many() throws {
    let folder = try PluginFolder()
    try folder.add("py", script: Self.former)
    let library = folder.library()
    let objects = (0..<50).map { #"{"id":"s\#($0)","class":"Snake"}"# }.joined(separator: ",")
    let session = try scene(library, objects)
    try folder.add("py", script: Self.snake(Self.property("length"), answer: "{'effective': {'length': 2}}"))
    let exchange = library.describe(library.updates())
    let recreation = SceneRecreation(session, exchange, atMost: 30)
    _ = library.perform(exchange)
    let result = recreation.finish()
    let counts: [Int] = [result.count, result.compared, result.changeCount, result.changes.count]
    #expect(counts == [50, 30, 30, 20] as [Int])
    library.shutDown()
  }

  // MARK: descriptions

  @Test("a change is breaking if scenes may no longer mean the same")
  func breaking() throws {
    func plugin(_ component: String) throws -> PluginDescription {
      let text =
        #"{"format":"inspector-plugin/1","name":"P","version":"1","protocol":[1,1],"components":[\#(component)]}"#
      return try PluginDescription(reading: JSON.parse(Array(text.utf8)), isData: true)
    }
    func component(_ property: String) -> String { #"{"name":"C","properties":[{"name":"p",\#(property)}]}"# }
    func facts(_ old: String, _ new: String) throws -> [String] {
      return DescriptionChange.changes(from: try plugin(component(old)), to: try plugin(component(new))).map {
        ($0.isBreaking ? "! " : "") + $0.description
      }
    }
    let number = #""type":"Double","default":1"#
    let ranged = #"\#(number),"range":{"minimum":0}"#
    #expect(try facts(number, ranged) == ["! C.p range any → at least 0"])
    #expect(try facts(ranged, number) == ["C.p range at least 0 → any"])
    #expect(try facts(number, #"\#(number),"optional":true"#) == ["C.p optional"])
    #expect(try facts(#"\#(number),"optional":true"#, number) == ["! C.p no longer optional"])
    #expect(try facts(number, #"\#(number),"readOnly":true"#) == ["! C.p read-only"])
    #expect(try facts(#"\#(number),"aliases":["q"]"#, number) == ["! C.p no longer called q"])
    let turned = #"\#(number),"aliases":[{"name":"q","through":"O.t"}]"#
    #expect(try facts(turned, #"\#(number),"aliases":["q"]"#) == ["! C.q stored through O.t → nothing"])
    func renamed(_ alias: String) throws -> [DescriptionChange] {
      DescriptionChange.changes(
        from: try plugin(component(number)),
        to: try plugin(#"{"name":"C","properties":[{"name":"r","type":"Int","default":3,"aliases":[\#(alias)]}]}"#))
    }
    #expect(try renamed(#""p""#).contains { $0.isBreaking })
    #expect(
      try renamed(#"{"name":"p","through":"O.t"}"#) == [
        .propertyRenamed(from: "p", to: "r", of: "C"), .retyped("r", of: "C", from: .double, to: .int),
      ])
    let text = #""type":"String","default":"a""#
    let one = #"\#(text),"options":[{"value":"a"},{"value":"b","aliases":["c"]}]"#
    let other = #"\#(text),"options":[{"value":"a","aliases":["b"]}]"#
    #expect(try facts(text, one) == ["! C.p limited to options"])
    #expect(
      try facts(one, other) == [#"C.p option "b" renamed to "a""#, #"! C.p option "c" removed"#])
    let (line, stroke) = (#"{"name":"Line","properties":[]}"#, #"{"name":"Stroke","aliases":["Line"],"properties":[]}"#)
    #expect(
      DescriptionChange.changes(from: try plugin(line), to: try plugin(stroke)) == [
        .classRenamed(from: "Line", to: "Stroke")
      ])
  }

  @Test("each difference of two descriptions is one fact")
  func facts() throws {
    func definition(_ name: String, _ properties: [PropertyDefinition], label: String = "") -> ComponentDefinition {
      ComponentDefinition(name: name, label: label, properties: properties)
    }
    func property(_ name: String, _ type: PropertyType, _ value: PropertyValue, of owner: String = "View")
      -> PropertyDefinition
    {
      PropertyDefinition(name: name, label: name, type: type, declaringClass: owner, defaultValue: value)
    }
    func plugin(_ version: String, _ components: [ComponentDefinition]) -> PluginDescription {
      PluginDescription(name: "P", version: version, protocolVersions: 1...1, components: components, bases: [])
    }
    let (alpha, width) = (property("alpha", .double, .double(1)), property("width", .int, .int(1)))
    let half = property("alpha", .double, .double(0.5))
    var documented = width
    documented.metadata.help = "How wide."
    let old = plugin(
      "1", [definition("View", [alpha, width]), definition("Star", [alpha, width]), definition("Gone", [])])
    func facts(_ version: String, _ components: [ComponentDefinition]) -> [String] {
      DescriptionChange.changes(from: old, to: plugin(version, components)).map(\.description)
    }
    #expect(facts("1", old.components).isEmpty)
    #expect(facts("2", old.components) == ["version 1 → 2"])
    #expect(
      facts("1", [definition("View", [half, width]), definition("Star", [half, width]), definition("Gone", [])]) == [
        "View.alpha default 1 → 0.5"
      ])
    #expect(
      facts("1", [definition("View", [alpha, width]), definition("Star", [half, width]), definition("New", [])]) == [
        "Star.alpha default 1 → 0.5", "New added", "Gone removed",
      ])
    var opacity = property("opacity", .double, .double(1))
    opacity.metadata.aliases = ["alpha"]
    let gone = definition("Gone", [])
    let renamed = [definition("View", [opacity, width]), definition("Star", [opacity, width]), gone]
    #expect(facts("1", renamed) == ["View.alpha renamed to opacity"])
    // A name that stays is no former name of the new property.
    let both = [definition("View", [opacity, alpha, width]), definition("Star", [alpha, width]), gone]
    #expect(facts("1", both) == ["View.opacity added"])
    var acting = definition("Gone", [])
    acting.actions = [ActionDefinition(name: "reset", label: "Reset", declaringClass: "Gone")]
    let views = [definition("View", [alpha, width]), definition("Star", [alpha, width])]
    #expect(facts("1", views + [acting]) == ["action Gone.reset added"])
    #expect(
      DescriptionChange.changes(from: plugin("1", [acting]), to: plugin("1", [definition("Gone", [])])).map(
        \.description)
        == ["action Gone.reset removed"])
    #expect(
      facts(
        "1",
        [
          definition("View", [property("alpha", .int, .int(1)), documented], label: "View"), definition("Star", []),
          definition("Gone", [property("x", .int, .int(0), of: "Gone")]),
        ])
        == [
          "View described differently", "View.alpha Double → Int", "View.width described differently", "Gone.x added",
        ])
  }
}
