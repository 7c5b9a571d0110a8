import Foundation
import Testing

/// Tables fit terminals of 60, 80 and 120 columns, and no word in them is broken: `Tests/Tools/tables_fit.py` looks.
@Suite(.serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 looks"))
struct TableWidthTests {
  @Test func ofFixtures() throws { try expectPasses("Tools/tables_fit.py") }

  @Test(
    .enabled(if: corpus != nil, "the shared corpora are not beside the clone; INSPECTOR_SHARED names another place"))
  func ofTheCorpus() throws { try expectPasses("Tools/tables_fit.py", [Self.corpus ?? ""]) }

  static let corpus: String? = {
    let given = ProcessInfo.processInfo.environment["INSPECTOR_SHARED"]
    let folder = "\(given ?? "\(GoldenCase.testsFolder)/../../shared")/corpora/scenes"
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()
}
