import Foundation
import Testing

/// Tests of every example in the help texts. `Tests/Tools/help_examples.py` runs them, and runs shell examples in a
/// shell.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 runs the examples"))
struct HelpExampleTests {
  @Test func everyExampleWorks() throws { try expectPasses("Tools/help_examples.py") }
}
