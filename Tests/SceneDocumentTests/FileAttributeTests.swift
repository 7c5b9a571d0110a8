import CSystem
import Glibc
import SceneDocument
import TestSupport
import Testing

private let card = SavingSamples.card
private let edited = SavingSamples.edited

private func refusal(_ body: () throws -> Void) -> String { SavingSamples.refusal(body)?.message ?? "" }

private func mode(_ path: String) -> mode_t {
  var status = stat()
  stat(path, &status)
  return status.st_mode & 0o7777
}

/// Returns the bytes of an access control list: each entry is a tag (1 owner, 2 user, 4 group, 8 named group, 16 mask,
/// 32 other), permissions and an id.
private func accessList(_ entries: [(tag: UInt16, rights: UInt16, id: UInt32)]) -> [UInt8] {
  var bytes: [UInt8] = [2, 0, 0, 0]
  for entry in entries {
    withUnsafeBytes(of: entry.tag.littleEndian) { bytes += $0 }
    withUnsafeBytes(of: entry.rights.littleEndian) { bytes += $0 }
    withUnsafeBytes(of: entry.id.littleEndian) { bytes += $0 }
  }
  return bytes
}

private func setAttribute(_ path: String, _ name: String, _ value: [UInt8]) -> Bool {
  value.withUnsafeBytes { setxattr(path, name, $0.baseAddress, $0.count, 0) == 0 }
}

private func attribute(_ path: String, _ name: String) -> [UInt8]? {
  var buffer = [UInt8](repeating: 0, count: 1024)
  let count = buffer.withUnsafeMutableBytes { getxattr(path, name, $0.baseAddress, $0.count) }
  return count < 0 ? nil : Array(buffer[..<count])
}

private let none = UInt32.max
private let access = "system.posix_acl_access"

/// Tests that a save never grants access that the old file did not grant.
struct FileAttributeTests {
  /// Checks that an access list is kept that denies the group access, although its mask in the mode's middle bits is
  /// not 0.
  @Test func anAccessListIsKept() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let list = accessList([(1, 6, none), (2, 6, 1), (4, 0, none), (16, 6, none), (32, 0, none)])
    // A file system without access lists has nothing to keep.
    guard setAttribute(path, access, list) else { return }
    #expect(mode(path) == 0o660)
    try SavingSamples.loadAndEdit(path).save()
    #expect(folder.read("card.json") == edited)
    #expect(attribute(path, access) == list)
    #expect(mode(path) == 0o660)
  }

  @Test func theFoldersDefaultListDoesNotWidenAFile() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    chmod(path, 0o660)
    let list = accessList([(1, 7, none), (2, 7, 1), (4, 7, none), (16, 7, none), (32, 5, none)])
    guard setAttribute(folder.path, "system.posix_acl_default", list) else { return }
    try SavingSamples.loadAndEdit(path).save()
    #expect(attribute(path, access) == nil)
    #expect(mode(path) == 0o660)
    // A new file has the folder's default access.
    let plain = folder.write("plain", "")
    try SavingSamples.loadAndEdit(path).save(to: "\(folder.path)/copy.json")
    #expect(attribute("\(folder.path)/copy.json", access) == attribute(plain, access))
    #expect(mode("\(folder.path)/copy.json") == mode(plain))
  }

  @Test func extendedAttributesAreKept() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    guard setAttribute(path, "user.origin", Array("Interface Builder".utf8)) else { return }
    #expect(setAttribute(path, "user.empty", []))
    try SavingSamples.loadAndEdit(path).save()
    #expect(attribute(path, "user.origin") == Array("Interface Builder".utf8))
    #expect(attribute(path, "user.empty") == [])
  }

  @Test func aFileWithSeveralNamesKeepsThem() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    link(path, "\(folder.path)/other.json")
    let scene = try SavingSamples.loadAndEdit(path)
    let words =
      "the file has 2 names (hard links), and saving would separate this one from the others; save to another file, or add '--break-links'; nothing was changed"
    #expect(refusal { try scene.save() } == words)
    #expect(folder.read("card.json") == card)
    #expect(folder.allNames == ["card.json", "other.json"])
    var options = SaveOptions()
    options.breaksLinks = true
    try scene.save(options: options)
    #expect(folder.read("card.json") == edited)
    #expect(folder.read("other.json") == card)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become someone else"))
  func anOwnerThatWouldChangeIsRefused() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let path = folder.write("card.json", card)
      chmod(folder.path, 0o777)
      chmod(path, 0o666)
      // As an ordinary user with a group of its own.
      guard setgroups(0, nil) == 0, setgid(12345) == 0, setuid(12345) == 0 else { exit(2) }
      let scene = try SavingSamples.loadAndEdit(path)
      let words = refusal { try scene.save() }
      guard words.hasPrefix("the file's owner is 0, and only root could"), folder.read("card.json") == card,
        folder.allNames == ["card.json"]
      else { exit(3) }
      var options = SaveOptions()
      options.dropsAttributes = true
      try scene.save(options: options)
      guard folder.read("card.json") == edited, mode(path) == 0o666 else { exit(4) }
      exit(EXIT_SUCCESS)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become someone else"))
  func anotherGroupGetsOnlyWhatEverybodyHad() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let path = folder.write("card.json", card)
      chmod(folder.path, 0o777)
      chown(path, 12345, 54321)
      chmod(path, 0o664)
      guard setgroups(0, nil) == 0, setgid(12345) == 0, setuid(12345) == 0 else { exit(2) }
      let scene = try SavingSamples.loadAndEdit(path)
      guard refusal({ try scene.save() }).hasPrefix("the file's group is 54321") else { exit(3) }
      var options = SaveOptions()
      options.dropsAttributes = true
      try scene.save(options: options)
      guard mode(path) == 0o644 else { exit(4) }
      exit(EXIT_SUCCESS)
    }
  }

  // MARK: what is no file any more

  @Test func aPipeInPlaceOfTheFileIsRefused() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    let scene = try SavingSamples.loadAndEdit(path)
    unlink(path)
    mkfifo(path, 0o600)
    let words = "the file is no longer a regular file; read it again, or save to another file"
    #expect(refusal { try scene.save() } == words)
    unlink(path)
    symlink("/dev/full", path)
    #expect(refusal { try scene.save() } == words)
    unlink(path)
    mkdir(path, 0o700)
    #expect(refusal { try scene.save() } == "this is a folder; name a file in it")
  }

  @Test func aPipeThatNothingReadsIsRefused() throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.json", card)
    mkfifo("\(folder.path)/pipe", 0o600)
    let scene = try SavingSamples.loadAndEdit(path)
    var options = SaveOptions()
    options.patience = .zero
    #expect(
      refusal { try scene.save(to: "\(folder.path)/pipe", options: options) }
        == "nothing reads this pipe; nothing was changed")
    // With a reader, the text is written.
    let reader = open("\(folder.path)/pipe", O_RDONLY | O_NONBLOCK)
    try scene.save(to: "\(folder.path)/pipe", options: options)
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(reader, &buffer, buffer.count)
    close(reader)
    #expect(String(decoding: buffer[..<max(count, 0)], as: UTF8.self) == edited)
  }
}
