import JSONText
import Testing

@testable import ComponentModel
@testable import SceneQuery
@testable import Workbench

/// Tests that values in canonical form are valid without being parsed.
@Suite struct CanonicalFormTests {
  private static let forms: [String: CanonicalForm] = [
    "on": CanonicalForm(.bool), "text": CanonicalForm(.string), "count": CanonicalForm(.whole),
    "n": CanonicalForm(.number), "part": CanonicalForm(.number, 0...1), "some": CanonicalForm(.whole, 3...64),
    "color": CanonicalForm(.hexColor), "at": CanonicalForm(.point), "size": CanonicalForm(.size),
    "frame": CanonicalForm(.rect), "axis": CanonicalForm(oneOf: [Array("\"up\"".utf8), Array("\"down\"".utf8)]),
  ]

  private func fits(_ form: String, _ text: String) throws -> Bool {
    let form = try #require(Self.forms[form])
    // A document's values are followed by more text.
    return Array("\(text)}        ".utf8).withUnsafeBytes {
      form.fits(UnsafeRawBufferPointer(rebasing: $0[..<text.utf8.count]))
    }
  }

  @Test(arguments: [
    ("on", "true"), ("on", "false"), ("text", #""a\nb""#), ("count", "-12"), ("n", "-1.5"), ("n", "5"), ("part", "0"),
    ("part", "1.0"), ("some", "64"), ("color", ##""#A1b2C3""##), ("color", ##""#A1b2C3d4""##), ("axis", #""down""#),
    ("at", #"{"x":1,"y":-2.25}"#), ("size", #"{ "width" : 1 , "height" : 2 }"#),
    ("frame", #"{"x":1,"y":2,"width":3,"height":4}"#),
  ])
  func provablyValid(form: String, text: String) throws { #expect(try fits(form, text)) }

  @Test(arguments: [
    ("on", "1"), ("on", "null"), ("text", "1"), ("text", #"["a"]"#), ("text", #"{"x":1}"#), ("count", "1.0"),
    ("count", "1e2"), ("count", "9223372036854775808"), ("count", #""1""#), ("n", "1e5"), ("n", #""1""#),
    ("n", #"{"x":1,"y":2}"#), ("part", "1.01"), ("part", "-0.5"), ("some", "2"), ("some", "65"), ("color", #""red""#),
    ("color", ##""#12345g""##), ("color", ##""#123""##), ("axis", #""left""#), ("axis", #""dow\u006e""#),
    ("at", #"{"x":1}"#), ("at", #"{"y":1,"x":1}"#), ("at", "{}"), ("at", "[1,2]"), ("at", #"{"x":1,"y":2,"z":3}"#),
    ("at", #"{"x":1,"y":"2"}"#), ("at", #"{"x":1,"y":{"x":1,"y":2}}"#), ("at", #"{"x":1,"y":1e3}"#), ("at", "5"),
    ("size", #"{"x":1,"y":2}"#), ("frame", #"{"x":1,"y":2,"width":3}"#),
  ])
  func toBeRead(form: String, text: String) throws { #expect(try !fits(form, text)) }
}
