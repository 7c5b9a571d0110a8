import Glibc
import TestSupport
import Testing

@testable import SceneDocument
@testable import Workbench

/// A file that is written while its scene is read is the one that would be written afterwards.
@Suite struct EarlyCopyTests {
  @Test(arguments: 0..<12, [nil, "out.json"]) func savesTheSameBytes(seed: Int, name: String?) throws {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 40)
    for _ in 0..<3 {
      let edit = random.edit()
      for skipsRefused in [false, true] {
        var request = try BatchTests.request(edit, edit.selector)
        request.skipsRefused = skipsRefused
        let folder = TemporaryFolder()
        let path = folder.write("cards.json", text)
        let target = name.map { "\(folder.path)/\($0)" }
        let late = try cards(text)
        let isMade = (try? late.set(request)) != nil
        do {
          // Read a little at a time, so that the scan overtakes the reading here and there, and begins anew.
          let pace = FileReading.Pace(least: 0, piece: 1 + seed * 5, margin: seed * 3)
          let early = try open(path, for: .set(request, savedAs: target ?? path), pace)
          #expect(early.text == text, "opening edits nothing")
          #expect(((try? early.set(request)) != nil) == isMade, "\(edit)")
          if isMade { try early.save(to: target) }
        }
        #expect(folder.allNames == (name != nil && isMade ? ["cards.json", "out.json"] : ["cards.json"]))
        if isMade { #expect(folder.read(name ?? "cards.json") == late.text, "\(edit) on \(text)") }
        if name != nil || !isMade { #expect(folder.read("cards.json") == text) }
      }
    }
  }

  private static let sliders = (0..<3000).map {
    #"{"id":"s\#($0)","class":"Slider","attributes":{"value":0.\#($0 + 1)}}"#
  }

  private static func scene(_ objects: [String]) -> String {
    #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
  }

  private static func request() throws -> SetRequest {
    SetRequest(try Selector(parsing: "Slider"), [Assignment("value", .set("0.25"))])
  }

  /// Opens a scene and makes the edit; the number of the file that was begun, if it was, and of the one that was saved.
  private func numbers(_ text: String, _ change: (SceneSession) throws -> Void = { _ in }) throws -> (UInt?, UInt?) {
    let folder = TemporaryFolder()
    let path = folder.write("sliders.json", text)
    let session = try open(path, for: .set(try Self.request(), savedAs: path))
    // Held open, so that no other file gets its number.
    let held = session.document.earlyCopy.map { dup($0.file.descriptor) }
    defer { _ = held.map(close) }
    let begun = held.flatMap { FileIdentity.status($0)?.st_ino }
    _ = try session.set(try Self.request())
    try change(session)
    let edited = session.text
    try session.save()
    #expect(folder.read("sliders.json") == edited)
    #expect(folder.allNames == ["sliders.json"])
    return (begun.map { UInt($0) }, FileIdentity.status(path).map { UInt($0.st_ino) })
  }

  @Test func isTheFileThatIsSaved() throws {
    let (begun, saved) = try numbers(Self.scene(Self.sliders))
    #expect(begun != nil)
    #expect(begun == saved)
  }

  @Test func endsWhereAnotherClassIsMeant() throws {
    // What follows an object whose edit is worked out later is not known early.
    var objects = Self.sliders
    objects.insert(#"{"id":"bare","class":"Slider"}"#, at: 1500)
    let (begun, saved) = try numbers(Self.scene(objects))
    #expect(begun != nil)
    #expect(begun == saved)
  }

  @Test func isOfNoUseWhereTheOrderIsAnother() throws {
    // A parent is met when all that is asked of it is known: here behind its child.
    let nested =
      #"{"attributes":{"value":0.75},"children":[\#(Self.sliders[7])],"id":"parent","class":"Slider"}"#
    let (begun, saved) = try numbers(Self.scene(Self.sliders[..<7] + [nested] + Self.sliders[8...]))
    #expect(begun != nil)
    #expect(begun != saved)
  }

  @Test func isOfNoUseForAnotherText() throws {
    let (begun, saved) = try numbers(Self.scene(Self.sliders)) { session in
      _ = try session.set(SetRequest(try Selector(parsing: "#s5"), [Assignment("value", .set("0.5"))]))
    }
    #expect(begun != nil)
    #expect(begun != saved)
  }

  @Test func isNotBegunForADryRunOrAPipe() throws {
    let folder = TemporaryFolder()
    let path = folder.write("sliders.json", Self.scene(Self.sliders))
    var request = try Self.request()
    request.isDryRun = true
    #expect(try open(path, for: .set(request, savedAs: path)).document.earlyCopy == nil)
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    #expect(try open(path, for: .set(try Self.request(), savedAs: pipe)).document.earlyCopy == nil)
    #expect(try open(path, for: .set(try Self.request())).document.earlyCopy == nil)
    #expect(folder.allNames == ["pipe", "sliders.json"])
  }

  @Test func isGoneWithItsScene() throws {
    let folder = TemporaryFolder()
    let path = folder.write("sliders.json", Self.scene(Self.sliders))
    let broken = folder.write("broken.json", String(Self.scene(Self.sliders).dropLast()))
    do {
      let session = try open(path, for: .set(try Self.request(), savedAs: path))
      #expect(session.document.earlyCopy != nil)
    }
    #expect(throws: SceneError.self) { try open(broken, for: .set(try Self.request(), savedAs: broken)) }
    #expect(folder.allNames == ["broken.json", "sliders.json"])
    #expect(folder.read("sliders.json") == Self.scene(Self.sliders))
  }

  private func open(
    _ path: String, for purpose: ScenePurpose, _ pace: FileReading.Pace = .init()
  ) throws -> SceneSession {
    try SceneSession.open(
      path: path, library: PluginLibrary(inProcess: [Rules.self]), for: purpose, copyFrom: 0, pace: pace)
  }
}
