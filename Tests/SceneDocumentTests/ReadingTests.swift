import Glibc
import SceneDocument
import Testing

/// Tests that a scene scanned while its file is being read equals one scanned afterwards.
@Suite struct ReadingTests {
  private struct Outcome: Equatable {
    var ids: [String] = []
    var text: [UInt8] = []
    var fault: String?
  }

  /// Returns the loaded scene's content, or its error.
  private func outcome(_ load: () throws(SceneError) -> SceneDocument) -> Outcome {
    do throws(SceneError) {
      let scene = try load()
      return Outcome(ids: scene.objects.map { scene.id($0) }, text: scene.bytes())
    } catch {
      return Outcome(fault: "\(error)")
    }
  }

  @Test(arguments: 0..<40) func isReadAsBefore(_ seed: Int) throws {
    let folder = TemporaryFolder()
    var generator = SeededGenerator(seed: UInt64(seed))
    let good = RandomScene(seed: UInt64(seed), objects: 30).text
    var broken = Array(good.utf8)
    broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    for text in [Array(good.utf8), broken, Array(good.utf8.dropLast(1 + seed * 7)), Array(good.utf8) + [0, 0]] {
      let path = folder.write("scene.json", text)
      let before = outcome { () throws(SceneError) in try SceneDocument(bytes: text, name: path) }
      for _ in 0..<4 {
        let (piece, margin) = (Int.random(in: 1...400, using: &generator), Int.random(in: 0...200, using: &generator))
        let pace = FileReading.Pace(least: 0, piece: piece, margin: margin)
        let beside = outcome { () throws(SceneError) in try SceneDocument.load(path: path, of: nil, pace: pace) }
        #expect(beside == before, "\(pace) \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test func whatIsLongerThanTheMarginIsReadAgain() throws {
    let folder = TemporaryFolder()
    let long = String(repeating: "x", count: 300_000)
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"A"},{"id":"b","class":"A","attributes":{"t":"\#(long)"}}]}"#
    let path = folder.write("scene.json", text)
    // Whether the reading is ahead of the scan differs from time to time.
    for _ in 0..<10 {
      let scene = try SceneDocument.load(path: path, of: nil, pace: FileReading.Pace(least: 0, piece: 8, margin: 16))
      #expect(scene.objects.map { scene.id($0) } == ["a", "b"])
      #expect(scene.attribute("t", of: 1)?.count == long.utf8.count + 2)
    }
  }

  @Test func isGivenUpAtOnce() throws {
    let folder = TemporaryFolder()
    let objects = (0..<20_000).map { #"{"id":"\#($0)","class":"A"}"# }.joined(separator: ",")
    let path = folder.write("scene.json", #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
    var asked = 0
    #expect {
      try SceneDocument.load(
        path: path, of: nil,
        isCancelled: { _, _ in
          asked += 1
          return asked > 2
        }, pace: FileReading.Pace(least: 0, piece: 64, margin: 64))
    } throws: { ($0 as? SceneError)?.code == "cancelled" }
  }

  @Test func aFileThatIsCutOffMeanwhileIsRefused() throws {
    let folder = TemporaryFolder()
    let objects = (0..<50_000).map { #"{"id":"\#($0)","class":"A"}"# }.joined(separator: ",")
    let path = folder.write("scene.json", #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
    var isCut = false
    #expect {
      try SceneDocument.load(
        path: path, of: nil,
        isCancelled: { _, _ in
          if !isCut { truncate(path, 100_000) }
          isCut = true
          return false
        }, pace: FileReading.Pace(least: 0, piece: 64, margin: 64))
    } throws: { ($0 as? SceneError)?.code == "io.changed" }
  }
}
