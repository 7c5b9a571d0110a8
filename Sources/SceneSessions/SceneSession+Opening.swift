internal import JSONText
public import SceneDocument

extension SceneSession {
  /// Opens a scene.
  ///
  /// - Parameters:
  ///   - findsAllFaults: true to find every fault: the error then lists them all, and duplicate ids are left to
  ///     ``check(strict:hooks:twice:)``.
  ///   - options: the options of a lock that keeps other processes from writing the file until the session saves it or
  ///     ends; nil for no lock, if the scene is only read, or is saved much later.
  /// - Throws: the fault in the file or its text; `io.locked` if another process keeps writing the file.
  public static func open(
    path: String, library: PluginLibrary, limits: SceneLimits = .current, findsAllFaults: Bool = false,
    locking options: SaveOptions? = nil, under job: InspectorJob = InspectorJob()
  ) throws(SceneError) -> SceneSession {
    try open(
      path: path, library: library, limits: limits, findsAllFaults: findsAllFaults, locking: options, of: .shared,
      under: job)
  }

  /// Opens a scene with the given documents as its templates; see
  /// ``open(path:library:limits:findsAllFaults:locking:under:)``.
  package static func open(
    path: String, library: PluginLibrary, limits: SceneLimits = .current, findsAllFaults: Bool = false,
    locking options: SaveOptions? = nil, of templates: TemplateFiles, under job: InspectorJob
  ) throws(SceneError) -> SceneSession {
    let lock = try options.flatMap { options throws(SceneError) in
      try FileLock.take(path, options: options, isCancelled: { job.isCancelled })
    }
    defer { job.progress.endScan() }
    let document = try SceneDocument.load(
      path: path, of: library.formats, limits: limits,
      isCancelled: { scanned, count in
        job.progress.scan(scanned, of: count)
        return job.isCancelled
      }, findsAllFaults: findsAllFaults)
    document.source.hold(lock)
    let composed = try document.composed(of: templates, isCancelled: { _, _ in job.isCancelled })
    return SceneSession(composed, library: library, under: job)
  }

  /// Opens a scene from its text in memory.
  ///
  /// - Parameters:
  ///   - name: the name of the scene in messages.
  ///   - findsAllFaults: true to list every fault in the error; duplicate ids are then left to
  ///     ``check(strict:hooks:twice:)``.
  /// - Throws: the fault in the text.
  public static func open(
    bytes: [UInt8], name: String, library: PluginLibrary, limits: SceneLimits = .current,
    findsAllFaults: Bool = false, under job: InspectorJob = InspectorJob()
  ) throws(SceneError) -> SceneSession {
    try open(
      bytes: bytes, name: name, library: library, limits: limits, findsAllFaults: findsAllFaults, of: .shared,
      under: job)
  }

  /// Opens a scene from its text in memory, with the given documents as its templates; see
  /// ``open(bytes:name:library:limits:findsAllFaults:under:)``.
  package static func open(
    bytes: [UInt8], name: String, library: PluginLibrary, limits: SceneLimits = .current,
    findsAllFaults: Bool = false, of templates: TemplateFiles, under job: InspectorJob = InspectorJob()
  ) throws(SceneError) -> SceneSession {
    let document = try SceneDocument(
      bytes: bytes, name: name, of: library.formats, limits: limits, findsAllFaults: findsAllFaults)
    let composed = try document.composed(of: templates, isCancelled: { _, _ in job.isCancelled })
    return SceneSession(composed, library: library, under: job)
  }
}
