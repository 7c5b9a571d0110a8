internal import Glibc

/// A file or a folder that a test reads: one of `Tests/Fixtures`, which is always there, or a larger one of the same form
/// in the shared folder.
///
/// ```swift
/// @Test(arguments: TestMaterial.at("colors/names.tsv", shared: "corpora/css_named_colors.tsv"))
/// ```
package struct TestMaterial: Sendable, CustomStringConvertible {
  package let path: String

  /// Whether it is the shared one.
  package let isShared: Bool

  package let description: String

  /// The fixture, and the shared one where that is there.
  package static func at(_ fixture: String, shared: String) -> [TestMaterial] {
    let own = TestMaterial(
      path: "\(fixtureFolder)/\(fixture)", isShared: false, description: "Tests/Fixtures/\(fixture)")
    guard let sharedFolder, access("\(sharedFolder)/\(shared)", R_OK) == 0 else { return [own] }
    return [own, TestMaterial(path: "\(sharedFolder)/\(shared)", isShared: true, description: "../shared/\(shared)")]
  }

  /// The rows of a tab-separated file, without its heading.
  package var rows: [[String]] {
    String(decoding: contents(path), as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The paths of the files of a folder and of those in it whose names end with `ending`, sorted in each.
  package func files(_ ending: String) -> [String] { Self.files(ending, in: path) }

  private static func files(_ ending: String, in folder: String) -> [String] {
    fileNames(in: folder).flatMap { name in
      name.hasSuffix(ending) ? ["\(folder)/\(name)"] : files(ending, in: "\(folder)/\(name)")
    }
  }
}
