public import InspectorKit
import JSONText
import SceneDocument

extension SceneSession {
  /// Returns a bundle of the scene's attributes, each checked against its declared type. No file is written.
  ///
  /// ```swift
  /// let bundle = try session.bundle()
  /// try BundleFolder(path: "card.bundle").write(bundle)
  /// ```
  ///
  /// - Parameter effective: true for the values that hooks produce, with or without a stored value; false for the
  ///   stored values.
  /// - Throws: the failure of a component's plugin, since its values cannot be trusted; `cancelled` after a
  ///   cancellation.
  public func bundle(effective: Bool = false) throws(Diagnostic) -> RuntimeBundle {
    try withModel { model throws(Diagnostic) in
      var builder = BundleBuilder(model, isEffective: effective)
      var objects: [BundleObject] = []
      try model.forEachAnswer(alone: true) { node, answers throws(Diagnostic) in
        if let object = try builder.object(node, answers) { objects.append(object) }
      }
      var bundle = try bundle(of: builder, model)
      bundle.objects = objects
      return bundle
    }
  }

  /// Returns the scene's bundle as text for writing. The text is spooled to a temporary file, so that the bundle of a
  /// large scene needs little memory.
  ///
  /// - Parameter effective: as for ``bundle(effective:)``, which also lists the errors.
  public func spooledBundle(effective: Bool = false) throws(Diagnostic) -> SpooledBundle {
    try withModel { model throws(Diagnostic) in
      let spool = ByteSpool()
      var text = BundleText { spool.append($0) }
      var builder = BundleBuilder(model, isEffective: effective)
      var writer = StoredObjectWriter(model, isEffective: effective)
      try model.forEachAnswer(alone: true) { node, answers throws(Diagnostic) in
        if !builder.isMoved(node), text.add({ writer.write(node, answers, to: &$0) }) { return }
        if let object = try builder.object(node, answers) { text.add(object) }
      }
      text.end()
      return SpooledBundle(try bundle(of: builder, model), text, spool, under: job)
    }
  }

  /// Returns the scene's bundle with the omissions that a builder recorded, but without objects. Throws `cancelled`
  /// after a cancellation.
  private func bundle(of builder: BundleBuilder, _ model: SceneModel) throws(Diagnostic) -> RuntimeBundle {
    try job.check()
    var paths = BundleSources(model.document)
    let sources = model.otherSources.compactMap { source in
      source.sha256.map { hash in
        RuntimeBundle.Source(path: paths.path(of: source.path), kind: source.kind.rawValue, sha256: hash)
      }
    }
    let bundle = RuntimeBundle(
      sceneName: model.document.sceneName, sceneSHA256: model.document.sha256(under: job),
      plugins: model.bundlePlugins, isEffective: builder.isEffective, objects: [], notCarried: builder.notCarried,
      sources: sources)
    try job.check()
    return bundle
  }
}

extension SceneModel {
  /// The plugins that define or extend the scene's classes, sorted by name.
  fileprivate var bundlePlugins: [RuntimeBundle.Plugin] {
    var found: [String: RuntimeBundle.Plugin] = [:]
    for classID in document.classNames.indices {
      guard case .known(let binding) = meaning(ofClass: classID) else { continue }
      for plugin in [binding.owner, binding.plugin] + binding.extensions.map(\.plugin) {
        guard found[plugin.name] == nil, let described = plugin.described else { continue }
        found[plugin.name] = RuntimeBundle.Plugin(
          name: plugin.name, version: described.version, descriptionSHA256: described.sha256)
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

extension SceneDocument {
  /// Returns the SHA-256 of the document's current bytes. The result is meaningless if the job is cancelled.
  fileprivate func sha256(under job: InspectorJob) -> String {
    var hash = SHA256()
    withPieces { piece in
      // Each piece takes a few milliseconds.
      for start in stride(from: 0, to: piece.count, by: 1 << 20) where !job.isCancelled {
        hash.add(UnsafeRawBufferPointer(rebasing: piece[start..<min(start + 1 << 20, piece.count)]))
      }
    }
    return hash.hex()
  }
}

extension SceneSession {
  /// Exports the scene's bundle again, and compares a loaded bundle with the result. Returns the differences as
  /// sentences; empty if the bundles are equal.
  ///
  /// - Parameters:
  ///   - bundle: the bundle that was loaded.
  ///   - limit: the maximum number of differing attributes that are listed individually.
  /// - Throws: as ``bundle(effective:)``.
  public func differences(from bundle: RuntimeBundle, limit: Int = 20) throws(Diagnostic) -> [String] {
    bundle.differences(from: try self.bundle(effective: bundle.isEffective), limit: limit)
  }

  /// Calls `body` with the stored and effective values of each object, in document order. After a cancellation, ends
  /// early without an error.
  public func forEachObject<E>(_ body: (ObjectValues) throws(E) -> Void) throws(E) {
    try withModel { model throws(E) in
      try model.forEachAnswer { node, answers throws(E) in try body(model.values(of: node, answers.answer)) }
    }
  }
}
