import Testing

@testable import InspectorKit

@Suite struct DidYouMeanTests {
  private static let names = ["alpha", "backgroundColor", "cornerRadius", "frame", "isHidden", "tag"]

  @Test(arguments: [
    ("cornerRadus", "cornerRadius"), ("cornerRaduis", "cornerRadius"), ("CORNERRADIUS", "cornerRadius"),
    ("alhpa", "alpha"), ("Frame", "frame"), ("backgroundColour", "backgroundColor"), ("hidden", "isHidden"),
    ("tga", "tag"),
  ])
  func findsTheNearest(_ typed: String, _ meant: String) {
    #expect(DidYouMean.suggestion(for: typed, among: Self.names) == meant)
  }

  @Test(arguments: ["opacity", "", "x", "ta", "zzz", "ornerR", String(repeating: "a", count: 300)])
  func isSilentWhereNothingIsNear(_ typed: String) {
    #expect(DidYouMean.suggestion(for: typed, among: Self.names) == nil)
  }

  /// Checks that a name with the typed prefix is preferred to a similar name.
  @Test func aBeginningIsPreferred() {
    #expect(DidYouMean.suggestion(for: "--mod", among: ["--raw", "--sort", "--modified"]) == "--modified")
    #expect(DidYouMean.suggestion(for: "Corner", among: Self.names) == "cornerRadius")
    #expect(DidYouMean.suggestion(for: "tag", among: ["tags", "TAG"]) == "TAG")
    #expect(DidYouMean.suggestion(for: "tags", among: ["tag", "tagsColor", "tagsBackground"]) == "tagsColor")
    #expect(DidYouMean.suggestion(for: "bor", among: ["borderWidth", "borderColor", "border"]) == "border")
  }

  /// Checks that a word is completed to the shortest name that contains it, if at most three names do.
  @Test func aWordIsFoundInLongerNames() {
    #expect(DidYouMean.suggestion(for: "points", among: ["alpha", "pointCount", "Point Count"]) == "pointCount")
    #expect(DidYouMean.suggestion(for: "Count", among: ["alpha", "pointCount", "Point Count"]) == "pointCount")
    #expect(DidYouMean.suggestion(for: "thumb", among: ["user-thumb", "user-thumb-image"]) == "user-thumb")
    #expect(DidYouMean.suggestion(for: "oint", among: ["alpha", "pointCount"]) == nil)
    let widths = ["borderWidth", "shadowWidth", "lineWidth"]
    #expect(DidYouMean.suggestion(for: "width", among: widths) == "lineWidth")
    #expect(DidYouMean.suggestion(for: "width", among: widths + ["maximumWidth"]) == nil)
  }

  @Test func theFirstOfEquallyNearWins() {
    #expect(DidYouMean.suggestion(for: "bat", among: ["cat", "hat"]) == "cat")
    #expect(DidYouMean.suggestion(for: "hat", among: ["cat", "hat"]) == "hat")
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "ABC", 0), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ("ca", "abc", 3), ("größe", "grosse", 3), ("abcdef", "badcfe", 3),
  ])
  func distance(_ first: String, _ second: String, _ edits: Int) {
    let (a, b) = (DidYouMean.folded(first), DidYouMean.folded(second))
    #expect(DidYouMean.distance(a, b, atMost: .max) == edits)
    #expect(DidYouMean.distance(b, a, atMost: .max) == edits)
  }
}
