import JSONText
import SceneDocument
import Synchronization
public import WorkbenchSupport

// Reloading of plugins whose files change while a library is in use.
extension PluginLibrary {
  /// Finds the plugins whose files have changed since they were loaded. It starts nothing.
  ///
  /// ```swift
  /// let updates = library.updates()
  /// for reload in library.take(updates) { print(reload.name, reload.outcome) }
  /// ```
  ///
  /// A file may be half written. A caller that polls without a user's request should call this again later and take
  /// only the updates that both calls return. While neither a file nor a searched folder changes, a call costs a few
  /// system calls.
  public func updates() -> [PluginUpdate] {
    guard let search else { return [] }
    let known = known
    let seen = Self.identities(of: lastLook.withLock { $0?.places } ?? [])
    if let look = lastLook.withLock({ $0 }), look.revision == known.revision, look.identities == seen {
      return look.updates
    }
    // Identities are taken before the files are read, so that the next call notices changes in between.
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

  /// Finds the plugins whose files changed, and those that failed although their files are unchanged.
  public func updatesAndFailures() -> [PluginUpdate] {
    let (known, updates) = (known, updates())
    let failed = known.plugins.filter { plugin in
      let isRejected = plugin.origin.map { known.rejected[ExactText($0.source.candidate.name)] != nil }
      return plugin.problem != nil || isRejected == true
    }
    return updates + failed.compactMap(update).filter { !updates.contains($0) }
  }

  /// Reloads plugins from their current files.
  ///
  /// A build that fails to describe itself does not replace a working one.
  ///
  /// - Parameter asksAgain: true to query a failed plugin again although its file is unchanged.
  public func take(
    _ updates: [PluginUpdate], asksAgain: Bool = false, under job: InspectorJob = InspectorJob()
  ) -> [PluginReload] {
    perform(describe(updates, asksAgain: asksAgain, under: job))
  }

  /// Starts the plugins of changed files and reads their descriptions while the current plugins stay in use. Call it on
  /// any thread.
  ///
  /// - Returns: the exchange to pass to ``perform(_:)``, without cancelled plugins.
  public func describe(
    _ updates: [PluginUpdate], asksAgain: Bool = false, under job: InspectorJob = InspectorJob()
  ) -> PluginExchange {
    let plugins = registry.plugins
    let items = updates.compactMap { update -> PluginExchange.Item? in
      let former = plugins.first { $0.origin?.source.candidate.name.isExactly(update.fileName) == true }
      guard update.kind != .vanished else { return PluginExchange.Item(update: update, former: former, new: nil) }
      guard var candidate = PluginSearch.Candidate(path: update.path) else { return nil }
      candidate.origin = update.origin
      return PluginExchange.Item(
        update: update, former: former, new: source(of: candidate)?.plugin(asksAgain: asksAgain))
    }
    InstalledPlugin.describe(items.compactMap(\.new), under: job)
    return PluginExchange(items.filter { $0.new?.problem?.kind != .cancelled })
  }

  /// Returns an update that reloads a plugin even if its file is unchanged, for files that only start another program.
  public func update(of plugin: InstalledPlugin) -> PluginUpdate? {
    guard let candidate = plugin.origin?.source.candidate else { return nil }
    return updates().first { $0.fileName.isExactly(candidate.name) }
      ?? PluginUpdate(
        kind: .changed, name: plugin.name, path: candidate.path, fileName: candidate.name,
        identity: FileIdentity(path: candidate.path), origin: candidate.origin)
  }

  // MARK: looking

  /// The result of the last check for updates.
  struct Look {
    /// The files and folders that determine the result.
    let places: [String]
    let identities: [FileIdentity?]

    /// The revision of the library that the files were compared with.
    let revision: Int
    let updates: [PluginUpdate]
  }

  /// The plugins and failed builds that files are compared with.
  struct Known {
    let plugins: [InstalledPlugin]

    /// The identities of failed builds that were already reported, by file name.
    let rejected: [ExactText: FileIdentity]
    let revision: Int
  }

  private static func identities(of places: [String]) -> [FileIdentity?] { places.map { FileIdentity(path: $0) } }

  private static func updates(of found: [PluginSearch.Candidate], _ known: Known) -> [PluginUpdate] {
    let plugins = known.plugins.filter { $0.origin != nil }
    var updates = plugins.compactMap { plugin -> PluginUpdate? in
      guard let origin = plugin.origin else { return nil }
      let (name, former) = (origin.source.candidate.name, origin.source.candidate.path)
      let candidate = found.first { $0.name.isExactly(name) }
      let own = FileIdentity(path: former)
      // While a plugin is being linked, its file may not exist. A file of its name elsewhere does not replace it then.
      guard let candidate, candidate.path.isExactly(former) || own != nil else {
        return PluginUpdate(
          kind: .vanished, name: plugin.name, path: former, fileName: name, identity: nil,
          origin: origin.source.candidate.origin)
      }
      let identity = FileIdentity(path: candidate.path)
      let isSame = candidate.path.isExactly(former) && identity == origin.program.identity
      guard !isSame, identity == nil || identity != known.rejected[ExactText(name)] else { return nil }
      return PluginUpdate(
        kind: .changed, name: plugin.name, path: candidate.path, fileName: name, identity: identity,
        origin: candidate.origin)
    }
    for candidate in found
    where !plugins.contains(where: { $0.origin?.source.candidate.name.isExactly(candidate.name) == true }) {
      updates.append(
        PluginUpdate(
          kind: .found, name: candidate.name, path: candidate.path, fileName: candidate.name,
          identity: FileIdentity(path: candidate.path), origin: candidate.origin))
    }
    return updates
  }
}

/// Plugins that described themselves again and wait to take the places of others.
///
/// It is made by ``PluginLibrary/describe(_:asksAgain:under:)``, which may take as long as plugins take to answer, and ends with
/// ``PluginLibrary/perform(_:)``, which takes no time.
public final class PluginExchange: Sendable {
  /// The replacement of one plugin.
  struct Item: Sendable {
    let update: PluginUpdate

    /// The current plugin; nil if there is none.
    let former: InstalledPlugin?

    /// The replacement; nil if the plugin is to be removed.
    let new: InstalledPlugin?

    /// True if the current plugin is replaced or removed.
    var isTaken: Bool {
      guard let new, new.problem != nil else { return true }
      // A plugin that failed does not replace a working one.
      return former?.described == nil
    }
  }

  let items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// True if there is nothing to exchange.
  public var isEmpty: Bool { items.isEmpty }

  /// True if the exchange replaces or removes a plugin.
  package func takesPlace(of plugin: InstalledPlugin) -> Bool {
    items.contains { $0.former === plugin && $0.isTaken }
  }

  /// True if the exchange puts this plugin in place.
  package func brings(_ plugin: InstalledPlugin) -> Bool { items.contains { $0.new === plugin && $0.isTaken } }
}
