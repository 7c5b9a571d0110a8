import InspectorKit
import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests that colours keep the notation of their document.
struct ColorSpellingTests {
  private static func spelled(_ new: String, like old: String?) throws -> String {
    let old = old.map { JSONString.quoted($0) }
    let text = try (old ?? []).withUnsafeBytes { bytes in
      try ColorSpelling.text(Array(new.utf8), like: old == nil ? nil : bytes)
    }
    guard case .string(let spelled) = try JSON.parse(text) else { return "" }
    return spelled
  }

  @Test(arguments: [
    ("#fff", "#00FF00FF", "#0f0"), ("#fff", "#00FF00", "#00FF00"),
    ("#fff", "#00FF0080", "rgba(0,255,0,0.502)"), ("#fff", "tomato", "#ff6347"), ("#FFF", "tomato", "#FF6347"),
    ("#fff", "red", "#f00"), ("#ABCDEF", "rgb(1,2,3)", "#010203"), ("#abc8", "red", "#f00f"),
    ("#abcdef80", "red", "#ff0000ff"), ("#fff", "rgba(255,0,0,0.5)", "rgba(255,0,0,0.5)"),
    ("red", "blue", "blue"), ("red", "#0000ff", "#0000ff"), ("transparent", "rgba(0,0,0,0)", "rgba(0,0,0,0)"),
    ("rgb(1,2,3)", "#0A141EFF", "rgb(10,20,30)"), ("rgb(1, 2, 3)", "#0A141E", "rgb(10, 20, 30)"),
    ("rgb(1 2 3)", "#0A141E", "rgb(10 20 30)"), ("rgb(1 2 3 / 0.5)", "#FF000080", "rgb(255 0 0 / 0.502)"),
    ("rgb(1,2,3)", "#FF000080", "rgba(255,0,0,0.502)"), ("rgba(1, 2, 3, 0.5)", "red", "rgba(255, 0, 0, 1)"),
    ("hsl(47, 26%, 88%)", "#FF0000", "hsl(0, 100%, 50%)"), ("hsl(47,26%,88%)", "white", "hsl(0,0%,100%)"),
    ("hsla(47, 26%, 88%, 0.7)", "lime", "hsla(120, 100%, 50%, 1)"), ("hsl(1 2% 3%)", "blue", "hsl(240 100% 50%)"),
    ("hwb(90 10% 10%)", "#123456", "#123456"), ("oklch(0.6 0.2 29)", "#12345678", "rgba(18,52,86,0.471)"),
    ("no color", "#123456FF", "#123456"), (" #fff ", "red", "#f00"),
  ])
  func spelling(_ old: String, _ new: String, _ expected: String) throws {
    #expect(try Self.spelled("\"\(new)\"", like: old) == expected)
  }

  @Test func aNewColourHasSixDigits() throws {
    #expect(try Self.spelled(#"{"red": 1, "green": 0, "blue": 0, "alpha": 1}"#, like: nil) == "#ff0000")
    #expect(try Self.spelled("\"tomato\"", like: nil) == "tomato")
  }

  @Test(arguments: ["5", "true", "\"pinkish\"", "{}", "[1]", "\"\""])
  func whatIsNoColourIsRefused(_ text: String) {
    #expect(throws: ForeignRefusal.self) { try ColorSpelling.text(Array(text.utf8), like: nil) }
  }

  static let spellings = [
    "#fff", "#FFF", "#abc8", "#abcdef", "#ABCDEF80", "red", "transparent", "rgb(1,2,3)", "rgb(1, 2, 3)", "rgb(1 2 3)",
    "rgb(1 2 3 / 0.5)", "rgb(10%, 20%, 30%)", "RGBA(1,2,3,.5)", "hsl(120,50%,50%)", "hsl(120deg 50% 50%)",
    "hsla(47, 26%, 88%, 0.7)", "HSLA(0.5turn,50%,50%,1)", "hwb(90 10% 10%)", "lab(50% 40 59.5)",
    "color(srgb 1 0.5 0)", " #fff ", "rgb( 1 , 2 , 3 )", "rgb(none 2 3)", "rgba(1 2 3 / 50%)", "not a color",
  ]

  /// Checks that the new text has the requested colour, and keeps its notation when the colour is set again.
  @Test(arguments: spellings)
  func theNewTextSaysTheColour(_ old: String) throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<400 {
      func part() -> Double {
        round.isMultiple(of: 2)
          ? Double(Int.random(in: 0...255, using: &random)) / 255 : Double.random(in: 0...1, using: &random)
      }
      let color = Color(
        red: part(), green: part(), blue: part(), alpha: round.isMultiple(of: 3) ? 1 : part())
      let wanted = color.text.hasPrefix("#") ? "\"\(color.text)\"" : color.text
      let text = try Self.spelled(wanted, like: old)
      let read = try #require(Color(text), "\(text)")
      #expect(FormatLaws.isNear(read, color), "\(old): \(text) for \(color.text)")
      #expect(try Self.spelled("\"\(text)\"", like: old) == text)
    }
  }
}
