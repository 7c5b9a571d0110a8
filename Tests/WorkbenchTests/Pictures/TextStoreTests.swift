import ScenePictures
import Testing

/// The texts of a picture's objects, in blocks.
@Suite struct TextStoreTests {
  @Test func textsAreKeptAndCopied() {
    var store = TextStore()
    // The fourth is larger than a block.
    let texts = ["<g>", "", "</g>", String(repeating: "x", count: 3 << 20), "end"].map { Array($0.utf8) }
    let pieces = texts.map { store.add($0) }
    var copies = TextStore()
    for (piece, text) in zip(pieces, texts) {
      var bytes: [UInt8] = []
      store.append(piece, to: &bytes)
      #expect(bytes == text)
      let copy = store.copy(piece, to: &copies)
      copies.append(copy, to: &bytes)
      #expect(bytes == text + text)
    }
  }

  @Test func aStoreIsWastefulWhereMostOfItIsDropped() {
    var store = TextStore()
    let pieces = (0..<6).map { _ in store.add(Array(repeating: 0x20, count: 1 << 20)) }
    for piece in pieces.prefix(3) { store.drop(piece) }
    #expect(!store.isWasteful)
    store.drop(pieces[3])
    #expect(store.isWasteful)
  }
}
