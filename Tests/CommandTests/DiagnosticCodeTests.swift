import Foundation
import Testing

/// Every code that the sources can give is in `Schemas/diagnostic-codes.json`, and no other.
@Suite struct DiagnosticCodeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private struct List: Decodable {
    var format: String
    var codes: [String: String]
  }

  private static func listed() throws -> [String: String] {
    let list = try JSONDecoder().decode(
      List.self, from: try Data(contentsOf: root.appending(path: "Schemas/diagnostic-codes.json")))
    #expect(list.format == "inspector-codes/1")
    return list.codes
  }

  /// Texts that look like codes.
  private static let others: Set = ["bundle.json"]

  /// Texts between quotation marks that are given as codes, or look like those of the families that are listed.
  private static func given(families: Set<String>) throws -> Set<String> {
    var found = Set<String>()
    let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let pieces = try Data(contentsOf: file).split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      for (before, piece) in zip(pieces, pieces.dropFirst()) where 1..<40 ~= piece.count && piece.allSatisfy(isOfCode) {
        let code = String(decoding: piece, as: UTF8.self)
        let isGiven = ["code: ", "code = ", ".refused("].contains {
          before.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
        let parts = code.split(separator: ".", omittingEmptySubsequences: false)
        if isGiven || parts.count == 2 && families.contains(String(parts[0])) && !parts[1].isEmpty {
          found.insert(code)
        }
      }
    }
    return found.subtracting(others)
  }

  private static func isOfCode(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  @Test("all diagnostic codes are listed, each with a sentence")
  func codes() throws {
    let listed = try Self.listed()
    let families = Set(listed.keys.map { String($0.prefix { $0 != "." }) })
    let given = try Self.given(families: families)
    #expect(given.subtracting(listed.keys).sorted() == [], "add these to Schemas/diagnostic-codes.json")
    #expect(Set(listed.keys).subtracting(given).sorted() == [], "nothing gives these any more")
    for (code, meaning) in listed {
      #expect(meaning.hasSuffix(".") && meaning.first?.isUppercase == true, "the sentence of '\(code)'")
    }
  }
}
