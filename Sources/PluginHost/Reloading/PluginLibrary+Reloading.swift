import JSONText
import SceneDocument
import Synchronization
public import WorkbenchSupport

// Reloading of plugins whose files change while a library is in use.
extension PluginLibrary {
  /// Finds the plugins whose files have changed since they were loaded, and new plugins. Starts no plugin.
  ///
  /// ```swift
  /// let updates = library.updates()
  /// for reload in library.take(updates) { print(reload.name, reload.outcome) }
  /// ```
  ///
  /// A file may be incomplete while it is being written. A caller that polls without a user's request should call this
  /// function again later, and use only the updates that both calls return. If nothing has changed, a call makes one
  /// system call for each file and each searched folder.
  public func updates() -> [PluginUpdate] {
    guard let search else { return [] }
    let known = known
    let seen = Self.identities(of: lastLook.withLock { $0?.places } ?? [])
    if let look = lastLook.withLock({ $0 }), look.revision == known.revision, look.identities == seen {
      return look.updates
    }
    // The identities of the folders are recorded before the files are read, so that the next call notices changes in
    // between.
    let folders = (paths: search.places, identities: Self.identities(of: search.places))
    let candidates = search.candidates()
    let files = candidates.found.map(\.path) + candidates.unused.map(\.path)
    let identities = folders.identities + Self.identities(of: files)
    let updates = Self.updates(of: candidates.found, known)
    let look = Look(
      places: folders.paths + files, identities: identities, revision: known.revision, updates: updates)
    lastLook.withLock { $0 = look }
    return updates
  }

  /// Finds the plugins with changed files, and also the plugins that do not work or whose latest build was rejected.
  public func updatesAndFailures() -> [PluginUpdate] {
    let (known, updates) = (known, updates())
    let failed = known.registry.plugins.filter { plugin in
      let isRejected = plugin.origin.map { known.rejected[ExactText($0.source.candidate.name)] != nil }
      return plugin.problem != nil || isRejected == true
    }
    return updates + failed.compactMap(update).filter { !updates.contains($0) }
  }

  /// Reloads plugins from their current files, and returns the result for each plugin.
  ///
  /// A build that fails to describe itself does not replace a working one.
  ///
  /// - Parameters:
  ///   - asksAgain: true to query a failed plugin again although its file is unchanged.
  ///   - job: the job whose cancellation or deadline ends the wait for the descriptions.
  public func take(
    _ updates: [PluginUpdate], asksAgain: Bool = false, under job: InspectorJob = InspectorJob()
  ) -> [PluginReload] {
    perform(describe(updates, asksAgain: asksAgain, under: job))
  }

  /// Starts the plugins with changed files and reads their descriptions, while the current plugins stay in use. May be
  /// called on any thread.
  ///
  /// - Returns: the exchange to pass to ``perform(_:)``, without the plugins whose description was cancelled.
  public func describe(
    _ updates: [PluginUpdate], asksAgain: Bool = false, under job: InspectorJob = InspectorJob()
  ) -> PluginExchange {
    let plugins = registry.plugins
    let items = updates.map { update in
      let former = plugins.first { $0.origin?.source.candidate.name.isExactly(update.candidate.name) == true }
      guard update.kind != .vanished else { return PluginExchange.Item(update: update, former: former, new: nil) }
      return PluginExchange.Item(
        update: update, former: former, new: source?(update.candidate).plugin(asksAgain: asksAgain))
    }
    InstalledPlugin.describe(items.compactMap(\.new), under: job)
    return PluginExchange(items.filter { $0.new?.problem?.kind != .cancelled })
  }

  /// Returns an update that reloads a plugin even if its file is unchanged. The file may be a launcher of another
  /// program, which may have changed. Returns nil if the plugin has no file.
  public func update(of plugin: InstalledPlugin) -> PluginUpdate? {
    guard let candidate = plugin.origin?.source.candidate else { return nil }
    return updates().first { $0.candidate.name.isExactly(candidate.name) }
      ?? PluginUpdate(
        kind: .changed, name: plugin.name, candidate: candidate, identity: FileIdentity(path: candidate.path))
  }

  // MARK: looking

  /// A cached list of updates, valid while the files and the library have the recorded states.
  struct Look {
    /// The paths of the files and folders that determine the updates. ``identities`` contains their identities in the
    /// same order.
    let places: [String]
    let identities: [FileIdentity?]

    /// The revision of the library's contents that the files were compared with.
    let revision: Int
    let updates: [PluginUpdate]
  }

  private static func identities(of places: [String]) -> [FileIdentity?] { places.map { FileIdentity(path: $0) } }

  private static func updates(of found: [PluginSearch.Candidate], _ known: Contents) -> [PluginUpdate] {
    let plugins = known.registry.plugins.filter { $0.origin != nil }
    var updates = plugins.compactMap { plugin -> PluginUpdate? in
      guard let origin = plugin.origin else { return nil }
      let former = origin.source.candidate
      let candidate = found.first { $0.name.isExactly(former.name) }
      let own = FileIdentity(path: former.path)
      // While a plugin is being linked, its file may not exist. During that time, no file of the same name in another
      // place replaces it.
      guard let candidate, candidate.path.isExactly(former.path) || own != nil else {
        return PluginUpdate(kind: .vanished, name: plugin.name, candidate: former, identity: nil)
      }
      let identity = FileIdentity(path: candidate.path)
      let isSame = candidate.path.isExactly(former.path) && identity == origin.program.identity
      guard !isSame, identity == nil || identity != known.rejected[ExactText(former.name)] else { return nil }
      return PluginUpdate(kind: .changed, name: plugin.name, candidate: candidate, identity: identity)
    }
    for candidate in found
    where !plugins.contains(where: { $0.origin?.source.candidate.name.isExactly(candidate.name) == true }) {
      updates.append(
        PluginUpdate(
          kind: .found, name: candidate.name, candidate: candidate, identity: FileIdentity(path: candidate.path)))
    }
    return updates
  }
}

/// A prepared replacement of plugins by newly described builds.
///
/// ``PluginLibrary/describe(_:asksAgain:under:)`` prepares an exchange, and waits for the plugins' replies.
/// ``PluginLibrary/perform(_:)`` completes the exchange without waiting for a plugin.
public final class PluginExchange: Sendable {
  /// The replacement, addition or removal of one plugin.
  struct Item: Sendable {
    let update: PluginUpdate

    /// The current plugin; nil if the file is that of a new plugin.
    let former: InstalledPlugin?

    /// The replacement; nil if the plugin is to be removed.
    let new: InstalledPlugin?

    /// True if the new plugin is put into use, or the current one is removed; false if the new one failed and the
    /// current one works.
    var isTaken: Bool {
      guard let new, new.problem != nil else { return true }
      return former?.described == nil
    }
  }

  let items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// True if the exchange concerns no plugin.
  public var isEmpty: Bool { items.isEmpty }

  /// Returns true if the exchange replaces or removes this plugin.
  package func takesPlace(of plugin: InstalledPlugin) -> Bool {
    items.contains { $0.former === plugin && $0.isTaken }
  }

  /// Returns true if the exchange puts this new plugin into use.
  package func brings(_ plugin: InstalledPlugin) -> Bool { items.contains { $0.new === plugin && $0.isTaken } }
}
