import Glibc
import Testing

@testable import SceneDocument

/// Tests of the files that killed processes leave behind during a save, and of those that must not be removed.
struct LeftoverTests {
  private func names(_ folder: String) -> Set<String> { Set(Temporaries.entries(of: folder)) }

  @Test func theNextSaveSweepsWhatNobodyHolds() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", LoadingTests.card)
    for name in [".inspector-dead.tmp", ".inspector-held.tmp", ".inspector-other.txt", "inspector-x.tmp"] {
      _ = folder.write(name, "half")
    }
    let dead = "\(folder.path)/.inspector-bundle.tmp"
    mkdir(dead, 0o700)
    _ = folder.write(".inspector-bundle.tmp/bundle.json", "{")
    symlink("card.json", "\(folder.path)/.inspector-link.tmp")
    let held = open("\(folder.path)/.inspector-held.tmp", O_RDONLY)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)

    let scene = try SceneDocument.load(path: path)
    try scene.save()
    #expect(
      names(folder.path) == [
        "card.json", ".inspector-held.tmp", ".inspector-other.txt", "inspector-x.tmp", ".inspector-link.tmp",
      ])
  }

  @Test func aFileThatIsBeingMadeIsNotSwept() throws {
    let folder = TemporaryFolder()
    var descriptor: Int32 = -1
    let name = try #require(
      Temporaries.make(in: folder.path) { name in
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        return descriptor >= 0 && Temporaries.lock(descriptor)
      })
    Temporaries.sweep(folder.path)
    #expect(access(name, F_OK) == 0)
    close(descriptor)
    Temporaries.remove(name)
    #expect(names(folder.path).isEmpty)
  }

  @Test func largeTextsAreFlushedInParts() throws {
    let folder = TemporaryFolder()
    let descriptor = open("\(folder.path)/large", O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    var sizes: [Int64] = []
    var writer = GatheredWriter(
      descriptor,
      flush: {
        sizes.append(Int64(lseek($0, 0, SEEK_CUR)))
        return 0
      })
    let text = [UInt8](repeating: 0x20, count: 80 << 20)
    try text.withUnsafeBytes { bytes in
      try writer.add(bytes)
      try writer.finish()
    }
    #expect(sizes == [32 << 20, 64 << 20])
    #expect(lseek(descriptor, 0, SEEK_END) == 80 << 20)
  }

  @Test func writingIsGivenUpBetweenParts() {
    let folder = TemporaryFolder()
    let descriptor = open("\(folder.path)/large", O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    var questions = 0
    var writer = GatheredWriter(
      descriptor,
      isCancelled: {
        questions += 1
        return questions > 1
      })
    let text = [UInt8](repeating: 0x20, count: 80 << 20)
    #expect(throws: SystemError.self) { try text.withUnsafeBytes { try writer.add($0) } }
    #expect(lseek(descriptor, 0, SEEK_END) == 32 << 20)
  }
}
