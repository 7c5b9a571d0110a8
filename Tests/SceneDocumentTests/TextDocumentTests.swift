import Foundation
import Testing

@testable import SceneDocument

/// Tests of a text that is not a scene: editing, saving and undo, on which other formats build.
@Suite struct TextDocumentTests {
  /// A style sheet with an invalid UTF-8 byte, which scenes may not contain.
  private static let sheet = Array("a { color: red }\r\nb { color: blue; }\n/* ".utf8) + [0xFF] + Array(" */".utf8)

  private func text(_ document: TextDocument) -> [UInt8] { document.snapshot.bytes() }

  private func span(_ words: String, in text: [UInt8] = sheet) throws -> Range<Int> {
    let words = Array(words.utf8)
    let start = try #require((0...text.count - words.count).first { text[$0...].starts(with: words) })
    return start..<start + words.count
  }

  @Test func splicesAreSavedAndUndone() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/sheet.css"
    try Data(Self.sheet).write(to: URL(fileURLWithPath: path))
    let document = try TextDocument.load(path: path)
    #expect(text(document) == Self.sheet && !document.isEdited)

    let undoBlue = document.splice(try span("blue"), with: Array("tomato".utf8), under: 7)
    let undoRed = document.splice(try span("red"), with: [], under: 3)
    let again = document.splice(try span("red"), with: Array("gold".utf8), under: 3)
    let note = document.splice(Self.sheet.count..<Self.sheet.count, with: Array("\n".utf8), under: 1 << 31)
    let start = try span(" red").lowerBound
    var expected = Self.sheet
    expected.replaceSubrange(try span("blue"), with: Array("tomato".utf8))
    expected.replaceSubrange(start + 1..<start + 4, with: Array("gold".utf8))
    expected += Array("\n".utf8)
    #expect(text(document) == expected && document.isEdited)

    document.take(try document.saveJob().run())
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == expected)
    #expect(document.fileStatus == .same)

    let redo = document.restore(note)
    for undo in [again, undoRed, undoBlue] { _ = document.restore(undo) }
    #expect(text(document) == Self.sheet && !document.isEdited)
    _ = document.restore(redo)
    #expect(text(document) == Self.sheet + Array("\n".utf8))
  }

  @Test func replacingTheWholeIsUndoneWithTheSplicesBefore() throws {
    let document = try TextDocument(bytes: Self.sheet, name: "sheet.css")
    let splice = document.splice(try span("red"), with: Array("gold".utf8), under: 0)
    let spliced = text(document)
    let undo = try document.replace(with: Array("b { color: blue; }\n".utf8))
    #expect(text(document) == Array("b { color: blue; }\n".utf8) && document.generation == 1)
    _ = document.splice(0..<1, with: Array("c".utf8), under: 0)
    let redo = try document.restore(undo)
    #expect(text(document) == spliced && document.generation == 0)
    _ = document.restore(splice)
    #expect(text(document) == Self.sheet)
    _ = document.restore(document.restore(splice))
    _ = try document.restore(redo)
    #expect(String(decoding: text(document), as: UTF8.self) == "c { color: blue; }\n", "redone with its splice")
    #expect(throws: SceneError.self) { try document.restore(redo) }
  }

  @Test(arguments: 0..<40) func anyEditsAreReplayedAndUndone(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let start = (0..<Int.random(in: 1...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let document = try TextDocument(bytes: start, name: "noise")
    let recorder = TextRecorder()
    document.recorder = recorder
    var undos: [(before: [UInt8], undo: () throws -> Void)] = []
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let before = text(document)
      if Int.random(in: 0..<5, using: &random) == 0 {
        let whole = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }
        let undo = try document.replace(with: whole)
        undos.append((before, { _ = try document.restore(undo) }))
        continue
      }
      // Sixteen parts of equal length, so that spans of different keys never overlap.
      let key = Int.random(in: 0..<16, using: &random)
      let count = document.original.count
      let part = key * count / 16..<(key + 1) * count / 16
      let low = Int.random(in: part.lowerBound...part.upperBound, using: &random)
      let words = (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 65...70, using: &random) }
      let high = Int.random(in: low...part.upperBound, using: &random)
      // An insertion at the very place of another key's is not told apart from it by the offset.
      guard low < part.upperBound else { continue }
      let undo = document.splice(low..<high, with: words, under: key == 15 ? (1 << 31) + 5 : UInt32(key))
      undos.append((before, { _ = document.restore(undo) }))
    }
    var replay = TextReplay(base: start)
    try replay.apply(recorder.bytes[...])
    #expect(try replay.text() == text(document))
    for (before, undo) in undos.reversed() {
      try undo()
      #expect(text(document) == before)
    }
  }

  @Test func aFileThatChangedIsNotOverwritten() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/sheet.css"
    try Data(Self.sheet).write(to: URL(fileURLWithPath: path))
    let document = try TextDocument.load(path: path)
    _ = document.splice(try span("red"), with: Array("gold".utf8), under: 0)
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
    let error = try #require(throws: SceneError.self) { try document.saveJob().run() }
    #expect(error.code == .ioChanged)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "theirs")
  }

  @Test func aTextBeyondTheLimitIsRefused() throws {
    let error = try #require(throws: SceneError.self) {
      try TextDocument(bytes: Self.sheet, name: "sheet.css", limits: SceneLimits(bytes: 10))
    }
    #expect(error.code == .jsonLimit)
    let document = try TextDocument(bytes: [1], name: "one", limits: SceneLimits(bytes: 10))
    #expect(throws: SceneError.self) { try document.replace(with: Self.sheet) }
    #expect(text(document) == [1])
  }
}
