import Foundation
import Testing

/// Every example of every help text works: `Tests/Tools/help_examples.py` runs them, those of a shell in a shell.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 runs the examples"))
struct HelpExampleTests {
  @Test func everyExampleWorks() throws { try expectPasses("Tools/help_examples.py") }
}
