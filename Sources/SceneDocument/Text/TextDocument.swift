package import JSONText

/// A text of any format with the splices made on it, and its file: identity, lock, content as read, saving.
///
/// ```swift
/// let text = try TextDocument.load(path: "theme.css")
/// let undo = try text.splice(8..<13, with: Array("tomato".utf8), under: 1)
/// try text.saveJob().run()
/// _ = try text.restore(undo)  // the text is as it was, to the byte
/// ```
///
/// A splice replaces a span of the text as read, or as the last replacement of the whole left it. The client chooses
/// its key, such as an object's number, and sets it again under that key as often as it likes. A document is used from
/// one task at a time.
package final class TextDocument {
  /// The path as given, or the name of a document that was not read from a file.
  package let name: String

  /// The largest size of the text in bytes.
  let limit: Int

  private(set) var state: TextState

  /// The document's file, as it was read or last saved in place.
  var file = OriginalFile()
  /// A lock held by a document that was read to be edited in place.
  var fileLock: FileLock?

  /// The generation of the last replacement of the whole text.
  private(set) var lastGeneration = 0

  /// A recorder of the changes of the text; nil if none are recorded.
  package var recorder: TextRecorder?

  init(_ state: TextState, name: String, limit: Int) {
    self.state = state
    self.name = name
    self.limit = limit
  }

  /// Reads a file.
  ///
  /// - Throws: `io.open`, `io.read`, `io.changed` or `json.limit`.
  package static func load(path: String, limits: SceneLimits = .init()) throws(SceneError) -> TextDocument {
    let (bytes, identity) = try TextBytes.read(path: path, limits: limits, as: "file")
    let document = TextDocument(TextState(bytes), name: path, limit: limits.bytes)
    document.begin(with: identity)
    return document
  }

  /// Takes a text that is in memory.
  ///
  /// - Throws: `json.limit` if the text is too large, or there is no memory for it.
  package convenience init(bytes: [UInt8], name: String, limits: SceneLimits = .init()) throws(SceneError) {
    let limit = limits.bytes
    self.init(TextState(try Self.memory(bytes, name: name, limit: limit)), name: name, limit: limit)
  }

  /// Returns a copy of the text; throws an error if the text is larger than the limit or memory is lacking.
  static func memory(_ bytes: [UInt8], name: String, limit: Int) throws(SceneError) -> TextBytes {
    guard bytes.count <= limit else {
      throw SceneError(FileRefusal.tooLarge(size: bytes.count, limit: limit), file: name)
    }
    guard let copy = TextBytes(bytes) else { throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name) }
    return copy
  }

  /// Returns a document that is edited and saved from now on in place of this one, which other threads may still read.
  func successor() -> TextDocument {
    let overlay = Overlay(overlay.entries, of: overlay, isSuccessor: true)
    let document = TextDocument(TextState(sharing: state, overlay), name: name, limit: limit)
    (document.file, document.fileLock) = (file, fileLock)
    (document.lastGeneration, document.recorder) = (lastGeneration, recorder)
    return document
  }

  /// Notes the file that the text was read from.
  func begin(with identity: FileIdentity?) {
    file = OriginalFile(identity: identity, content: identity == nil ? nil : .text(snapshot))
  }

  // MARK: The text

  /// The number of the text among all it has had: 0 as read, a new number after each replacement of the whole, and the
  /// former again when that is undone. Offsets are valid within a generation.
  package var generation: Int { state.generation }

  var original: TextBytes { state.original }
  var overlay: Overlay { state.overlay }
  var map: SourceMap { state.map }

  /// A snapshot of the current text.
  package var snapshot: DocumentSnapshot { DocumentSnapshot(state, name: name) }

  /// True if the text differs from the one as read.
  package var isEdited: Bool { !overlay.isEmpty || generation != 0 }

  /// Returns an error or warning about the place at `offset`, with its line shown.
  package func error(_ reason: any Refusal, at offset: Int) -> SceneError {
    located(SceneFault(reason, at: offset))
  }

  /// Returns line and column of an offset in the text without splices.
  package func position(ofOffset offset: Int) -> SourcePosition { map.position(offset) }

  /// Returns a fault with line, column and excerpt.
  func located(_ fault: SceneFault) -> SceneError { fault.located(in: original.buffer, file: name, map: map) }

  // MARK: Splices

  /// Replaces a span, in place of the former splice under this key, and returns the record that undoes it. Splices are
  /// undone in reverse order.
  ///
  /// - Parameters:
  ///   - span: bytes of the text without splices; it may not overlap that of a different key.
  ///   - key: below 2^31 for keys that are dense from 0, and 2^31 or more for a few others.
  package func splice(_ span: Range<Int>, with text: [UInt8], under key: UInt32) -> SpliceRestore {
    precondition(span.lowerBound >= 0 && span.upperBound <= original.count, "beyond the text")
    return text.withUnsafeBytes {
      set(overlay.keep($0, start: span.lowerBound, end: span.upperBound), of: key, isChange: true)
    }
  }

  /// Undoes a splice, and returns the record that redoes it.
  package func restore(_ restore: SpliceRestore) -> SpliceRestore {
    precondition(restore.isOf(generation), "the whole text was replaced since; undo that first")
    return set(restore.former, of: restore.key, isChange: restore.isChange)
  }

  /// Sets or removes the splice of a key.
  func set(_ entry: Overlay.Entry?, of key: UInt32, isChange: Bool) -> SpliceRestore {
    let restore = SpliceRestore(key: key, isChange: isChange, former: overlay[key], generation: generation)
    if isChange {
      overlay[key] = entry
      recorder?.note(entry, of: key)
    }
    return restore
  }

  // MARK: Replacing the whole

  /// Replaces the whole text, and returns the record that undoes it: the span from the first to the last differing
  /// byte.
  ///
  /// - Throws: `json.limit` if the text is too large, or there is no memory for it.
  package func replace(with text: [UInt8]) throws(SceneError) -> FormerText {
    let next = next(try Self.memory(text, name: name, limit: limit))
    let former = FormerText(from: state, to: next)
    adopt(next, undoneBy: former)
    return former
  }

  /// Undoes a replacement of the whole, and returns the record that redoes it.
  ///
  /// - Throws: `edit.order` if the replacement is not the last one in effect, and `json.limit` if there is no
  ///   memory.
  package func restore(_ former: FormerText) throws(SceneError) -> FormerText {
    let (previous, back) = try self.previous(former)
    adopt(previous, undoing: former)
    return back
  }

  /// Returns a state for a new whole text.
  func next(_ text: TextBytes) -> TextState { TextState(text, generation: lastGeneration + 1) }

  /// Makes a new whole text the document's.
  func adopt(_ next: TextState, undoneBy former: FormerText) {
    state = next
    lastGeneration = next.generation
    // A snapshot would keep the former text in memory.
    if case .text(let text)? = file.content { file.content = .digest(TextDigest(of: text, next.hash)) }
    if let recorder { former.recordForth(to: next, in: recorder) }
  }

  /// Returns the state before the last replacement in effect, and the way back to the present one.
  func previous(_ former: FormerText) throws(SceneError) -> (state: TextState, back: FormerText) {
    guard former.present == generation else { throw SceneError(FileRefusal.undoneInOrder, file: name) }
    guard let (text, back) = former.written(from: state) else {
      throw SceneError(FileRefusal.noMemory(size: original.count), file: name)
    }
    return (TextState(text, generation: former.generation, overlay: former.overlay), back)
  }

  /// Makes a former state the document's again.
  func adopt(_ previous: TextState, undoing former: FormerText) {
    state = previous
    if let recorder { former.recordBack(in: recorder) }
  }
}

/// A record that restores the exact bytes replaced by a splice; it is valid only in the generation of its creation.
///
/// A history keeps one for each object of each edit, so it is as small as can be.
public struct SpliceRestore {
  let key: UInt32
  private let generationAndChange: UInt32
  let former: Overlay.Entry?

  /// True if the edit changed any byte.
  public var isChange: Bool { generationAndChange & 1 == 1 }

  fileprivate init(key: UInt32, isChange: Bool, former: Overlay.Entry?, generation: Int) {
    self.key = key
    generationAndChange = UInt32(truncatingIfNeeded: generation << 1 | (isChange ? 1 : 0))
    self.former = former
  }

  /// True if the edit was made in the given generation.
  func isOf(_ generation: Int) -> Bool {
    generationAndChange >> 1 == UInt32(truncatingIfNeeded: generation) & .max >> 1
  }
}

/// The content of a document's file when it was read or last saved: the text itself as long as the document holds it,
/// else its digest.
enum FileContent: Sendable {
  case text(DocumentSnapshot)
  case digest(TextDigest)
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
