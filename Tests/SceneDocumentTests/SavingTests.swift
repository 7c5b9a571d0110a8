import Glibc
import SceneDocument
import Testing

private func status(_ path: String) -> stat {
  var status = stat()
  lstat(path, &status)
  return status
}

private let card = SavingSamples.card
private let edited = SavingSamples.edited

/// Returns the code and text of the thrown error.
private func saveRefusal(_ body: () throws -> Void) -> String {
  SavingSamples.refusal(body).map { "\($0.code) \($0)" } ?? ""
}

struct SavingTests {
  @Test func aSaveReplacesTheFileAndKeepsItsMode() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    chmod(path, 0o640)
    let inode = status(path).st_ino
    let scene = try SavingSamples.loadAndEdit(path)
    try scene.save()
    #expect(folder.read("card.json") == edited)
    #expect(status(path).st_mode & 0o7777 == 0o640)
    // A new file replaced the old one, and nothing was left beside it.
    #expect(status(path).st_ino != inode)
    #expect(folder.allNames == ["card.json"])
  }

  @Test func aSecondSaveKnowsTheFirst() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    try scene.save()
    let undo = try scene.apply([.set(key: "pointCount", value: Array("9".utf8))], to: 1)
    try scene.save()
    #expect(folder.read("card.json") == card.replacing("\"pointCount\": 5", with: "\"pointCount\": 9"))
    _ = scene.restore(undo)
    try scene.save()
    #expect(folder.read("card.json") == edited)
  }

  @Test func aTextBeyondTheLimitIsNotSaved() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SceneDocument.load(path: path, limits: SceneLimits(bytes: card.utf8.count + 5))
    let undo = try scene.apply([.set(key: "note", value: Array(#""far too long""#.utf8))], to: 1)
    #expect(saveRefusal { try scene.save() }.contains("more than the limit of \(card.utf8.count + 5)"))
    #expect(folder.read("card.json") == card && folder.allNames == ["card.json"])
    _ = scene.restore(undo)
    try scene.save()
    #expect(folder.read("card.json") == card)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may give files away")) func theOwnerStays() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    chown(path, 12345, 54321)
    chmod(path, 0o4755)
    try SavingSamples.loadAndEdit(path).save()
    #expect(status(path).st_uid == 12345)
    #expect(status(path).st_gid == 54321)
    #expect(status(path).st_mode & 0o7777 == 0o4755)
  }

  @Test func symbolicLinksAreFollowed() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    symlink("card.json", "\(folder.path)/link.json")
    symlink("link.json", "\(folder.path)/link2.json")
    try SavingSamples.loadAndEdit("\(folder.path)/link2.json").save()
    #expect(folder.read("card.json") == edited)
    #expect(status("\(folder.path)/link2.json").st_mode & S_IFMT == S_IFLNK)
    #expect(status("\(folder.path)/link.json").st_mode & S_IFMT == S_IFLNK)
    // A link to a file that is not there yet makes that file.
    symlink("new.json", "\(folder.path)/to-new.json")
    try SceneDocument.load(path: path).save(to: "\(folder.path)/to-new.json")
    #expect(folder.read("new.json") == edited)
    #expect(status("\(folder.path)/to-new.json").st_mode & S_IFMT == S_IFLNK)
    symlink("b", "\(folder.path)/a")
    symlink("a", "\(folder.path)/b")
    #expect(saveRefusal { try SceneDocument.load(path: path).save(to: "\(folder.path)/a") }.hasPrefix("io.create"))
  }

  @Test func anotherFileMayBeWritten() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    try scene.save(to: "\(folder.path)/other.json")
    #expect(folder.read("card.json") == card)
    #expect(folder.read("other.json") == edited)
    // Like any new file, with the permissions that the mask allows.
    let plain = status(folder.write("plain", ""))
    #expect(status("\(folder.path)/other.json").st_mode == plain.st_mode)
    // The scene still belongs to the file it was read from.
    try scene.save()
    #expect(folder.read("card.json") == edited)
    #expect(folder.allNames == ["card.json", "other.json", "plain"])
  }

  // MARK: The file underneath

  @Test func aChangedFileIsNotOverwritten() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let words = "io.changed \(path): the file changed since it was read; read it again, or save to another file"
    for other in [card + " ", card.replacing("badge", with: "bidge"), "", "{}"] {
      folder.write("card.json", card)
      let scene = try SavingSamples.loadAndEdit(path)
      folder.write("card.json", other)
      #expect(saveRefusal { try scene.save() } == words)
      #expect(saveRefusal { try scene.save(to: path) } == words)
      #expect(folder.read("card.json") == other)
      #expect(folder.allNames == ["card.json"])
      try scene.save(to: "\(folder.path)/other.json")
      #expect(folder.read("other.json") == edited)
      unlink("\(folder.path)/other.json")
    }
  }

  @Test func aTouchedFileIsTheSame() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, &times, 0)
    try scene.save()
    #expect(folder.read("card.json") == edited)
    // Replaced by an equal file, as editors do.
    let again = try SceneDocument.load(path: path)
    let copy = folder.write("copy.json", edited)
    rename(copy, path)
    try again.save()
    // The saved text is compared like the text read before.
    _ = try again.apply([.set(key: "pointCount", value: Array("8".utf8))], to: 1)
    try again.save()
    chmod(path, 0o600)
    try again.save()
    _ = try again.apply([.set(key: "pointCount", value: Array("9".utf8))], to: 1)
    utimensat(AT_FDCWD, path, &times, 0)
    try again.save()
    #expect(folder.read("card.json") == card.replacing("\"pointCount\": 5", with: "\"pointCount\": 9"))
  }

  /// Checks that a change is noticed even if the file's size and date are unchanged.
  @Test func aDateThatWasSetBackHidesNoChange() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    let before = status(path)
    let other = card.replacing("badge", with: "bidge")
    let descriptor = open(path, O_WRONLY)
    _ = Array(other.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    var times = [before.st_atim, before.st_mtim]
    utimensat(AT_FDCWD, path, &times, 0)
    #expect(status(path).st_ino == before.st_ino)
    #expect(saveRefusal { try scene.save() }.hasPrefix("io.changed"))
    #expect(folder.read("card.json") == other)
  }

  /// Checks that a touched file with equal content counts as unchanged even after a structural edit, which discards the
  /// original text.
  @Test func afterAStructuralEditTooATouchedFileIsTheSame() throws {
    let folder = TemporaryFolder()
    let other = card.replacing("badge", with: "bidge")
    let path = folder.write("card.json", card)
    let scene = try SceneDocument.load(path: path)
    let undo = try scene.restructure([.remove(1)])
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    folder.write("card.json", other)
    #expect(saveRefusal { try scene.save() }.hasPrefix("io.changed"))
    folder.write("card.json", card)
    utimensat(AT_FDCWD, path, &times, 0)
    try scene.save()
    #expect(folder.read("card.json") == String(decoding: scene.bytes(), as: UTF8.self))
    // The file contains the saved text.
    _ = try scene.restore(undo)
    times[0].tv_sec = 2
    utimensat(AT_FDCWD, path, &times, 0)
    try scene.save()
    #expect(folder.read("card.json") == card)
    let again = try SceneDocument.load(path: path)
    let removal = try again.restructure([.setName("x", of: 0)])
    _ = try again.restore(removal)
    try again.save()
    utimensat(AT_FDCWD, path, &times, 0)
    try again.save()
  }

  @Test func aRemovedFileIsNotMadeAgain() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    unlink(path)
    #expect(
      saveRefusal { try scene.save() }
        == "io.changed \(path): the file was removed since it was read; read it again, or save to another file")
    #expect(folder.allNames == [])
  }

  // MARK: What cannot be written

  @Test func whereNothingCanBeMadeThereAreWords() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    #expect(
      saveRefusal { try scene.save(to: "\(folder.path)/no/such/x.json") }
        == "io.create \(folder.path)/no/such/x.json: there is no folder '\(folder.path)/no/such'; create it first")
    #expect(
      saveRefusal { try scene.save(to: folder.path) }
        == "io.create \(folder.path): this is a folder; name a file in it")
    #expect(
      saveRefusal { try SceneDocument(bytes: Array(card.utf8), name: "card").save() }
        == "io.create card: this scene was not read from a file; save it to one")
    #expect(folder.allNames == ["card.json"])
  }

  @Test func aFolderThatIsReadOnlyIsNamed() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    // Root may write anywhere but into the system's own folders.
    let target = geteuid() == 0 ? "/sys" : folder.path
    chmod(folder.path, geteuid() == 0 ? 0o755 : 0o555)
    let words = saveRefusal { try scene.save(to: "\(target)/x.json") }
    let reasons = [
      "no permission to write into the folder '\(target)'; save to another folder",
      "the folder '\(target)' is on a read-only file system; save to another folder",
    ]
    #expect(reasons.contains { words == "io.create \(target)/x.json: \($0)" }, "\(words)")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write any file")) func aReadOnlyFileStays() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    chmod(path, 0o444)
    let scene = try SavingSamples.loadAndEdit(path)
    #expect(
      saveRefusal { try scene.save() }
        == "io.write \(path): the file is read-only; make it writable or save to another file")
  }

  @Test func aFullDeviceIsNamed() throws {
    let scene = try SceneDocument(bytes: Array(card.utf8), name: "card.json")
    #expect(
      saveRefusal { try scene.save(to: "/dev/full") }
        == "io.write /dev/full: no space left on the device; nothing was changed")
  }

  @Test func aWriteThatIsCutOffLeavesTheOldFile() async {
    // In a separate process, whose files may not exceed 100 bytes.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let path = folder.write("card.json", card)
      let scene = try SavingSamples.loadAndEdit(path)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let words = saveRefusal { try scene.save() }
      let isRight =
        words == "io.write \(path): the file would be larger than the limit allows; nothing was changed"
        && folder.read("card.json") == card && folder.allNames == ["card.json"]
      folder.remove()
      exit(isRight ? 0 : 1)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root may mount")) func aFullDiskLeavesTheOldFile() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { exit(0) }
      defer { umount2(folder.path, Int32(MNT_DETACH)) }
      let objects = (0..<1000).map { "{\"id\":\"n\($0)\",\"class\":\"LabelView\"}" }.joined(separator: ",")
      let text = "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects)]}"
      let path = folder.write("card.json", text)
      let scene = try SceneDocument.load(path: path)
      let words = saveRefusal { try scene.save() }
      let isRight =
        words == "io.write \(path): no space left on the device; nothing was changed"
        && folder.read("card.json") == text && folder.allNames == ["card.json"]
      umount2(folder.path, Int32(MNT_DETACH))
      folder.remove()
      exit(isRight ? 0 : 1)
    }
  }

  // MARK: Many pieces, pipes

  @Test func manyPiecesAreWrittenInOrder() throws {
    let folder = TemporaryFolder()
    let objects = (0..<5000).map { "{\"id\":\"n\($0)\",\"class\":\"c\",\"attributes\":{\"v\":\($0)}}" }
    let path = folder.write(
      "many.json", "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects.joined(separator: ",\n"))]}")
    let scene = try SceneDocument.load(path: path)
    for node in 0..<5000 { _ = try scene.apply([.set(key: "v", value: Array("-1\(node)".utf8))], to: NodeIndex(node)) }
    try scene.save()
    let expected = (0..<5000).map { "{\"id\":\"n\($0)\",\"class\":\"c\",\"attributes\":{\"v\":-1\($0)}}" }
    #expect(
      folder.read("many.json")
        == "{\"format\":\"inspector-scene/1\",\"objects\":[\(expected.joined(separator: ",\n"))]}")
  }

  @Test func aSlowPipeGetsEverything() throws {
    let objects = (0..<20000).map { "{\"id\":\"n\($0)\",\"class\":\"c\"}" }.joined(separator: ",")
    let scene = try SceneDocument(
      bytes: Array("{\"format\":\"inspector-scene/1\",\"objects\":[\(objects)]}".utf8), name: "s")
    _ = try scene.apply([.set(key: "v", value: [0x31])], to: 19_999)
    let expected = scene.bytes()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // A writer that does not block gets short writes and has to wait.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let reader = Reader(ends[0])
    try scene.write(toDescriptor: ends[1])
    close(ends[1])
    #expect(reader.wait() == expected)
    close(ends[0])
  }

  @Test func aPipeIsReadToItsEnd() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(write(ends[1], card, card.utf8.count) == card.utf8.count)
    close(ends[1])
    let scene = try SceneDocument.load(path: "/dev/fd/\(ends[0])")
    #expect(scene.bytes() == Array(card.utf8))
  }

  @Test func whatDoesNotEndIsRefused() throws {
    let error = try #require(throws: SceneError.self) {
      try SceneDocument.load(path: "/dev/zero", limits: SceneLimits(streamedBytes: 1 << 20))
    }
    #expect(
      error.description
        == "/dev/zero: an input that is not a file is read up to 1048576 bytes, and this one is longer; save it as a file first"
    )
  }
}

/// A thread that slowly reads a descriptor to its end.
private final class Reader: @unchecked Sendable {
  private var thread = pthread_t()
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Reader>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 10_000)
    while true {
      usleep(200)
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return }
      bytes += buffer[..<count]
    }
  }

  func wait() -> [UInt8] {
    pthread_join(thread, nil)
    return bytes
  }
}
