internal import Glibc
internal import SceneDocument

// Journaling of large edits in pieces, so that other edits need not wait for them.
extension SceneJournal {
  /// The size in bytes above which the changes of an edit are written in pieces.
  private static let mostInOne = 1 << 20

  /// The size of a piece in bytes. Another edit waits for the writing of at most one piece.
  private static let pieceSize = 1 << 18

  /// The number of pieces between two syncs of the file.
  private static let piecesPerSync = 4

  /// Writes the changes of a later edit in pieces. Other edits can be journaled between the pieces. The pieces have no
  /// effect without the later record of the edit itself.
  ///
  /// If a piece cannot be written, the edit's own record will contain all changes.
  package func stage(_ changes: [UInt8]) -> StagedChanges {
    let (number, inFile) = lock.withLock {
      lastPieces += 1
      if file == nil, !isClosed { try? create() }
      return (lastPieces, fileNumber)
    }
    var staged = StagedChanges(changes: changes, number: number, file: inFile)
    for (count, start) in stride(from: 0, to: changes.count, by: Self.pieceSize).enumerated() {
      let piece = changes[start..<min(start + Self.pieceSize, changes.count)]
      let written = lock.withLock { () -> Int32?? in
        guard fileNumber == inFile, file != nil,
          (try? file?.append([.piece(number, piece)], isDurable: false)) != nil
        else { return nil }
        return .some(count % Self.piecesPerSync == 0 ? file?.secondDescriptor() : nil)
      }
      guard let written else {
        staged.file = nil
        break
      }
      if let descriptor = written {
        fdatasync(descriptor)
        Glibc.close(descriptor)
      }
      // The lock is not fair, so a pause lets a waiting edit acquire it.
      usleep(200)
    }
    return staged
  }

  /// Stages the changes of an edit if they are large. Returns the staged changes, and the changes for the edit's own
  /// record.
  func staged(_ changes: [UInt8], after first: StagedChanges?) -> (StagedChanges?, [UInt8]) {
    guard first == nil, changes.count > Self.mostInOne else { return (first, changes) }
    return (stage(changes), [])
  }

  /// Returns the record of an edit whose first changes may already be staged. The caller must hold the lock.
  func joined(_ edit: JournalRecord, after first: StagedChanges?) -> JournalRecord {
    guard let first else { return edit }
    guard first.file == fileNumber, file != nil else { return edit.following(first.changes) ?? edit }
    return .joined(pieces: first.number, edit)
  }
}

/// The changes that are written to a journal before their edit is made.
package struct StagedChanges: Sendable {
  let changes: [UInt8]
  /// The number that identifies the pieces in the journal.
  let number: Int
  /// The number of the journal file with the pieces; nil if no file contains all of them.
  var file: Int?
}
