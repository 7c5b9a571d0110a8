import Testing

/// What authors read when they misuse the macros, word for word and column for column.
@Suite struct CompileErrorTests {
  @Test(arguments: [
    "Accepted", "Arguments", "Classes", "Enums", "InferredTypes", "Kinds", "Parts", "Places", "WrittenTypes",
  ])
  func fixture(_ name: String) throws {
    let fixture = try Fixture(name)
    let output = try Compiler().compile(fixture.source)
    let found = diagnostics(in: output.text)
    if Fixture.isRecording {
      try fixture.record(found)
      Issue.record("recorded '\(name)' anew; run without INSPECTOR_RECORD")
      return
    }
    #expect(found == fixture.expected)
    let isRefused = found.contains { $0.contains(": error: ") }
    #expect(output.succeeded == !isRefused, "an error without a place: \(output.text)")
  }
}
