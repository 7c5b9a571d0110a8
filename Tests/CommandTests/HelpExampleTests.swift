import Foundation
import Testing

/// Every example of every help text works: `Tests/Tools/help_examples.py` runs them, those of a shell in a shell.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 runs the examples"))
struct HelpExampleTests {
  @Test func everyExampleWorks() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(GoldenCase.testsFolder)/Tools/help_examples.py")
    process.arguments = [GoldenCase.buildFolder]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
