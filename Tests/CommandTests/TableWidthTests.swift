import Foundation
import TestSupport
import Testing

/// Tests that tables fit terminals of 60, 80 and 120 columns without broken words, by `Tests/Tools/tables_fit.py`.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 looks"))
struct TableWidthTests {
  @Test(
    "of the scenes that it has itself, and of the shared ones",
    arguments: [[]] + (sharedFolder.map { [["\($0)/corpora/scenes"]] } ?? []))
  func tables(of folder: [String]) throws { try expectPasses("Tools/tables_fit.py", folder) }
}
