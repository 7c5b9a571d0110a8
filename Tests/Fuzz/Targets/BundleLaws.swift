import JSONText
import SceneDocument

@testable import InspectorKit
@testable import SceneSessions
@testable import Workbench

/// Laws of bundles: any text in place of either file is read or refused with a message; a bundle that was read is
/// written and read back unchanged; and an exported bundle can be loaded.
enum BundleLaws {
  static func check(_ bytes: [UInt8]) throws {
    let input = FuzzInput(bytes)
    try refusing { _ = try BundleManifest(BundleFile(path: "bundle.json", bytes: input.text)) }
    try refusing { try checkObjects(try BundleObjectReader.objects(in: BundleFile(path: "a.json", bytes: input.text))) }
    if let scene = try? SceneDocument(bytes: input.text, name: "scene") { try checkExport(scene) }
  }

  private static func refusing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as BundleError {
      try law(!error.message.isEmpty && (error.line ?? 1) >= 1 && (error.column ?? 1) >= 1, "\(error)")
    }
  }

  /// Checks that objects written as the files of a bundle are loaded unchanged.
  private static func checkObjects(_ objects: [BundleObject]) throws {
    var bundle = RuntimeBundle(
      sceneName: "a", sceneSHA256: String(repeating: "0", count: 64), isEffective: false, objects: [])
    bundle.objects = objects
    try checkFiles(bundle)
  }

  private static func checkFiles(_ bundle: RuntimeBundle) throws {
    let files = Dictionary(uniqueKeysWithValues: bundle.files().map { ($0.name, $0.bytes) })
    let manifest = try BundleManifest(BundleFile(path: "bundle.json", bytes: files["bundle.json"] ?? []))
    var again = manifest.bundle
    again.objects = try BundleObjectReader.objects(
      in: BundleFile(path: "attributes.json", bytes: files[RuntimeBundle.attributesFile] ?? []))
    try law(manifest.objectCount == again.objects.count, "\(manifest.objectCount) objects")
    try law(manifest.attributeCount == again.attributeCount, "\(manifest.attributeCount) attributes")
    for (name, bytes) in again.files() { try law(files[name] == bytes, "\(name) is written otherwise") }
  }

  private static func checkExport(_ scene: SceneDocument) throws {
    let session = SceneSession(scene, library: Stage.library)
    for effective in [false, true] {
      let bundle: RuntimeBundle
      do {
        bundle = try session.bundle(effective: effective)
      } catch {
        try law(!error.message.isEmpty, "an error without words")
        continue
      }
      do {
        try checkFiles(bundle)
      } catch let error as BundleError {
        throw Difference("what was exported is refused: \(error)")
      }
    }
  }
}
