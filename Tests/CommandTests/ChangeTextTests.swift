import Testing

@testable import CommandLineKit
@testable import WorkbenchSupport

/// Tests of the text of a change, which shows the difference even between very long values.
@Suite struct ChangeTextTests {
  private func text(_ old: String?, _ new: String?, width: Int? = nil) -> String {
    ValueText(style: .plain, lineWidth: width).change(of: "frame", from: old, to: new, none: "(default)")
  }

  @Test(
    "of objects only the members that differ are printed",
    arguments: [
      (#"{ "x": 1, "width": 56 }"#, #"{"x":1, "width":57}"#, "frame.width: 56 → 57"),
      (#"{"x":1,"y":2,"width":5}"#, #"{"x":1.50,"y":2,"width":7}"#, "frame.x: 1 → 1.50, frame.width: 5 → 7"),
      (#"{"x":1,"y":2}"#, #"{"x":3,"y":4}"#, #"frame: {"x":1,"y":2} → {"x":3,"y":4}"#),
      (#"{"x":1}"#, #"{"x":1,"y":4}"#, "frame.y: (none) → 4"),
      (#"{"x":1,"y":4}"#, #"{"x":1}"#, "frame.y: 4 → (none)"),
      (#"{"a":{"b":1,"c":2},"d":3}"#, #"{"a":{"b":1,"c":5},"d":3}"#, "frame.a.c: 2 → 5"),
      (#"{"a":{"b":1},"d":3}"#, #"{"a":[],"d":3}"#, #"frame.a: {"b":1} → []"#),
      (#"{"x":1}"#, #"{ "x": 1 }"#, #"frame: {"x":1} → { "x": 1 }"#),
      (#"{"a\u001b":1,"b":2}"#, #"{"a\u001b":3,"b":2}"#, #"frame.a\u001b: 1 → 3"#),
      (#"{"x":1"#, #"{"x":2}"#, #"frame: {"x":1 → {"x":2}"#),
      ("5", "{}", "frame: 5 → {}"),
    ])
  func members(old: String, new: String, expected: String) {
    #expect(text(old, new) == expected)
    #expect(text(old, new, width: 40) == expected)
  }

  @Test("a value that is absent has a word")
  func absent() {
    #expect(text(nil, "5") == "frame: (default) → 5")
    #expect(text(#"{"x":1}"#, nil) == #"frame: {"x":1} → (default)"#)
  }

  @Test("long texts are cut around the difference", arguments: [40, 60, 80, 200], [0, 1, 7, 30, 150, 290, 299])
  func longTexts(width: Int, place: Int) {
    let letters = (0..<300).map { _ in "a" }
    var changed = letters
    changed[place] = "é"
    let line = text("\"\(letters.joined())\"", "\"\(changed.joined())\"", width: width)
    #expect(line.contains("é"), "\(line)")
    #expect(TerminalText.width(line) + 4 <= max(width, 46), "\(line)")
    #expect(line.contains("…"))
  }

  @Test("a text is cut to its width, with the place in it", arguments: 1...12)
  func cuts(width: Int) {
    let text = "0123456789"
    for place in 0..<10 {
      let cut = TerminalText.cut(text, around: place, to: width)
      #expect(TerminalText.width(cut) <= width, "\(cut)")
      if width > 3 { #expect(cut.contains("\(place)"), "\(cut) around \(place)") }
    }
  }
}
