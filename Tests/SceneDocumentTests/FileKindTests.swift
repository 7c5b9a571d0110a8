import Glibc
import SceneDocument
import TestSupport
import Testing

/// Tests that a file's kind is recognised by its content, and that another kind does not replace it.
struct FileKindTests {
  private static let scene = #"{"format":"inspector-scene/1","objects":[]}"#

  @Test(arguments: [
    scene, "\u{FEFF} \n\(scene)", #"{"objects":[{"format":"x"}],"a":"}\"{","format" : "inspector-scene\/1"}"#,
    // Damaged scenes are recognised, too.
    #"{"format":"inspector-scene/1","objects":["#, #"{"objects":[,],"format":"inspector-scene/1"}"#,
    #"{"format":"inspector-edit/1","steps":[]}"#, #"{"format":"inspector-bundle/1"}"#,
    #"{"format":"inspector-plugin/1","name":"A"}"#, "#!/usr/bin/env python3\n", "\u{7F}ELF\u{2}",
  ])
  func aPictureReplacesNoOtherKind(_ text: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.svg", text)
    let error = SavingSamples.refusal { try AtomicFile.write(Array("<svg/>".utf8), to: path, as: .picture) }
    #expect(error?.code == .ioCreate)
    #expect(
      error?.message.hasSuffix(", and would be replaced by a picture; nothing was changed; name another file") == true)
    #expect(folder.read("card.svg") == text)
  }

  @Test(arguments: [
    "<svg/>", "", "text", #"{"a":{"format":"inspector-scene/1"}}"#, #"["format","inspector-scene/1"]"#,
    #"{"format":"other/1"}"#, #"{"name":"format","of":"inspector-scene/1"}"#,
  ])
  func anythingElseIsReplaced(_ text: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("card.svg", text)
    try AtomicFile.write(Array("<svg/>".utf8), to: path, as: .picture)
    #expect(folder.read("card.svg") == "<svg/>")
  }

  @Test func aSceneReplacesAScene() throws {
    let folder = TemporaryFolder()
    let path = folder.write("a.json", SavingSamples.card)
    let scene = try SavingSamples.loadAndEdit(path)
    try scene.save(to: folder.write("b.json", Self.scene))
    #expect(folder.read("b.json") == SavingSamples.edited)
    let script = folder.write("fix.json", #"{"format":"inspector-edit/1","steps":[]}"#)
    #expect(SavingSamples.refusal { try scene.save(to: script) }?.code == .ioCreate)
    mkdir("\(folder.path)/a.bundle", 0o777)
    _ = folder.write("a.bundle/bundle.json", #"{"format":"inspector-bundle/1"}"#)
    let member = folder.write("a.bundle/attributes.json", #"{"card":{}}"#)
    #expect(SavingSamples.refusal { try scene.save(to: member) }?.code == .ioCreate)
  }

  /// Checks that a link to the scene's own file, whose lock the scene holds, is treated as this file.
  @Test func anOtherNameOfTheOwnFileIsTheFile() throws {
    let folder = TemporaryFolder()
    let path = folder.write("a.json", SavingSamples.card)
    symlink("a.json", "\(folder.path)/link.json")
    let scene = try SavingSamples.loadAndEdit(path)
    scene.source.hold(try FileLock.take(path))
    var options = SaveOptions()
    options.patience = .milliseconds(50)
    try scene.save(to: "\(folder.path)/link.json", options: options)
    #expect(folder.read("a.json") == SavingSamples.edited)
    var status = stat()
    lstat("\(folder.path)/link.json", &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func picturesDoNotTakeAFileFromItsOtherNames() throws {
    let folder = TemporaryFolder()
    let path = folder.write("a.svg", "<svg/>")
    link(path, "\(folder.path)/b.svg")
    let error = SavingSamples.refusal { try AtomicFile.write(Array("<g/>".utf8), to: path, as: .picture) }
    #expect(error?.code == .ioWrite)
    var options = SaveOptions()
    options.breaksLinks = true
    try AtomicFile.write(Array("<g/>".utf8), to: path, as: .picture, options: options)
    #expect(folder.read("a.svg") == "<g/>")
    #expect(folder.read("b.svg") == "<svg/>")
  }
}
