import Glibc
import SceneDocument
import Synchronization
import TestSupport
import Testing

private let card = SavingSamples.card

/// Save options without waiting.
private var impatient: SaveOptions {
  var options = SaveOptions()
  options.patience = .zero
  return options
}

private func code(_ body: () throws -> Void) -> String {
  SavingSamples.refusal(body).map { "\($0.code): \($0.message)" } ?? ""
}

/// Tests that no other process writes a file between its reading and its replacement.
struct FileLockTests {
  @Test func aFileHasOneWriter() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let lock = try #require(try FileLock.take(path))
    let words = "io.locked: another process is still writing this file; nothing was changed; try again"
    #expect(code { _ = try FileLock.take(path, options: impatient) } == words)
    // A save takes the lock, and the file is never replaced without the lock.
    let scene = try SceneDocument.load(path: path)
    #expect(code { try scene.save(options: impatient) } == words)
    #expect(code { try scene.save(to: path, options: impatient) } == words)
    #expect(folder.read("card.json") == card)
    lock.release()
    try scene.save(options: impatient)
  }

  @Test func aDocumentThatHoldsTheLockCanBeSaved() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SceneDocument.load(path: path)
    scene.source.hold(try FileLock.take(path))
    #expect(code { _ = try FileLock.take(path, options: impatient) }.hasPrefix("io.locked"))
    try scene.save(options: impatient)
    // The lock was lost with the replaced file.
    #expect(try FileLock.take(path, options: impatient) != nil)
  }

  @Test func allSpellingsOfAPathAreOneFile() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    symlink("card.json", "\(folder.path)/link.json")
    link(path, "\(folder.path)/hard.json")
    let lock = try FileLock.take("\(folder.path)/./link.json")
    for name in ["card.json", "link.json", "hard.json"] {
      #expect(code { _ = try FileLock.take("\(folder.path)/\(name)", options: impatient) }.hasPrefix("io.locked"))
    }
    lock?.release()
  }

  /// Checks that a waiting process locks the new file, and not the replaced one.
  @Test func theLockIsOfTheFileThatIsThere() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let former = try #require(try FileLock.take(path))
    rename(folder.write("new.json", card), path)
    let lock = try FileLock.take(path, options: impatient)
    #expect(lock != nil)
    former.release()
    #expect(code { _ = try FileLock.take(path, options: impatient) }.hasPrefix("io.locked"))
    lock?.release()
  }

  @Test func whoWaitsIsInformedAndCanBeCancelled() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let lock = try FileLock.take(path)
    let notices = Mutex<[SaveNotice]>([])
    var options = SaveOptions()
    options.patience = .seconds(600)
    options.notice = { notice in notices.withLock { $0.append(notice) } }
    let words = code { _ = try FileLock.take(path, options: options) { notices.withLock { !$0.isEmpty } } }
    #expect(words.hasPrefix("cancelled"))
    #expect(notices.withLock { $0 } == [.waiting(file: path)])
    #expect(
      notices.withLock { $0.map(\.description) } == ["\(path): waiting for another process that is writing this file"])
    lock?.release()
  }

  @Test func whatIsNoFileIsNotLocked() throws {
    let folder = TemporaryFolder()
    mkfifo("\(folder.path)/pipe", 0o600)
    for name in ["pipe", "", "missing"] { #expect(try FileLock.take("\(folder.path)/\(name)") == nil) }
  }
}
