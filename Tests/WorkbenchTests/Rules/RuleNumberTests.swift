import TestSupport
import Testing

/// Tests that the rule numbers in the article about editing and in the tests agree.
@Suite struct RuleNumberTests {
  @Test("every rule of the article is named by a test, and no test names another")
  func numbers() throws {
    let article = text("/\(Self.root)/Sources/Workbench/Documentation.docc/RulesOfEditing.md")
    let rules = article.split(separator: "\n").compactMap { $0.firstMatch(of: #/^(\d+)\. /#) }
      .compactMap { Int($0.output.1) }
    #expect(rules.count > 70 && rules == Array(1...max(1, rules.count)), "numbered without gaps")
    var named: Set<Int> = []
    for file in sources(in: "/\(Self.root)/Tests/WorkbenchTests") {
      for title in text(file).matches(of: #/"rules? ([0-9, to]+): /#) { named.formUnion(numbers(in: title.output.1)) }
    }
    #expect(named.symmetricDifference(rules).sorted() == [])
  }

  private static let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  /// Returns the numbers in a text such as `1, 3 to 5`.
  private func numbers(in text: Substring) -> [Int] {
    text.split(separator: ", ").flatMap { part in
      let ends = part.split(separator: " to ").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return [Int]() }
      return Array(first...last)
    }
  }

  private func sources(in folder: String) -> [String] {
    fileNames(in: folder).flatMap { name in
      name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : name.contains(".") ? [] : sources(in: "\(folder)/\(name)")
    }
  }

  private func text(_ path: String) -> String { String(decoding: contents(path), as: UTF8.self) }
}
