public import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneSession {
  /// The scene's attributes as a bundle, each checked against its declared type. Nothing is written.
  ///
  /// ```swift
  /// let bundle = try session.bundle()
  /// try BundleFolder(path: "card.bundle").write(bundle)
  /// ```
  ///
  /// - Parameter effective: bakes what the hooks made of the stored values, and what they made where nothing is stored.
  /// - Throws: where a component cannot be built, since its plugin failed: its values are not known to be right.
  public func bundle(effective: Bool = false) throws(EditError) -> RuntimeBundle {
    try withModel { model throws(EditError) in
      var builder = BundleBuilder(model, isEffective: effective)
      var objects: [BundleObject] = []
      try model.forEachAnswer(alone: true) { node, answers throws(EditError) in
        if let object = try builder.object(node, answers) { objects.append(object) }
      }
      var bundle = try bundle(of: builder)
      bundle.objects = objects
      return bundle
    }
  }

  /// The scene's bundle, ready to be written: its text waits in a file, so that a million objects need no memory.
  ///
  /// - Throws: as ``bundle(effective:)``.
  public func spooledBundle(effective: Bool = false) throws(EditError) -> SpooledBundle {
    try withModel { model throws(EditError) in
      let spool = ByteSpool()
      var text = BundleText { spool.append($0) }
      var builder = BundleBuilder(model, isEffective: effective)
      var writer = StoredObjectWriter(model, isEffective: effective)
      try model.forEachAnswer(alone: true) { node, answers throws(EditError) in
        if !builder.isMoved(node), text.add({ writer.write(node, answers, to: &$0) }) { return }
        if let object = try builder.object(node, answers) { text.add(object) }
      }
      text.end()
      return SpooledBundle(try bundle(of: builder), text, spool, under: job)
    }
  }

  /// A bundle without its objects.
  private func bundle(of builder: BundleBuilder) throws(EditError) -> RuntimeBundle {
    try asking { model throws(EditError) in
      RuntimeBundle(
        sceneName: model.document.sceneName, sceneSHA256: model.document.sha256(under: job),
        plugins: model.bundlePlugins, isEffective: builder.isEffective, objects: [], notCarried: builder.notCarried)
    }
  }
}

extension SceneModel {
  /// The plugins that know the scene's classes, sorted by name.
  fileprivate var bundlePlugins: [RuntimeBundle.Plugin] {
    var found: [String: RuntimeBundle.Plugin] = [:]
    for classID in document.classNames.indices {
      guard case .known(let binding) = meaning(ofClass: classID) else { continue }
      for plugin in [binding.owner, binding.plugin] + binding.extensions.map(\.plugin) {
        guard found[plugin.name] == nil, let description = plugin.description else { continue }
        let digest = SHA256.hex(of: Array(description.json.text().utf8))
        found[plugin.name] = RuntimeBundle.Plugin(
          name: plugin.name, version: description.version, descriptionSHA256: digest)
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

extension SceneDocument {
  /// The SHA-256 of the document's bytes as they are now; of no use where it is cancelled.
  fileprivate func sha256(under job: InspectorJob) -> String {
    var hash = SHA256()
    withPieces { piece in
      // Some milliseconds each.
      for start in stride(from: 0, to: piece.count, by: 1 << 20) where !job.isCancelled {
        hash.add(UnsafeRawBufferPointer(rebasing: piece[start..<min(start + 1 << 20, piece.count)]))
      }
    }
    return hash.hex()
  }
}
