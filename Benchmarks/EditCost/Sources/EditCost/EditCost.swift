import Foundation
import Glibc
import SceneDocument
import Workbench

/// A benchmark of the time that one edit of one object takes in documents of different sizes.
///
///     EditCost PLUGINS SCENE…
///     EditCost PLUGINS --batch SCENE…
///
/// PLUGINS is the folder of the plugins' executables. The program prints a line for each scene and kind of edit, with
/// fields separated by tabs: the number of objects, the kind, the median and the 99th percentile in nanoseconds, and
/// the number of timed edits. The kinds are:
///
/// - `apply, one object`: a document's edit, always of the same object, whose bytes are in the cache.
/// - `apply, any object`: a document's edit of objects all over the document. In a large document, these objects are
///   not in the cache.
/// - `restore, …`: the undo of these edits.
/// - `set, one object`: a session's edit by `#id`, with the hooks in a worker process.
/// - `set, any object`: the same for objects all over the document.
/// - `set and draw, any object`: the same, followed by drawing the object's part of the scene's picture.
/// - the kinds of ``ServerDay``.
@main
struct EditCost {
  private let plugins: String
  private let scene: String

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      complain("usage: EditCost PLUGINS SCENE…")
      exit(64)
    }
    if arguments[2] == "--batch" {
      do {
        for scene in arguments.dropFirst(3) { try EditCost(plugins: arguments[1], scene: scene).timeBatch() }
      } catch {
        complain("EditCost: \(error)")
        exit(1)
      }
      return
    }
    for scene in arguments.dropFirst(2) {
      do {
        try EditCost(plugins: arguments[1], scene: scene).run()
      } catch {
        complain("EditCost: \(error)")
        exit(1)
      }
    }
  }

  private static func complain(_ text: String) {
    let line = text + "\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  private func run() throws {
    let document = try SceneDocument.load(path: scene)
    let stars = try Self.stars(of: document)
    try timeDocument(document, [stars[stars.count / 2]], "one object", runs: 20_000)
    try timeDocument(document, stars, "any object", runs: 20_000)

    let search = PluginSearch(paths: [plugins], executableFolder: nil, environment: Self.environment)
    let library = PluginLibrary(search: search)
    let session = SceneSession(document, library: library)
    try timeSession(session, [document.id(stars[stars.count / 2])], "one object", runs: 2_000)
    try timeSession(session, stars.map { document.id($0) }, "any object", runs: 2_000)
    // Nobody draws a picture of a million objects.
    if document.objectCount <= 100_000 { try timeDrawing(session, stars.map { document.id($0) }, runs: 2_000) }
    library.shutDown()
    try timeDay()
  }

  private static func stars(of document: SceneDocument) throws -> [NodeIndex] {
    let stars = document.objects.filter { document.className($0) == "StarView" }
    guard !stars.isEmpty else { throw Problem(text: "\(document.name) has no StarView") }
    return stars
  }

  private static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ["HOME", "PATH", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }

  // MARK: Edits

  /// Returns the index of the object to edit in a run: scattered over all objects, the same in every benchmark.
  private static func place(_ run: Int, among count: Int) -> Int { run &* 7919 % count }

  private func timeDocument(_ document: SceneDocument, _ nodes: [NodeIndex], _ what: String, runs: Int) throws {
    var edits = Timings()
    var undos = Timings()
    for run in 0..<runs {
      let node = nodes[Self.place(run, among: nodes.count)]
      let value = Array("\(run % 64).25".utf8)
      let undo = try edits.measure { try document.apply([.set(key: "cornerRadius", value: value)], to: node) }
      _ = undos.measure { document.restore(undo) }
    }
    report(document, "apply, \(what)", edits, runs)
    report(document, "restore, \(what)", undos, runs)
  }

  private func timeSession(_ session: SceneSession, _ ids: [String], _ what: String, runs: Int) throws {
    var edits = Timings()
    for run in 0..<runs {
      let selector = try Selector(parsing: "#\(ids[Self.place(run, among: ids.count)])")
      // Consecutive values differ, so that each request changes something.
      let request = EditRequest(selector, [Assignment("cornerRadius", .set("\(run % 64).5"))])
      let result = try edits.measure { try session.perform(request) }
      guard result.matched == 1 else { throw Problem(text: "'\(selector.text)' met \(result.matched) objects") }
    }
    session.withDocument { report($0, "set, \(what)", edits, runs) }
  }

  private func timeDrawing(_ session: SceneSession, _ ids: [String], runs: Int) throws {
    let picture = ScenePicture(session)
    // The first picture draws all objects.
    _ = try picture.svg()
    var edits = Timings()
    for run in 0..<runs {
      let id = ids[Self.place(run, among: ids.count)]
      let request = EditRequest(try Selector(parsing: "#\(id)"), [Assignment("pointCount", .set("\(5 + run % 7)"))])
      let drawn = try edits.measure {
        _ = try session.perform(request)
        return try picture.svg(of: id)
      }
      guard drawn.svg.count > 100 else { throw Problem(text: "'\(id)' has no picture") }
    }
    session.withDocument { report($0, "set and draw, any object", edits, runs) }
  }

  /// Times reads and edits on several threads while a plugin hangs; see ``ServerDay``.
  private func timeDay() throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let hanging = "\(folder)/inspector-plugin-hangs"
    let search = PluginSearch(paths: [plugins, hanging], executableFolder: nil, environment: Self.environment)
    let library = PluginLibrary(search: search, limits: PluginLimits(answer: .seconds(600)))
    defer { library.shutDown() }
    let text = try Array(Data(contentsOf: URL(fileURLWithPath: scene)))
    let day = try ServerDay(text, name: scene, library: library)
    for (kind, timings) in zip(ServerDay.kinds, try day.run(reads: 1_000)) {
      print(day.objectCount, kind, timings.quantile(0.5), timings.quantile(0.99), timings.count, separator: "\t")
    }
  }

  /// Times a person's edits beside a million edits in the background; see ``BatchDay``.
  private func timeBatch() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("batch-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let search = PluginSearch(paths: [plugins], executableFolder: nil, environment: Self.environment)
    let library = PluginLibrary(search: search)
    defer { library.shutDown() }
    let day = try BatchDay(scene, in: folder, library: library)
    for (kind, timings) in try day.run() {
      print(
        kind, timings.quantile(0.5), timings.quantile(0.99), timings.quantile(1), timings.count, separator: "\t")
    }
  }

  private func report(_ document: SceneDocument, _ what: String, _ timings: Timings, _ runs: Int) {
    print(document.objectCount, what, timings.quantile(0.5), timings.quantile(0.99), runs, separator: "\t")
  }
}

/// An error that makes a measurement impossible or meaningless.
struct Problem: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}
