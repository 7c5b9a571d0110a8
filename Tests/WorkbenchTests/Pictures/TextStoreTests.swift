import ScenePictures
import Testing

/// Tests of the texts of a picture's objects, in memory and in a file.
@Suite struct TextStoreTests {
  @Test func textsAreKeptAndCopied() throws {
    let store = TextStore()
    // The fourth and later texts are in the file.
    let texts = ["<g>", "", "</g>", String(repeating: "x", count: 5 << 20), "end"].map { Array($0.utf8) }
    let pieces = texts.map { store.add($0) }
    let copies = TextStore()
    for (piece, text) in zip(pieces, texts) {
      var bytes: [UInt8] = []
      try store.append(piece, to: &bytes)
      #expect(bytes == text)
      let copy = try store.copy(piece, to: copies)
      try copies.append(copy, to: &bytes)
      #expect(bytes == text + text)
    }
  }

  @Test func aStoreIsWastefulWhereMostOfItIsDropped() {
    let store = TextStore()
    let pieces = (0..<6).map { _ in store.add(Array(repeating: 0x20, count: 1 << 20)) }
    for piece in pieces.prefix(3) { store.drop(piece) }
    #expect(!store.isWasteful)
    store.drop(pieces[3])
    #expect(store.isWasteful)
  }
}
