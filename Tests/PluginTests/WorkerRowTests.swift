import JSONText
import Testing

@testable import InspectorKit
@testable import Shapes

/// Tests that a worker reads rows in any JSON notation, and reports the requested data.
@Suite struct WorkerRowTests {
  private static let names =
    #"["frame","backgroundColor","isHidden","tag","alpha","layer.cornerRadius","starColor","cornerRadius"]"#

  private func reply(_ mode: String, _ rows: String, _ more: String = "") throws -> String {
    let worker = PluginWorker(Shapes.self)
    let edits = mode == "edit" ? #"["cornerRadius","alpha"]"# : "[]"
    let text = """
      {"id":1,"build":{"class":"StarView","mode":"\(mode)","properties":\(Self.names),"edits":\(edits)\(more),"rows":[\(rows)]}}
      """
    let bytes = Array(text.utf8).withUnsafeBytes { worker.reply(to: $0, send: { _, _ in }) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Equivalent rows in several notations, the host's first.
  private static let writings: [[String]] = [
    [
      ##"[{"x":1,"y":-2.5,"width":0.125,"height":30},"#1A2B3C",true,-7,2,[],"gold",-3,12.5,-1]"##,
      ##"[ {"y":-25e-1, "x":1.0, "height":30, "width":0.125}, "#1a2b3cff" , true,-7,2.0 ,[ ],"\u0067old", -3, 12.5,-1 ]"##,
      ##"[{"x":1,"y":-2.50,"height":30.0,"width":12.5e-2},"rgb(26, 43, 60)",true,-7,2e0,[],"#FD0",-3.0,1.25e1,-1e0]"##
        .replacing("#FD0", with: "#FFD700"),
    ],
    ["[[],null,[],[],-1,4,[],[],[],[]]", "[ [],null ,[],[ ],-1,4,[],[],[] ,[]]"],
  ]

  @Test(arguments: writings, ["load", "recreate", "edit"])
  func anyWriting(rows: [String], mode: String) throws {
    let rows = mode == "edit" ? rows : try rows.map(withoutEdits)
    let expected = try reply(mode, rows[0])
    #expect(expected.contains(#"{"alpha":"#), "the hooks have something to say: \(expected)")
    for row in rows { #expect(try reply(mode, row) == expected, "\(row)") }
    // Successive rows reuse the same cells, without remains of earlier rows.
    let empty = "[[],[],[],[],[],[],[],[]\(mode == "edit" ? ",[],[]" : "")]"
    let alternating = try reply(mode, "\(rows[0]),\(empty),\(rows[0])")
    let one = expected.dropFirst(#"{"id":1,"rows":["#.utf8.count).dropLast(2)
    #expect(alternating == #"{"id":1,"rows":[\#(one),{},\#(one)]}"#)
  }

  private func withoutEdits(_ row: String) throws -> String {
    JSON.array(Array(try #require(try JSON.parse(Array(row.utf8)).arrayValue).dropLast(2))).text()
  }

  @Test("the values before an edit are left out where nobody wants them, and nothing else is")
  func before() throws {
    let row = "[[],[],[],[],2,[],[],-3,-12.5,-1]"
    #expect(
      try reply("edit", row)
        == #"{"id":1,"rows":[{"before":{"alpha":1,"cornerRadius":0},"effective":{"alpha":0,"cornerRadius":0}}]}"#)
    #expect(try reply("edit", row, #","before":true"#) == reply("edit", row))
    #expect(
      try reply("edit", row, #","before":false"#)
        == #"{"id":1,"rows":[{"effective":{"alpha":0,"cornerRadius":0}}]}"#)
  }

  @Test(
    "rows that are wrong are refused with words",
    arguments: [
      ("[[],[],[],[],[],[],[]]", "a row has fewer cells than columns"),
      ("[[],[],[],[],[],[],[],[],[]]", "a row has more cells than columns"),
      ("[[],[],[],[],[],[],[],[1]]", "a cell is a value, null, or []"),
      ("[[],[],[],1.5,[],[],[],[]]", "expected an Int, found '1.5'; write a whole number, such as 12"),
      ("[[],[],[],[],1e999,[],[],[]]", "'1e999' is not a finite number, and a Double must be finite"),
    ])
  func wrong(row: String, words: String) throws {
    let error = try #require(try JSON.parse(Array(try reply("load", row).utf8))["error"])
    #expect(error["code"]?.stringValue == "worker.request")
    #expect(error["message"]?.stringValue?.hasSuffix(words) == true, "\(error.text())")
  }
}
