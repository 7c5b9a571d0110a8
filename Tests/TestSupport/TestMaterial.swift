internal import Glibc

/// A file or folder of test data: a fixture of the repository, or a larger equivalent in the shared folder.
///
/// ```swift
/// @Test(arguments: TestMaterial.at("colors/names.tsv", shared: "corpora/css_named_colors.tsv"))
/// ```
package struct TestMaterial: Sendable, CustomStringConvertible {
  package let path: String

  /// True if the material is in the shared folder.
  package let isShared: Bool

  package let description: String

  /// Returns the fixture and, if it exists, the shared material.
  package static func at(_ fixture: String, shared: String) -> [TestMaterial] {
    let own = TestMaterial(
      path: "\(fixtureFolder)/\(fixture)", isShared: false, description: "Tests/Fixtures/\(fixture)")
    guard let sharedFolder, access("\(sharedFolder)/\(shared)", R_OK) == 0 else { return [own] }
    return [own, TestMaterial(path: "\(sharedFolder)/\(shared)", isShared: true, description: "../shared/\(shared)")]
  }

  /// The rows of a tab-separated file, without the heading.
  package var rows: [[String]] {
    String(decoding: contents(path), as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Returns the paths of the files with a suffix in a folder and its subfolders, sorted within each folder.
  package func files(_ ending: String) -> [String] { Self.files(ending, in: path) }

  private static func files(_ ending: String, in folder: String) -> [String] {
    fileNames(in: folder).flatMap { name in
      name.hasSuffix(ending) ? ["\(folder)/\(name)"] : files(ending, in: "\(folder)/\(name)")
    }
  }
}
