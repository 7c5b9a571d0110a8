import Glibc
import SceneDocument
import Synchronization
import Testing

struct FileTests {
  @Test(arguments: [
    ("/no/such/file.json", "/no/such/file.json: no such file; check the path"),
    ("/etc/passwd/x.json", "/etc/passwd/x.json: a part of the path is a file, not a folder; check the path"),
    (
      temporaryPath,
      "\(temporaryPath): this is a folder; name a scene in it, or add '--recursive' if the command takes many scenes"
    ),
    ("", ": no such file; check the path"),
    ("/" + String(repeating: "x", count: 300), "/" + String(repeating: "x", count: 300) + ": the path is too long"),
  ])
  func whatCannotBeOpenedSaysWhy(_ path: String, _ words: String) {
    #expect(refusal { try SceneDocument.load(path: path) } == words)
  }

  @Test func aFileThatHasNoSizeIsRead() {
    let words = refusal { try SceneDocument.load(path: "/proc/self/comm") }
    #expect(words.hasPrefix("/proc/self/comm:1:1: expected a value, found '"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read any file")) func aFileWithoutPermissionSaysSo() {
    let folder = TemporaryFolder()
    let path = folder.write("unreadable.json", "")
    chmod(path, 0o000)
    #expect(
      refusal { try SceneDocument.load(path: path) }
        == "\(path): no permission to read this file; change its mode, or run as a user who may read it")
  }

  /// Checks that a file which another process truncates and extends during reading is refused or read completely.
  @Test func aFileThatChangesWhileItIsReadIsRefused() throws {
    let folder = TemporaryFolder()
    let path = folder.write("changing.json", "")
    let objects = (0..<20_000).map { "{\"id\":\"n\($0)\",\"class\":\"c\"}" }.joined(separator: ",")
    let text = Array("{\"format\":\"inspector-scene/1\",\"objects\":[\(objects)]}".utf8)
    let descriptor = open(path, O_CREAT | O_RDWR | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let writer = Writer(descriptor, text)
    var codes: Set<String> = []
    for _ in 0..<80 {
      do throws(SceneError) {
        #expect(try SceneDocument.load(path: path).objectCount == 20_000)
        codes.insert("whole")
      } catch {
        codes.insert(error.code.rawValue)
      }
    }
    writer.stop()
    // Truncated before reading, the file is not JSON; truncated during reading, it is refused as changed.
    #expect(codes.isSubset(of: ["whole", "io.changed", "json.syntax"]))
  }

  @Test(arguments: TestMaterial.at("scenes", shared: "corpora/scenes"))
  func scenesAreKeptToTheByte(_ scenes: TestMaterial) throws {
    let files = scenes.files(".json")
    #expect(files.count == (scenes.isShared ? 41 : 17))
    let written = TemporaryFolder()
    let target = "\(written.path)/scene.json"
    for file in files {
      let original = contents(file)
      let scene = try SceneDocument.load(path: file)
      #expect(scene.objectCount > 0)
      #expect(scene.warnings == [])
      try scene.save(to: target)
      #expect(contents(target) == original, "\(file)")
      // Each value is edited and restored without a trace.
      for node in scene.objects {
        var keys: [String] = []
        scene.forEachAttribute(of: node) { key, _ in
          keys.append(String(decoding: key, as: UTF8.self))
          return true
        }
        guard let key = keys.randomElement(), let value = scene.attribute(key, of: node) else { continue }
        let start = try #require(scene.offsets(ofAttribute: key, of: node)?.value)
        let undo = try scene.apply([.set(key: key, value: [0x30])], to: node)
        #expect(scene.isEdited(node) == (value != [0x30]))
        if node.number % 50 == 0 {
          #expect(scene.bytes() == original[..<start] + [0x30] + original[(start + value.count)...])
        }
        _ = scene.restore(undo)
      }
      #expect(scene.bytes() == original)
    }
  }
}

/// A thread that repeatedly truncates and rewrites a file.
private final class Writer: @unchecked Sendable {
  private var thread = pthread_t()
  private let descriptor: Int32
  private let text: [UInt8]
  private let isStopped = Atomic(false)

  init(_ descriptor: Int32, _ text: [UInt8]) {
    self.descriptor = descriptor
    self.text = text
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Writer>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func run() {
    while !isStopped.load(ordering: .relaxed) {
      pwrite(descriptor, text, text.count, 0)
      usleep(500)
      ftruncate(descriptor, off_t(text.count / 2))
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    pthread_join(thread, nil)
  }
}
