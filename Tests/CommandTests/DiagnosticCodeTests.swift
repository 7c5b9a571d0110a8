import Foundation
import Testing
import Workbench

/// Tests that `Schemas/diagnostic-codes.json` lists exactly the codes that the sources define.
@Suite struct DiagnosticCodeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private struct List: Decodable {
    var format: String
    var codes: [String: String]
  }

  /// Returns the files under `Sources`, each with its name and text.
  private static func sources() throws -> [(name: String, text: String)] {
    let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    return try (try #require(files)).compactMap { file in
      guard let file = file as? URL, file.pathExtension == "swift" else { return nil }
      return (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
    }
  }

  @Test("all diagnostic codes are listed, each with a sentence, and given somewhere")
  func codes() throws {
    let list = try JSONDecoder().decode(
      List.self, from: try Data(contentsOf: Self.root.appending(path: "Schemas/diagnostic-codes.json")))
    #expect(list.format == "inspector-codes/1")
    #expect(DiagnosticCode.allCases.map(\.rawValue).sorted() == list.codes.keys.sorted())
    for (code, meaning) in list.codes {
      #expect(meaning.hasSuffix(".") && meaning.first?.isUppercase == true, "the sentence of '\(code)'")
    }
    let sources = try Self.sources()
    let own = try #require(sources.first { $0.name == "DiagnosticCode.swift" })
    let others = sources.filter { $0.name != own.name }.map(\.text).joined()
    for name in own.text.matches(of: /\n  case (\w+)/).map(\.1) {
      #expect(others.contains(".\(name)"), "nothing gives '\(name)' any more")
    }
  }

  @Test("refusals and findings have files of their own, and code that has a fact gives no sentence instead")
  func sentences() throws {
    let sources = try Self.sources()
    let declared = sources.filter { name, text in
      !["Error", "Finding", "Problem", "Refusal", "Usage"].contains(where: name.contains)
        && text.contains(/(enum|struct) \w+: (Command)?Refusal \{/)
    }
    #expect(declared.map(\.name) == [], "move it into a file of its own, such as 'EditRefusal.swift'")
    let stated = sources.filter { $0.text.contains(/StatedRefusal\((\.|code|kind)/) }
    #expect(
      stated.map(\.name).sorted() == [
        "EditScript.swift", "PluginFailure.swift", "Refusal.swift",
      ], "add a case to the refusals of the module")
  }
}
