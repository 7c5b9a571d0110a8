import Foundation

/// A source file that a test compiles, with the expected diagnostics.
///
/// `Fixtures/Name.swift.txt` is Swift source; its lines `// expected: 6:29: error: …` list all diagnostics of the
/// compiler, by line and column. Run the tests with `INSPECTOR_RECORD=1` to record the present diagnostics: this run
/// fails, and `git diff` shows the difference.
struct Fixture {
  let file: URL
  /// The source without the list of diagnostics.
  let source: String
  let expected: [String]

  static let marker = "// expected: "
  static var folder: URL { get throws { try packageRoot().appending(path: "Tests/MacroTests/Fixtures") } }
  static var isRecording: Bool { ProcessInfo.processInfo.environment["INSPECTOR_RECORD"] == "1" }

  init(_ name: String) throws {
    file = try Self.folder.appending(path: "\(name).swift.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    source = lines.filter { !$0.hasPrefix(Self.marker) }.joined(separator: "\n")
    expected = lines.filter { $0.hasPrefix(Self.marker) }.map { String($0.dropFirst(Self.marker.count)) }
  }

  func record(_ diagnostics: [String]) throws {
    let list = diagnostics.map { Self.marker + $0 }.joined(separator: "\n")
    let text = source.trimmingCharacters(in: .newlines) + "\n" + (list.isEmpty ? "" : "\n\(list)\n")
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

/// Returns all diagnostics about the fixture, one per line, sorted by line and column.
///
/// - Diagnostics about generated code without a place in the fixture are listed under `expansion`; the following note
///   names the macro.
/// - Notes about positions in InspectorKit are left out, since these positions change.
/// - The compiler's suffix ` (from macro 'Inspectable ')` is left out.
func diagnostics(in output: String) -> [String] {
  let lines = output.split(separator: "\n").compactMap {
    line -> (file: Substring, line: Int, column: Int, text: String)? in
    guard let match = line.wholeMatch(of: /([^ ].*?):(\d+):(\d+): ((?:error|warning|note): .*)/),
      let number = Int(match.2), let column = Int(match.3)
    else { return nil }
    return (match.1, number, column, String(match.4).replacing(/\s\(from macro '[^']*'\)$/, with: ""))
  }
  let own = lines.filter { $0.file == "Fixture.swift" }.sorted {
    ($0.line, $0.column, $0.text) < ($1.line, $1.column, $1.text)
  }
  let generated = lines.filter { $0.file.contains("@__swiftmacro_") }
  return own.map { "\($0.line):\($0.column): \($0.text)" } + generated.map { "expansion: \($0.text)" }
}
