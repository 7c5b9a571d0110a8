/// What a document's file held when it was read or last saved: the text itself as long as the document has it, else its
/// digest.
enum FileContent: Sendable {
  case text(DocumentSnapshot)
  case digest(TextDigest)
}

extension SceneDocument {
  /// Keeps the digest of what the file holds in place of the text itself, which a structural edit is about to let go.
  func forgetFileText() {
    if case .text(let text)? = fileContent { fileContent = .digest(TextDigest(of: text, state.hash)) }
  }
}

extension TextDigest {
  init(of text: DocumentSnapshot, _ hash: Hash) {
    self.init(hash)
    var held: [UInt8] = []
    held.reserveCapacity(Self.block)
    text.withPieces { piece in
      var rest = piece[...]
      while !rest.isEmpty {
        let part = rest.prefix(Self.block - held.count)
        held += part
        rest = rest.dropFirst(part.count)
        guard held.count == Self.block else { break }
        held.withUnsafeBytes { add($0) }
        held.removeAll(keepingCapacity: true)
      }
    }
    held.withUnsafeBytes { add($0) }
  }
}
