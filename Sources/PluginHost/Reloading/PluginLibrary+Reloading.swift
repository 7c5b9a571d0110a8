import JSONText
import SceneDocument
import Synchronization
public import WorkbenchSupport

// What is done where plugins' files change while a library is used.
extension PluginLibrary {
  /// Finds the plugins whose files are others than those they were taken from. Nothing is started.
  ///
  /// ```swift
  /// let updates = library.updates()
  /// for reload in library.take(updates) { print(reload.name, reload.outcome) }
  /// ```
  ///
  /// A file may be half written. A caller that is not asked by a person looks again some time later, and takes what both
  /// looks have. As long as neither a file nor a searched folder changes, a look costs a few system calls.
  public func updates() -> [PluginUpdate] {
    guard let search else { return [] }
    let known = known
    let seen = Self.identities(of: lastLook.withLock { $0?.places } ?? [])
    if let look = lastLook.withLock({ $0 }), look.revision == known.revision, look.identities == seen {
      return look.updates
    }
    // Each identity is taken before what it stands for is looked at, so that the next look sees what changes meanwhile.
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

  /// Finds the plugins whose files changed, and those whose builds were found not to work though their files are
  /// unchanged.
  public func updatesAndFailures() -> [PluginUpdate] {
    let (known, updates) = (known, updates())
    let failed = known.plugins.filter { plugin in
      let isRejected = plugin.origin.map { known.rejected[ExactText($0.source.candidate.name)] != nil }
      return plugin.problem != nil || isRejected == true
    }
    return updates + failed.compactMap(update).filter { !updates.contains($0) }
  }

  /// Takes plugins again, from the files that are there now.
  ///
  /// A build that does not describe itself does not take the place of one that does.
  ///
  /// - Parameter asksAgain: whether one that failed is asked again, though its file is the same.
  public func take(
    _ updates: [PluginUpdate], asksAgain: Bool = false, under job: InspectorJob = InspectorJob()
  ) -> [PluginReload] {
    perform(describe(updates, asksAgain: asksAgain, under: job))
  }

  /// Starts the plugins of changed files and reads their descriptions; the plugins in use go on. Call it on any thread.
  ///
  /// - Returns: what ``perform(_:)`` puts in place; without what was cancelled meanwhile.
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

  /// A plugin taken again though its file may be the same, as where the file only starts another program.
  public func update(of plugin: InstalledPlugin) -> PluginUpdate? {
    guard let candidate = plugin.origin?.source.candidate else { return nil }
    return updates().first { $0.fileName.isExactly(candidate.name) }
      ?? PluginUpdate(
        kind: .changed, name: plugin.name, path: candidate.path, fileName: candidate.name,
        identity: FileIdentity(path: candidate.path), origin: candidate.origin)
  }

  // MARK: looking

  /// What the last look saw.
  struct Look {
    /// The files and folders that decide what it finds.
    let places: [String]
    let identities: [FileIdentity?]

    /// The state of the library that files were compared with.
    let revision: Int
    let updates: [PluginUpdate]
  }

  /// What a library has of files.
  struct Known {
    let plugins: [InstalledPlugin]

    /// By the names of files: builds that do not work, which were reported.
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
      // While a plugin is linked, its file may not be there; one of its name elsewhere does not take its place then.
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
  /// One place in the library.
  struct Item: Sendable {
    let update: PluginUpdate

    /// The plugin that has the place so far.
    let former: InstalledPlugin?

    /// The one that is to have it; nil for none.
    let new: InstalledPlugin?

    /// Whether the place is given to another, or to none.
    var isTaken: Bool {
      guard let new, new.problem != nil else { return true }
      // One that does not work does not take the place of one that does.
      return former?.described == nil
    }
  }

  let items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// Whether there is nothing to exchange.
  public var isEmpty: Bool { items.isEmpty }

  /// Whether a plugin makes place for another.
  package func takesPlace(of plugin: InstalledPlugin) -> Bool {
    items.contains { $0.former === plugin && $0.isTaken }
  }

  /// Whether a plugin takes a place.
  package func brings(_ plugin: InstalledPlugin) -> Bool { items.contains { $0.new === plugin && $0.isTaken } }
}
