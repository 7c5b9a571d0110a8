internal import Glibc
internal import SceneDocument

// Large edits, whose changes are written in pieces, so that other edits need not wait for them.
extension SceneJournal {
  /// The size in bytes above which the changes of an edit are written in pieces.
  private static let mostInOne = 1 << 20

  /// The size of a piece in bytes. An edit waits at most while one piece of another is written.
  private static let pieceSize = 1 << 18

  /// The number of pieces after which the file is synced.
  private static let piecesPerSync = 4

  /// Writes the changes of an edit that is made later, in pieces, between which other edits are journaled. Without the
  /// edit's own record, the pieces have no effect.
  ///
  /// If the changes cannot be written, the edit's record will hold them.
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
      // The lock is not fair, and an edit may be waiting for it.
      usleep(200)
    }
    return staged
  }

  /// Stages changes that are large; returns the staged ones and those that the edit's own record gets.
  func staged(_ changes: [UInt8], after first: StagedChanges?) -> (StagedChanges?, [UInt8]) {
    guard first == nil, changes.count > Self.mostInOne else { return (first, changes) }
    return (stage(changes), [])
  }

  /// Returns the record of an edit whose first changes may be staged already. Only for a caller that holds the lock.
  func joined(_ edit: JournalRecord, after first: StagedChanges?) -> JournalRecord {
    guard let first else { return edit }
    guard first.file == fileNumber, file != nil else { return edit.following(first.changes) ?? edit }
    return .joined(pieces: first.number, edit)
  }
}

/// The changes of an edit that are written to a journal before the edit is made.
package struct StagedChanges: Sendable {
  let changes: [UInt8]
  /// The number of the pieces in the journal.
  let number: Int
  /// The number of the journal's file that has the pieces; nil if none has them.
  var file: Int?
}
