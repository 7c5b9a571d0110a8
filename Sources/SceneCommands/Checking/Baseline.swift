internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A file of known findings in the format `inspector-baseline/1`. With it, `check` reports only new findings.
///
/// ```json
/// { "format": "inspector-baseline/1",
///   "findings": [
///     { "scene": "ui/card.scene.json", "code": "unknown.property", "object": "badge", "property": "glow", "count": 1 } ] }
/// ```
///
/// Scenes are named relative to the file's folder. Lines and messages are not recorded, since they may change while the
/// finding stays the same.
struct Baseline: Sendable {
  static let format = "inspector-baseline/1"

  /// The identity of a finding within a scene. The object or the property is empty if the finding concerns none.
  struct Finding: Hashable, Sendable {
    var code: String
    var object: String
    var property: String

    init(code: String, object: String, property: String) {
      (self.code, self.object, self.property) = (code, object, property)
    }

    init(_ finding: Diagnostic) {
      self.init(code: finding.code.rawValue, object: finding.object ?? "", property: finding.property ?? "")
    }
  }

  /// The number of occurrences of each finding.
  typealias Findings = [Finding: Int]

  /// The path of the file, as the user wrote it.
  let path: String

  /// True if a strict check, which reports more findings, wrote the baseline.
  private(set) var isStrict = false

  /// The recorded findings by scene, with keys in the form of ``key(_:)``.
  private var scenes: [String: Findings] = [:]

  /// The components of the path of the file's folder.
  private let folder: [String]

  /// Reads a baseline. Throws if the file cannot be read or is not a baseline.
  ///
  /// - Parameter mayBeMissing: true to create an empty baseline if the file does not exist yet, or is not a regular file.
  init(_ path: String, mayBeMissing: Bool, _ context: CommandContext) throws(SceneError) {
    self.path = path
    folder = OutputPaths.place(of: path).dropLast()
    // A pipe has no former baseline, and reading it would wait for ever.
    if mayBeMissing, FileIdentity.status(path).map({ $0.st_mode & S_IFMT == S_IFREG }) != true { return }
    if path != "-", FileIdentity.status(path) == nil, errno == ENOENT {
      throw SceneError(BaselineProblem.missing, file: path)
    }
    let bytes = try context.read(path, as: "baseline")
    if let error = SceneError.syntaxError(in: bytes, file: path) { throw error }
    guard let tree = try? JSON.parse(bytes), tree["format"]?.stringValue == Self.format,
      let list = tree["findings"]?.arrayValue
    else { throw SceneError(BaselineProblem.format, file: path) }
    isStrict = tree["strict"]?.boolValue ?? false
    for (place, element) in list.enumerated() {
      guard let scene = element["scene"]?.stringValue, let code = element["code"]?.stringValue,
        let count = element["count"]?.intValue, count > 0
      else { throw SceneError(BaselineProblem.finding(number: place + 1), file: path) }
      let finding = Finding(
        code: code, object: element["object"]?.stringValue ?? "", property: element["property"]?.stringValue ?? "")
      let bytes = element["sceneBytes"]?.stringValue.map { "\0\($0)" } ?? ""
      scenes[scene + bytes, default: [:]][finding, default: 0] += count
    }
  }

  /// Returns the key of a scene: its path relative to the baseline's folder or, if the path is not UTF-8, this path
  /// with a NUL and the base64 of its bytes.
  private func key(_ scene: String) -> String {
    FileName.members("scene", relative(scene)).compactMap(\.1.stringValue).joined(separator: "\0")
  }

  static func findings(_ diagnostics: [Diagnostic]) -> Findings {
    diagnostics.reduce(into: [:]) { $0[Finding($1), default: 0] += 1 }
  }

  /// Returns the recorded findings of a scene; empty if none are recorded.
  func findings(of scene: String) -> Findings { scenes[key(scene)] ?? [:] }

  /// The recorded findings of scenes whose files no longer exist.
  var ofMissingScenes: [(scene: String, findings: Findings)] {
    scenes.filter { !isThere($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Writes the baseline with these findings for these scenes, and keeps the former findings of all other scenes that
  /// still exist. Throws if the file cannot be written.
  ///
  /// - Parameter isStrict: true if a strict check found them.
  /// - Returns: the number of findings in the file.
  func write(
    _ recorded: [(scene: String, findings: Findings)], isStrict: Bool
  ) throws(SceneError) -> Int {
    var scenes = scenes.filter { isThere($0.key) }
    for (scene, findings) in recorded { scenes[key(scene)] = findings }
    var lines: [String] = []
    var total = 0
    for (scene, findings) in scenes.sorted(by: { $0.key < $1.key }) {
      for (finding, count) in Self.sorted(findings) {
        var line = JSONLine(isSpaced: true)
        for (name, value) in zip(["scene", "sceneBytes"], scene.parts(between: "\0")) { line.add(name, .string(value)) }
        line.add("code", .string(finding.code))
        if !finding.object.isEmpty { line.add("object", .string(finding.object)) }
        if !finding.property.isEmpty { line.add("property", .string(finding.property)) }
        line.add("count", .int(count))
        lines.append("    " + line.text)
        total += count
      }
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    let strict = isStrict ? "  \"strict\": true,\n" : ""
    let text = "{\n  \"format\": \"\(Self.format)\",\n\(strict)  \"findings\": \(list)\n}\n"
    try AtomicFile.write(Array(text.utf8), to: path, as: .baseline)
    return total
  }

  /// Returns the findings in the order of their codes, objects and properties.
  static func sorted(_ findings: Findings) -> [(finding: Finding, count: Int)] {
    findings.map { ($0.key, $0.value) }.sorted { first, second in
      let (a, b) = (first.0, second.0)
      return (a.code, a.object, a.property) < (b.code, b.object, b.property)
    }
  }

  private func isThere(_ scene: String) -> Bool {
    scene == "-" || scene.holds("\0") || access("/" + (folder + [scene]).joined(separator: "/"), F_OK) == 0
  }

  /// Returns a scene's path relative to the baseline's folder; `-` for standard input.
  private func relative(_ scene: String) -> String {
    guard scene != "-" else { return scene }
    let whole = OutputPaths.place(of: scene)
    let common = zip(whole.dropLast(), folder).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + whole.dropFirst(common)).joined(separator: "/")
  }
}
