// The tests of a new plugin in Swift.
extension SwiftTemplate {
  var tests: String {
    #"""
    import InspectorTesting
    import Testing

    @testable import \#(type)

    @Test func theLevelIsAtMostTheMaximum() throws {
      let component = try ComponentUnderTest(\#(type).self, ["level": 120.0])
      #expect(component["level"] == .double(100))
      #expect(component.warnings == ["a level of 120.0 is above the maximum, 100.0"])
    }

    @Test func itIsFullAtTheMaximum() throws {
      var component = try ComponentUnderTest(\#(type).self, ["maximum": 10.0])
      try component.set("level", to: 10.0)
      #expect(component["isFull"] == .bool(true))
    }

    /// Checks the laws for every plugin: declared defaults are real, values survive, answers are the same each time.
    @Test func keepsTheLaws() { expectConformance(of: \#(type)Plugin.self) }

    """#
  }

  var showTests: String {
    #"""
    import Foundation
    import Testing

    private let environment = ProcessInfo.processInfo.environment

    /// The program to run: the one that `INSPECTOR` names, else the first on the PATH.
    private let inspector: String? =
      environment["INSPECTOR"]
      ?? (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/inspector" }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      }

    /// `inspector show` prints the text in `show.txt` for the example. `INSPECTOR_RECORD=1` records it again, and fails.
    @Suite(.enabled(if: inspector != nil, "no 'inspector' is on the PATH; INSPECTOR=FILE names one"))
    struct ShowTests {
      @Test func showsWhatItShowed() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        // The plugin is built beside the tests.
        let plugin = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
          .appending(path: "\#(name.productName)")
        let scene = tests.appending(path: "../../scene.json").standardized
        let process = Process()
        process.executableURL = URL(filePath: try #require(inspector))
        process.arguments = [
          "show", "--modified", "--color", "never", "--plugin", plugin.path, scene.path, "\#(name.fileName)",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let shown = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)

        let golden = tests.appending(path: "show.txt")
        if environment["INSPECTOR_RECORD"] != nil {
          try Data(shown.utf8).write(to: golden)
          Issue.record("show.txt was recorded again; review the difference, and run without INSPECTOR_RECORD")
        } else {
          #expect(try shown == String(contentsOf: golden, encoding: .utf8))
        }
      }
    }

    """#
  }

  var readme: String {
    TemplateFile.readme(
      name,
      about: """
        `Sources/\(type)/\(type).swift` is the component, `\(type)Plugin.swift` beside it the plugin. `inspector plugin pack` builds
        one static executable that runs without Swift or any library.
        """,
      commands: commands,
      next: """
        `Tests/\(type)Tests/show.txt` is the output of `inspector show` for the example; `INSPECTOR_RECORD=1 swift test` writes it
        again, and fails.
        """
    )
  }
}
