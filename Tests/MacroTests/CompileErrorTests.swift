import Testing

/// Tests of the complete error messages about misused macros, with their columns.
@Suite struct CompileErrorTests {
  @Test(arguments: [
    "Accepted", "Actions", "Arguments", "Classes", "Conformances", "Enums", "InferredTypes", "Kinds", "Options",
    "Parts", "Places",
    "Refusals", "Settings", "WrittenTypes",
  ])
  func fixture(_ name: String) throws {
    let fixture = try Fixture(name)
    let output = try Compiler().compile(fixture.source)
    let found = diagnostics(in: output.text)
    if Fixture.isRecording {
      try fixture.record(found)
      Issue.record("recorded '\(name)' again; run without INSPECTOR_RECORD")
      return
    }
    expectSame(found, fixture.expected)
    let isRefused = found.contains { $0.contains(": error: ") }
    #expect(output.succeeded == !isRefused, "an error without a place: \(output.text)")
  }
}

/// Expects equal lists of lines; an issue shows only the differing lines.
func expectSame(_ found: [String], _ expected: [String], _ place: SourceLocation = #_sourceLocation) {
  guard found != expected else { return }
  let changes = found.difference(from: expected).map { change in
    switch change {
    case .remove(let line, let text, _): "- line \(line + 1): \(text)"
    case .insert(let line, let text, _): "+ line \(line + 1): \(text)"
    }
  }
  Issue.record("- expected, + found:\n\(changes.joined(separator: "\n"))", sourceLocation: place)
}
