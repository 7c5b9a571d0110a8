import JSONText

/// A new text of a scene, with its index, that is ready to replace the scene's whole text.
///
/// Reading a large text takes time. One thread therefore prepares the text while another still edits the scene.
package final class PreparedText: @unchecked Sendable {
  fileprivate let index: SceneIndex
  fileprivate let former: FormerText

  /// The original text of the scene for which the text was prepared.
  fileprivate let original: TextBytes

  /// The renumbering of objects by the replacement.
  fileprivate let map: NodeMap

  /// The replacement, encoded for `TextReplay`.
  package let changes: [UInt8]

  fileprivate init(_ index: SceneIndex, of document: SceneDocument, map: NodeMap) {
    let state = document.indexed.state
    (self.index, self.map, original) = (index, map, state.original)
    former = FormerText(from: state, to: index.text)
    let recorder = TextRecorder()
    former.recordForth(to: index.text, in: recorder)
    changes = recorder.bytes
  }
}

extension SceneDocument {
  /// Prepares the text of `next`, which was copied from this document and edited, as the whole text of this document;
  /// nil for a composed scene and for a foreign document.
  ///
  /// This document is a copy for reading, as ``reader()`` returns it.
  ///
  /// - Parameter generation: the value of ``TextDocument/lastGeneration`` in the document that was copied.
  /// - Throws: an error if the new text is too large, or if there is not enough memory for it.
  package func prepared(_ next: SceneDocument, after generation: Int) throws(SceneError) -> PreparedText? {
    guard composition == nil, next.composition == nil, projection == nil, next.projection == nil else { return nil }
    let snapshot = next.source.snapshot
    guard snapshot.count <= limits.bytes else {
      throw SceneError(FileRefusal.tooLarge(size: snapshot.count, limit: limits.bytes), file: name)
    }
    guard let text = TextBytes(snapshot),
      let read = SceneIndex(TextState(text, generation: generation + 1), limits: limits)
    else { throw SceneError(FileRefusal.noMemory(size: snapshot.count), file: name) }
    if let fault = read.scan(limits: limits) { throw refused(.during(.edit, fault.reason)) }
    read.makeIDTable()
    var map = NodeMap()
    if next.sharesIndex(with: self) {
      map = .identity(objectCount)
    } else {
      for node in next.objects { map.append(old: self.node(id: next.id(node)), count: 1) }
      map.finish(oldCount: objectCount)
    }
    return PreparedText(read, of: self, map: map)
  }

  /// Replaces the whole text by a prepared one, and returns the record that undoes the replacement; nil, without any
  /// effect, if the text was replaced since the new one was prepared. Splices that were made since are undone with the
  /// replacement.
  ///
  /// The cost does not depend on the sizes of the texts. The recorder does not receive the replacement; see
  /// ``PreparedText/changes``.
  package func replaceText(with prepared: PreparedText) -> StructureRestore? {
    guard composition == nil, indexed.original === prepared.original,
      indexed.lastGeneration + 1 == prepared.index.text.generation
    else { return nil }
    let former = prepared.former.following(overlay)
    let recorder = indexed.recorder
    indexed.recorder = nil
    defer { indexed.recorder = recorder }
    index = prepared.index
    indexed.adopt(prepared.index.text, undoneBy: former)
    return StructureRestore(map: prepared.map, nodes: [], replacesText: true, former: former)
  }
}
